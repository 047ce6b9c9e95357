/** `replay` of a file that a stranger wrote: it sends no request that a check would not send. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import type { RunResult } from "../../result/result.ts";
import { shipped } from "../../spec/shipped-yaml.ts";
import { command, folder } from "../testing/command.ts";
import { startProvider } from "../testing/scripted-provider.ts";

type Request = RunResult["exchanges"][number]["request"];

const token = "canary-token-31415926";
const check = "refuses-non-object/null";
const bearer = ["Authorization", "Bearer $PLANT_STORE_TOKEN"] as const;

/** Changes every request of a result. */
const forged =
  (request: Partial<Request>, path = "/plants") =>
  (result: RunResult): RunResult => ({
    ...result,
    exchanges: result.exchanges.map((exchange) => ({
      ...exchange,
      request: { ...exchange.request, url: exchange.request.url.replace(/\/plants$/, path), ...request },
    })),
  });

test("replay of an application that was judged in the process of its tests asks for a base URL", async () => {
  await using provider = await startProvider((_seen, response) => response.end());
  const result = await providerResult({
    url: provider.url,
    token,
    selection: { only: ["refuses-non-object"], skip: [] },
  });
  const file = join(folder(), "result.json");
  writeFileSync(file, JSON.stringify({ ...result, provider: { ...result.provider, inProcess: true } }));
  const ran = await command(["replay", file, check], { PLANT_STORE_TOKEN: token });
  expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining("serve it, and add --base-url URL") });
});

test.each([
  { what: "another method", edit: forged({ method: "DELETE" }), said: 'it asks "DELETE" "/plants", which no check' },
  { what: "CONNECT", edit: forged({ method: "CONNECT" }), said: 'it asks "CONNECT" "/plants"' },
  { what: "another path", edit: forged({}, "/admin"), said: 'it asks "POST" "/admin", which no check' },
  { what: "a path that leaves the base path", edit: forged({}, "/../admin"), said: 'it asks "POST" "/../admin"' },
  { what: "the same, escaped", edit: forged({}, "/plants/%2e%2e/x"), said: 'it asks "POST" "/plants/%2e%2e/x"' },
  {
    what: "a foreign Host",
    edit: forged({ headers: [bearer, ["Host", "evil.example"]] }),
    said: 'it has a header field "Host", which no check sends',
  },
  {
    what: "a header field that steers what stands before the provider",
    edit: forged({ headers: [bearer, ["X-HTTP-Method-Override", "DELETE"]] }),
    said: 'it has a header field "X-HTTP-Method-Override", which no check sends',
  },
  {
    what: "the token elsewhere",
    edit: forged({ headers: [["User-Agent", "$PLANT_STORE_TOKEN"]] }),
    said: 'it has the token in "user-agent", where no check of that name puts it',
  },
  {
    what: "a line feed in a header field",
    edit: forged({ headers: [bearer, ["Accept", "x\r\nHost: evil.example"]] }),
    said: 'it has a header field "Accept" that HTTP does not allow',
  },
])("replay refuses, and sends nothing, for $what in the file", async ({ edit, said }) => {
  await using provider = await startProvider((_seen, response) => response.end());
  const result = await providerResult({
    url: provider.url,
    token,
    selection: { only: ["refuses-non-object"], skip: [] },
  });
  const file = join(folder(), "result.json");
  writeFileSync(file, JSON.stringify(edit(result)));
  const before = provider.seen.length;
  const ran = await command(["replay", file, check], { PLANT_STORE_TOKEN: token });
  expect(ran).toEqual({ status: 2, out: "", err: expect.stringContaining(said) });
  expect(ran.err).toMatch(/^[^\n]+\n$/);
  expect(provider.seen).toHaveLength(before);
});

test("replay sends the requests of another document where it is named, and says so where it is not", async () => {
  const text = shipped("openapi.yaml").replace(/^    post:$/m, "    put:");
  const document = join(folder(), "put.yaml");
  writeFileSync(document, text);
  await using provider = await startProvider((_seen, response) => response.end());
  const selection = { only: ["refuses-no-body"], skip: [] };
  const result = await providerResult({ url: provider.url, token, document: { text }, selection });
  const file = join(folder(), "result.json");
  writeFileSync(file, JSON.stringify(result));
  const before = provider.seen.length;
  const again = ["replay", file, "refuses-no-body/no-body"];
  const unnamed = await command(again, { PLANT_STORE_TOKEN: token });
  expect(unnamed).toMatchObject({ status: 2, err: expect.stringContaining("name that with --document") });
  expect(provider.seen).toHaveLength(before);
  expect(await command([...again, "--document", document], { PLANT_STORE_TOKEN: token })).toMatchObject({ status: 0 });
  expect(provider.seen.slice(before)).toMatchObject([{ method: "PUT" }]);
});
