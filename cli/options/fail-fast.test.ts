/** `--fail-fast` ends a run early, and reports what was seen broken. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { correct } from "../../proof/correct.ts";
import { startProvider as startRight } from "../../proof/test-provider.ts";
import { command, folder } from "../testing/command.ts";
import { startProvider } from "../testing/scripted-provider.ts";

const token = "token-of-a-fast-failure";

async function check(url: string, ...argv: readonly string[]): Promise<{ status: number; result: RunResult }> {
  const file = join(folder(), "result.json");
  const report = ["--token", token, "--no-contracts", "--quiet", "--report", `json=${file}`];
  const { status } = await command(["check", url, ...report, ...argv]);
  return { status, result: JSON.parse(readFileSync(file, "utf8")) as RunResult };
}

const brokenIn = ({ requirements }: RunResult): number =>
  requirements.filter(({ level, status }) => level === "MUST" && status === "failed").length;

test("the run ends once N requirements are broken: fewer requests, and not conformant", async () => {
  await using provider = await startProvider((_, response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":1}'),
  );
  const whole = await check(provider.url);
  const first = await check(provider.url, "--fail-fast");
  const third = await check(provider.url, "--fail-fast=3");
  for (const { status, result } of [first, third]) {
    expect(status).toBe(1);
    expect(result).toMatchObject({ verdict: "non-conformant", complete: false });
    expect(result.reasons).toContain("The run ended early, because enough was broken (--fail-fast).");
    expect(result.summary.exchanges).toBeLessThan(whole.result.summary.exchanges);
  }
  expect(brokenIn(first.result)).toBeGreaterThanOrEqual(1);
  expect(brokenIn(third.result)).toBeGreaterThanOrEqual(3);
  expect(whole.result.complete).toBe(true);
});

test("a provider that is right is asked everything", async () => {
  await using provider = await startRight(correct, { token });
  const { status, result } = await check(provider.url, "--fail-fast");
  expect([status, result.verdict, result.complete]).toEqual([0, "conformant", true]);
});

test("a number that is none is quoted", async () => {
  const ran = await command(["check", "http://127.0.0.1:9", "--token", "x", "--fail-fast=soon"]);
  expect(ran).toMatchObject({ status: 2, err: expect.stringContaining('--fail-fast "soon" is not a whole number') });
});
