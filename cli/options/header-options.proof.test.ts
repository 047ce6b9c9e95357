import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { but, correct, json } from "../../proof/correct.ts";
import { type StartedProvider, startProvider } from "../../proof/test-provider.ts";
import type { RunResult } from "../../result/result.ts";
import { type Ran, command, folder } from "../testing/command.ts";

const token = "a-token-beside-other-headers";
const secret = "key-of-the-gateway-7315";

type Headers = IncomingMessage["headers"];

interface Provider extends StartedProvider {
  readonly seen: readonly Headers[];
}

/**
 * A correct provider behind a gateway that refuses requests without its key. It records the headers of all requests.
 */
async function gateway(isKnown: (headers: Headers) => boolean = () => true): Promise<Provider> {
  const seen: Headers[] = [];
  const started = await startProvider(
    but({
      takeOver: ({ headers }, response) => {
        seen.push(headers);
        if (!isKnown(headers)) response.writeHead(403, { "Content-Type": "text/plain" }).end("no key");
        return !isKnown(headers);
      },
      // Echoes the key in an answer. No report may show it.
      answerPlant: (plant, request) => {
        const answer = correct.answerPlant(plant, request);
        return answer instanceof Promise ? answer : { ...answer, headers: { ...answer.headers, "X-Echo": secret } };
      },
    }),
    { token },
  );
  return { ...started, seen };
}

interface Judged extends Ran {
  readonly result: RunResult;
  readonly texts: readonly string[];
}

async function judged(url: string, more: readonly string[], env: Record<string, string> = {}): Promise<Judged> {
  const to = folder();
  const ran = await command(["check", url, "--token", token, "--no-contracts", "--out", to, ...more], env);
  const files = ["result.json", "report.html", "report.txt", "junit.xml"].map((name) =>
    readFileSync(join(to, name), "utf8"),
  );
  return { ...ran, result: JSON.parse(files[0] ?? "") as RunResult, texts: [...files, ran.out, ran.err] };
}

function statusOf({ requirements }: RunResult, id: string): string | undefined {
  return requirements.find((one) => one.id === id)?.status;
}

describe("--header", () => {
  const isKnown = (headers: Headers): boolean => headers["x-gateway-key"] === secret && headers["x-tenant"] === "eu";

  test("goes with every request; reports name it, and its value is nowhere; that no other is needed is not judged", async () => {
    await using provider = await gateway(isKnown);
    const file = join(folder(), "headers.txt");
    writeFileSync(file, `X-Gateway-Key:  ${secret}\r\n\n`);
    const { result, texts } = await judged(provider.url, ["-H", "X-Tenant: eu", "--header-file", file]);
    expect(result.requirements.filter(({ status }) => status === "failed")).toEqual([]);
    // A MUST that was not judged is not met.
    expect(result.reasons).toEqual([
      "1 requirement could not be judged: needs-no-other-headers (without the header fields of --header it was not accepted, and what stands before the provider may need them).",
    ]);
    expect(result.provider.extraHeaders).toEqual(["X-Tenant", "X-Gateway-Key"]);
    expect(statusOf(result, "needs-no-other-headers")).toBe("not-judged");
    // One check sends no extra headers, and sends its refused request three times.
    const without = result.exchanges.filter(({ check }) => check === "needs-no-other-headers/bare");
    expect(provider.seen.filter((headers) => !isKnown(headers))).toHaveLength(without.length);
    for (const text of texts) expect(text).not.toContain(secret);
    const words = texts.map((text) => text.replaceAll(/\s+/g, " "));
    for (const at of [1, 2])
      expect(words[at]).toContain("Every request also carried X-Tenant, X-Gateway-Key (--header)");
    expect(texts[0]).toContain("[redacted credentials]");
    expect(words[2]).toContain("not taken out of answers: the value of X-Tenant (--header)");
  });

  test("leaves a run conclusive where a request without it is accepted", async () => {
    await using provider = await gateway();
    const { result, status } = await judged(provider.url, ["--header", "X-Tenant: a"]);
    expect(result.reasons).toEqual(["Every requirement is met."]);
    expect([result.verdict, status]).toEqual(["conformant", 0]);
    expect(statusOf(result, "needs-no-other-headers")).toBe("passed");
    expect(provider.seen.filter((headers) => headers["x-tenant"] === undefined)).toHaveLength(1);
  });

  test("comes from the environment, too, and goes with the requests of contracts and replays", async () => {
    await using provider = await gateway((headers) => headers["x-gateway-key"] === secret);
    const env = { PLANT_STORE_HEADERS: `X-Gateway-Key: ${secret}` };
    const verified = await command(["contracts", provider.url, "--token", token], env);
    expect(verified).toMatchObject({ status: 0 });
    const to = folder();
    const argv = ["check", provider.url, "--token", token, "--no-contracts", "--only", "refuses-no-body", "--out", to];
    expect((await command(argv, env)).status).not.toBe(2);
    const replay = ["replay", join(to, "result.json"), "refuses-no-body/no-body", "--token", token];
    expect(await command(replay, env)).toMatchObject({ status: 0, out: expect.not.stringContaining("403 Forbidden") });
    expect(provider.seen.every((headers) => headers["x-gateway-key"] === secret)).toBe(true);
  });

  test.each([
    [
      ["--header", "Authorization: Bearer geheim"],
      "Authorization, which the suite sets: give the token with --token-file",
    ],
    [["--header", "content-type: geheim"], "content-type, which the suite sets"],
    [["--header", "Content-Length: 5"], "Content-Length, which the suite sets"],
    [["--header", "Host: geheim"], "Host, which the suite sets"],
    [["--header", "Transfer-Encoding: chunked"], "Transfer-Encoding, which the suite sets"],
    [["--header", "Traceparent: geheim"], "use --trace"],
    [["--header", "geheim"], "--header is not a header field; give one like 'X-Tenant: blue'"],
    [["--header", "X-A: geheim\r\nX-B: 1"], "--header gives X-A a value with line breaks"],
    [["--header", "X-A:  "], "--header gives X-A without a value"],
    [["--header", "X-A: geheim", "--header", "x-a: 2"], "The header field x-a is given twice"],
    [
      ["--header-file", "no-such-file"],
      'The header file "no-such-file" cannot be read: there is no such file or folder',
    ],
  ])("%j is wrong usage, and the value is not repeated", async (argv, message) => {
    const ran = await command(["check", "http://127.0.0.1:9", "--token", "t", ...argv]);
    expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining(message) });
    expect(ran.err).not.toContain("geheim");
  });

  test("a line of a file that is none is named by its number", async () => {
    const file = join(folder(), "headers");
    writeFileSync(file, "X-A: b\r\n\r\ngeheim\r\n");
    const ran = await command(["check", "http://127.0.0.1:9", "--token", "t", "--header-file", file]);
    expect(ran).toMatchObject({
      status: 2,
      err: `Line 3 of the file ${JSON.stringify(file)} is not a header field; give one like 'X-Tenant: blue'\n`,
    });
    const env = { PLANT_STORE_HEADERS: "geheim" };
    const { err } = await command(["check", "http://127.0.0.1:9", "--token", "t"], env);
    expect(err).toContain("Line 1 of PLANT_STORE_HEADERS is not a header field");
  });

  test.each([["--trace"], ["--header=X-A: b"]])(
    "%s cannot be used with --reference, which needs neither",
    async (option) => {
      expect(await command(["check", "--reference", option])).toMatchObject({
        status: 2,
        err: expect.stringContaining("Both --reference and --"),
      });
    },
  );
});

describe("--trace", () => {
  const form = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

  test("gives each request a trace of its own, but those whose point is that no other header is needed", async () => {
    await using provider = await gateway();
    const { result, texts } = await judged(provider.url, ["--trace"]);
    expect(result.requirements.filter(({ status }) => status === "failed")).toEqual([]);
    expect(result.provider.trace).toBe(true);
    const bare = result.exchanges.filter(({ traceparent }) => traceparent === undefined);
    expect(new Set(bare.map(({ check = "" }) => check.split("/")[0]))).toEqual(new Set(["needs-no-other-headers"]));
    const sent = provider.seen.map(({ traceparent }) => traceparent).filter((one) => one !== undefined);
    expect(sent.length).toBe(provider.seen.length - bare.length);
    expect(sent.every((one) => form.test(String(one)))).toBe(true);
    expect(new Set(sent).size).toBe(sent.length);
    expect(new Set(result.exchanges.flatMap(({ traceparent = [] }) => traceparent))).toEqual(new Set(sent));
    expect(texts[2]?.replaceAll(/\s+/g, " ")).toContain("Requests also carried a traceparent (--trace)");
  });

  test("shows it beside the exchange of a failure, and is off by default", async () => {
    await using provider = await startProvider(but({ answerError: () => json(400, {}) }), { token });
    const { result, texts } = await judged(provider.url, ["--trace"]);
    const shown = result.exchanges.map(({ traceparent }) => traceparent).filter((one) => one !== undefined);
    const words = texts.map((text) => text.replaceAll(/\s+/g, " "));
    const isIn = (text = ""): boolean => shown.some((one) => text.includes(`sent with traceparent ${one}`));
    expect([words[1], words[2]].map(isIn)).toEqual([true, true]);
    const plain = await judged(provider.url, []);
    expect(plain.texts[0]).not.toContain("traceparent");
  });
});
