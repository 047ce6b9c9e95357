import { readFileSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSafeText } from "../../result/safe-text.ts";
import type { RunResult } from "../../result/result.ts";
import { providerResult } from "../../library/provider-result.ts";
import { command, folder, type Ran } from "../testing/command.ts";
import { type ScriptedAnswer, startProvider } from "../testing/scripted-provider.ts";

const token = "canary-token-31415926";

const json = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

const accept: ScriptedAnswer = ({ body }, response) => {
  const name = /"name":"([^"]*)"/.exec(body)?.[1] ?? "none";
  json(response, 200, { name });
};

/** Judges a provider by some checks, and writes the result to a file. */
async function resultOf(url: string, only: readonly string[], change = (result: RunResult) => result): Promise<string> {
  const provider = { url, token };
  const result = await providerResult({ ...provider, seed: "replay", strict: false, selection: { only, skip: [] } });
  const file = join(folder(), "result.json");
  writeFileSync(file, JSON.stringify(change(result)));
  return file;
}

function replayed(file: string, check: string, more: readonly string[] = []): Promise<Ran> {
  return command(["replay", file, check, ...more], { PLANT_STORE_TOKEN: token });
}

describe("replay sends what was sent, byte for byte", () => {
  test.each([
    ["refuses-missing-member/missing-id"],
    ["refuses-non-utf8/latin-1"],
    ["refuses-no-body/no-body"],
    ["refuses-no-body/empty-body"],
    ["accepts-chunked-body/chunked"],
    ["survives-expect-continue/expect"],
    ["accepts-media-type-spellings/letter-case"],
    ["needs-no-other-headers/bare"],
    ["requires-bearer-scheme/basic"],
    ["unknown-query/value"],
    ["method-get/value"],
    ["recovers-after-refusal/same-connection"],
  ])("for %s", async (check) => {
    await using provider = await startProvider(accept);
    const file = await resultOf(`${provider.url}/api`, [check]);
    const result = JSON.parse(readFileSync(file, "utf8")) as RunResult;
    const own = result.exchanges.flatMap((exchange, index) => (exchange.check === check ? [index] : []));
    const then = own.map((index) => provider.seen[index]);
    provider.seen.length = 0;
    expect(await replayed(file, check)).toMatchObject({ status: 0, err: "" });
    expect(provider.seen).toEqual(then);
    expect(then.length).toBeGreaterThan(0);
  });
});

describe("replay shows", () => {
  test("both answers side by side, what differs, and how to judge again", async () => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["refuses-missing-member/missing-id"]);
    provider.answer((_seen, response) => json(response, 400, { error: 400, message: "There is no id" }));
    const { out, status } = await replayed(file, "refuses-missing-member/missing-id");
    expect(status).toBe(0);
    const steady = out
      .replaceAll(provider.url, "http://127.0.0.1:8080")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-21T10:00:00.000Z")
      .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, "Sat, 21 Nov 2026 10:00:00 GMT")
      .replaceAll(/^\| \d+ ms +\d+ ms$/gm, "| 1 ms                                    1 ms");
    expect(steady).toMatchInlineSnapshot(`
      "refuses-missing-member/missing-id   MUST   failed then
         check    An object without \`id\` is refused
         then     http://127.0.0.1:8080   2026-11-21T10:00:00.000Z
         now      http://127.0.0.1:8080

      1 of 1   exchange 2
         sent     POST http://127.0.0.1:8080/plants
                  Authorization: Bearer $PLANT_STORE_TOKEN
                  Content-Type: application/json
                  | {"name":"xjbqjjyfjrledwlrpkb Dfmqa tptbs","tag":"aphqsbtptaq"}

      | then                                    now
      | 200 OK                                | 400 Bad Request
      | 1 ms                                    1 ms
      | content-type: application/json          content-type: application/json
      | date: Sat, 21 Nov 2026 10:00:00 GMT     date: Sat, 21 Nov 2026 10:00:00 GMT
      | connection: keep-alive                  connection: keep-alive
      | keep-alive: timeout=5                   keep-alive: timeout=5
      | transfer-encoding: chunked              transfer-encoding: chunked
      |
      | {"name":"xjbqjjyfjrledwlrpkb Dfmqa    | {"error":400,"message":"There is no
      |  tptbs"}                              |  id"}

      The answers differ in: status, body.

      Shown, and not judged. This command judges it, with a new id and a new name:
         rerun    npx plant-store-conformance check http://127.0.0.1:8080 --only refuses-missing-member/missing-id
      "
    `);
  });

  test("that the same bytes may be refused for an id that is taken, which is not a fault of the provider", async () => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["accepts-valid-plant"]);
    provider.answer((_seen, response) => json(response, 409, { error: 409, message: "taken" }));
    const { out, status } = await replayed(file, "accepts-valid-plant/with-every-member");
    expect(out.replaceAll("\n", " ")).toContain("or hold a plant with this id since");
    expect(status).toBe(0);
  });

  test("what a check that sends nothing itself looked at", async () => {
    await using provider = await startProvider((_seen, response) => json(response, 200, { name: 7 }));
    const file = await resultOf(provider.url, ["plant-shape", "refuses-missing-member"]);
    const { out } = await replayed(file, "plant-shape/every-200");
    expect(out).toContain("It sends nothing of its own; this is what it looked at.");
    expect(out).toContain("exchange 0, sent for accepts-valid-plant/with-every-member");
    expect(out).toContain("The answers are the same, but for time and date.");
  });

  test("the token nowhere, though it was sent and came back", async () => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["refuses-non-object/null"]);
    provider.answer(({ headers }, response) => json(response, 400, { error: 400, message: headers.join() }));
    const { out, err } = await replayed(file, "refuses-non-object/null");
    expect(provider.seen.at(-1)?.headers).toContain(`Bearer ${token}`);
    expect(out + err).not.toContain(token);
    expect(out).toContain("the response contained the token (body); it is removed here");
  });

  test("nothing that a terminal or a CI log would obey, whatever the file holds", async () => {
    await using provider = await startProvider(accept);
    const poison = "\u001b[31m\n::error::x\r\u202e##vso[task.complete]";
    const file = await resultOf(provider.url, ["refuses-non-object/null"], (result) => ({
      ...result,
      tool: { name: poison, version: poison },
      startedAt: poison,
      requirements: result.requirements.map((one) => ({
        ...one,
        checks: one.checks.map((check) => ({ ...check, title: poison, reason: poison })),
      })),
      exchanges: result.exchanges.map((exchange) => ({
        ...exchange,
        response: { status: 999, headers: [[poison, poison]], body: { encoding: "utf-8", content: poison, size: 40 } },
      })),
    }));
    provider.answer((_seen, response) => response.end(poison));
    const { out } = await replayed(file, "refuses-non-object/null");
    expect(isSafeText(out), out).toBe(true);
  });
});

describe("replay goes elsewhere", () => {
  test("with --base-url, under its own path", async () => {
    await using judged = await startProvider(accept);
    await using other = await startProvider(accept);
    const file = await resultOf(`${judged.url}/v1`, ["refuses-non-object/null"]);
    const before = judged.seen.length;
    const { status, out } = await replayed(file, "refuses-non-object/null", ["--base-url", `${other.url}/v2/`]);
    expect(status).toBe(0);
    expect(other.seen.map(({ url }) => url)).toEqual(["/v2/plants"]);
    expect(judged.seen).toHaveLength(before);
    expect(out).toContain(`   now      ${other.url}/v2\n`);
  });

  test("without a token where none was sent", async () => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["requires-authorization/no-header"]);
    const ran = await command(["replay", file, "requires-authorization/no-header"]);
    expect(ran).toMatchObject({ status: 0, err: "" });
  });
});

describe("replay ends with 3", () => {
  test("where there is no answer", async () => {
    const provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["refuses-non-object/null"]);
    await provider.stop();
    const { status, out } = await replayed(file, "refuses-non-object/null");
    expect(status).toBe(3);
    expect(out).toContain("| no answer: the connection was refused\n");
  });

  test("where it is interrupted, and shows how far it came", async () => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["recovers-after-refusal/same-connection"]);
    let interrupt = (): void => undefined;
    provider.answer(() => interrupt());
    const { status, out } = await command(
      ["replay", file, "recovers-after-refusal/same-connection"],
      { PLANT_STORE_TOKEN: token },
      {
        onInterrupt: (callback) => {
          interrupt = callback;
          return () => undefined;
        },
      },
    );
    expect(status).toBe(3);
    expect(out).toContain("| no answer: the run ended before the\n");
    expect(out).toContain("   now      not sent again: the replay had ended\n");
    expect(out).toContain("\nThe run was interrupted.\n");
  });
});

describe("replay refuses, and sends nothing,", () => {
  const change =
    (edit: (exchange: RunResult["exchanges"][number]) => unknown) =>
    (result: RunResult): RunResult => ({ ...result, exchanges: result.exchanges.map(edit) as RunResult["exchanges"] });
  const elsewhere = change((exchange) => ({
    ...exchange,
    request: { ...exchange.request, url: "http://evil.example/plants" },
  }));
  const check = "refuses-non-object/null";
  const far = (result: RunResult): RunResult => ({
    ...change(({ request, ...exchange }) => ({
      ...exchange,
      request: { ...request, url: request.url.replace(result.provider.baseUrl, "https://plants.example") },
    }))(result),
    provider: { baseUrl: "https://plants.example" },
  });

  test.each([
    { what: "a slip", id: "refuses-non-object/nul", said: "is not a check of this result; did you mean refuses-non" },
    { what: "a requirement", id: "refuses-non-object", said: "it is a requirement, with refuses-non-object/array," },
    {
      what: "no exchange",
      id: "error-shape/every-400",
      said: "in this result (a 400 in JSON was not seen in this run); nothing can",
    },
    {
      what: "a body that was not kept",
      id: "body-size/value",
      said: "a body of 65536 bytes, of which only the first 16384 were kept",
    },
    { what: "another address in the file", edit: elsewhere, said: "it was not sent to the base URL of its run" },
    {
      what: "a file that would send the token away from this machine",
      edit: far,
      said: "if it is right, add --base-url https://plants.example\n",
    },
    { what: "a base URL that is none", more: ["--base-url", "plants"], said: 'The base URL "plants" is not a URL' },
    {
      what: "two tokens",
      more: ["--token", "a", "--token-file", "b"],
      said: "Both --token and --token-file are given",
    },
    { what: "--no-auth where the token was sent", more: ["--no-auth"], said: "leave out --no-auth" },
  ])("for $what", async ({ id = check, more = [], edit, said }) => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, ["refuses-non-object", "body-size", "error-shape"], edit);
    const before = provider.seen.length;
    const ran = await replayed(file, id, more);
    expect(ran).toEqual({ status: 2, out: "", err: expect.stringContaining(said) });
    expect(ran.err).toMatch(/^[^\n]+\n$/);
    expect(provider.seen).toHaveLength(before);
  });

  test("where there is no token for what was sent with one", async () => {
    await using provider = await startProvider(accept);
    const file = await resultOf(provider.url, [check]);
    expect(await command(["replay", file, check])).toMatchObject({
      status: 2,
      err: expect.stringContaining("There is no token for http://127.0.0.1"),
    });
  });
});
