import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { but, correct, unauthorized, withHeaders } from "../proof/correct.ts";
import { startInMemory } from "../proof/seeds/in-memory.ts";
import { listen } from "../proof/test-provider.ts";
import type { RunResult } from "../result/result.ts";
import { type Ran, command, folder } from "./testing/command.ts";

async function check(url: string, ...more: readonly string[]): Promise<Ran & { readonly result: RunResult }> {
  const out = folder();
  const ran = await command(["check", url, "--no-contracts", "--out", out, ...more]);
  return { ...ran, result: JSON.parse(readFileSync(join(out, "result.json"), "utf8")) as RunResult };
}

describe("a token that is a word", () => {
  test.each(["t", "no", "the"])(
    "and short is said not to be a secret, and leaves our sentences alone: %s",
    async (token) => {
      // The provider accepts nothing, so the report is full of sentences.
      await using provider = startInMemory(but({ authenticate: unauthorized }), { token });
      const { out, err, result } = await check(provider.url, "--token", token);
      expect(`${out}${err}`.replaceAll(/\s+/g, " ").split("too short to be kept secret")).toHaveLength(2);
      expect(result.limitsReached).toEqual([
        expect.stringMatching(/^The token is too short to be kept secret reliably/),
      ]);
      expect(result.reasons[0]).toContain(
        "The provider refused the token that it was given: a valid request was answered 401",
      );
      expect(out).not.toContain("[redacted");
      for (const { checks } of result.requirements) {
        for (const one of checks) expect(JSON.stringify(one)).not.toContain("[redacted");
      }
    },
  );

  test("of every answer is taken out of them, is not an echo, and leaves our sentences alone", async () => {
    const token = "application/json";
    await using provider = startInMemory(correct, { token });
    const { status, result } = await check(provider.url, "--token", token, "--strict");
    expect({ status, reasons: result.reasons }).toEqual({ status: 0, reasons: ["Every requirement is met."] });
    expect(JSON.stringify(result.requirements)).not.toContain("[redacted");
    expect(JSON.stringify(result.exchanges)).toContain("[redacted token]");
  });
});

test("a token of 5,600 characters that is echoed is taken out of every report", async () => {
  const token = `eyJ${"aZ9-_".repeat(1119)}.x`;
  const echoing = but({
    finish: (answer, { headers }) =>
      withHeaders(answer, { "X-Echo": (headers.authorization ?? "").replaceAll("_", "%5F") }),
  });
  await using provider = startInMemory(echoing, { token });
  const { out, err, result } = await check(provider.url, "--token", token);
  expect(result.requirements.find(({ id }) => id === "keeps-token-secret")?.status).toBe("failed");
  for (const text of [out, err, JSON.stringify(result)]) expect(text).not.toContain("aZ9-");
});

test("credentials that a proxy returns reach no report, and are no fault of the provider", async () => {
  const server = createServer((request, response) => {
    const said = `${request.headers["proxy-authorization"]} user:password-of-the-proxy password-of-the-proxy`;
    response.writeHead(502, { "X-Said": said, "Content-Type": "text/plain" }).end(said);
  });
  const { port, stop } = await listen(server);
  try {
    const proxy = `http://user:password-of-the-proxy@127.0.0.1:${port}`;
    const { out, err, result } = await check(
      "http://plants.test",
      "--token",
      "a-token-of-no-matter",
      "--proxy",
      proxy,
      "--max-wait",
      "0",
    );
    const printed = [out, err, JSON.stringify(result)];
    expect(printed[2]).toContain("[redacted credentials]");
    for (const text of printed) expect(text).not.toMatch(/password-of-the-proxy|dXNlcjpwYXNzd29yZC1vZi10aGUtcHJveH/);
    expect(result.exchanges.flatMap(({ redacted }) => redacted)).toEqual([]);
  } finally {
    await stop();
  }
});
