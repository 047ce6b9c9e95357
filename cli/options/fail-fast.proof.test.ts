/** `--fail-fast` ends a run early, and reports what was broken until then. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { but, correct, json, plantBody } from "../../proof/correct.ts";
import { page } from "../../proof/mutants/mutant.ts";
import { startProvider as startRight } from "../../proof/test-provider.ts";
import { providerResult } from "../../library/provider-result.ts";
import type { Progress } from "../../suites/run/run-checks.ts";
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

test("the run ends once N causes are known: fewer requests, and not conformant", async () => {
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

/** One fault that breaks three requirements: every Authorization is accepted. */
const openToAll = but({ authenticate: () => undefined });

/** The requirements that the two faults of these tests break. */
const ofBoth =
  "requires-authorization,requires-bearer-scheme,refuses-empty-token,refuses-missing-member,error-media-type";

test("one fault that breaks several requirements is one cause, so that two are not known before the end", async () => {
  await using provider = await startRight(openToAll, { token });
  const first = await check(provider.url, "--fail-fast", "--only", ofBoth);
  const second = await check(provider.url, "--fail-fast=2", "--only", ofBoth);
  expect(first.result.complete).toBe(false);
  expect(second.result.causes?.map(({ id }) => id)).toEqual(["no-authentication"]);
  expect(brokenIn(second.result)).toBeGreaterThanOrEqual(2);
  expect(second.result).toMatchObject({ complete: true, verdict: "non-conformant" });
});

test("the run ends at the second cause where there are two", async () => {
  await using provider = await startRight({ ...openToAll, answerError: () => page }, { token });
  const { status, result } = await check(provider.url, "--fail-fast=2", "--only", ofBoth);
  expect(status).toBe(1);
  expect(result.complete).toBe(false);
  expect(result.causes?.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["no-authentication", "framework-error-page"]),
  );
});

test("what is waived is not counted", async () => {
  await using provider = await startRight(openToAll, { token });
  const waivers = join(folder(), "waivers.yaml");
  const ids = ["requires-authorization", "requires-bearer-scheme"];
  writeFileSync(waivers, ids.map((id) => `- { id: ${id}, reason: known, expires: "2099-01-01" }\n`).join(""));
  const { result } = await check(provider.url, "--fail-fast", "--waivers", waivers, "--only", ofBoth);
  expect(result.complete).toBe(true);
});

test("a fault that only fuzzing meets ends the run while it fuzzes", async () => {
  let isFuzzing = false;
  const answerPlant: typeof correct.answerPlant = (plant, request) =>
    isFuzzing ? json(200, { ...plantBody(plant), id: 1 }) : correct.answerPlant(plant, request);
  await using provider = await startRight(but({ answerPlant }), { token });
  const cases = 1_000;
  const onProgress = ({ fuzz }: Progress): void => void (isFuzzing = fuzz !== undefined);
  const selection = { only: ["plant-has-no-id", "returns-name"], skip: [] };
  const result = await providerResult({
    url: provider.url,
    token,
    seed: "1",
    selection,
    fuzz: cases,
    failFast: 1,
    onProgress,
  });
  expect(result).toMatchObject({
    verdict: "non-conformant",
    complete: false,
    causes: [{ id: "record-returned-whole" }],
  });
  expect(result.fuzz?.exchanges).toBeLessThan(cases / 2);
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
