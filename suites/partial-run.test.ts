/** A run that did not run every check is never called conformant, even with a correct provider. */
import { describe, expect, test } from "vitest";
import { providerResult } from "../library/provider-result.ts";
import { correct } from "../proof/correct.ts";
import { startInMemory } from "../proof/seeds/in-memory.ts";
import type { RunResult } from "../result/result.ts";
import { readRequirements } from "../spec/requirements.ts";

const token = "token-of-the-partial-runs";
const words = [...new Set(readRequirements().flatMap(({ level, topic }) => [level, topic]))];

/** Inconclusive, and nothing is reported about checks that were not run. */
function expectNoVerdict(result: RunResult): void {
  expect(result).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  expect(result.requirements.filter(({ status }) => status === "failed")).toEqual([]);
}

/** Their checks judge refusals, whatever was refused, and send nothing. A check that is refused is run with them. */
const ofRefusals = ["error-media-type", "error-encoding", "error-shape", "refuses-with-400", "challenges-with-401"];

const selections = [
  ...[...words, ...ofRefusals].map((word) => ({ only: [word], skip: [] })),
  ...words.map((word) => ({ only: [], skip: [word] })),
  { only: ["error-shape"], skip: ["refuses-missing-member"] },
];

test("a selection in which nothing has an occasion is not met", async () => {
  await using server = startInMemory(correct, { token });
  const result = await providerResult({ url: server.url, token, selection: { only: ["refused-words"], skip: [] } });
  expectNoVerdict(result);
  expect(result.reasons[0]).toMatch(/^Nothing of the selection had an occasion to be judged: no such word was/u);
});

describe("a run is never called conformant that", () => {
  test.each(selections)("is the selection %j", async (selection) => {
    await using server = startInMemory(correct, { token });
    const provider = { url: server.url, token };
    const result = await providerResult({ ...provider, seed: "selected", strict: false, selection });
    expect(result).toMatchObject({
      verdict: "selection-met",
      exitCode: 0,
      complete: true,
      reasons: [
        expect.stringMatching(
          /^Everything selected is met.* Only a selection of the checks was run: this is not a verdict on the provider\.$/u,
        ),
      ],
    });
    expect(result.summary.exchanges).toBeGreaterThan(2);
  });

  test.each([1, 2, 20, 100, 140])("is interrupted after %i exchanges", async (exchanges) => {
    await using server = startInMemory(correct, { token });
    const interrupt = new AbortController();
    const result = await providerResult({
      url: server.url,
      token,
      seed: "interrupted",
      strict: false,
      signal: interrupt.signal,
      onProgress: (progress) => {
        if (progress.exchanges >= exchanges) interrupt.abort();
      },
    });
    expectNoVerdict(result);
    expect(result).toMatchObject({ complete: false, reasons: ["The run was interrupted."] });
    expect(result.exchanges.length).toBeGreaterThanOrEqual(exchanges);
  });

  test("is interrupted with its very last exchange", async () => {
    const run = async (last: number, signal?: AbortController): Promise<RunResult> => {
      // A separate store for each: ids that cannot be drawn lead to more requests if they are taken.
      await using server = startInMemory(correct, { token });
      return await providerResult({
        url: server.url,
        token,
        seed: "to the last",
        strict: false,
        ...(signal === undefined ? {} : { signal: signal.signal }),
        onProgress: (progress) => {
          if (progress.exchanges === last) signal?.abort();
        },
      });
    };
    const whole = await run(0);
    expect(whole.verdict).toBe("conformant");
    const result = await run(whole.exchanges.length, new AbortController());
    expect(result.exchanges).toHaveLength(whole.exchanges.length);
    expectNoVerdict(result);
  });

  test("is interrupted before it begins", async () => {
    await using server = startInMemory(correct, { token });
    const provider = { url: server.url, token };
    const result = await providerResult({ ...provider, seed: "early", strict: false, signal: AbortSignal.abort() });
    expectNoVerdict(result);
    expect(result).toMatchObject({
      complete: false,
      reasons: ["The run was interrupted."],
      summary: { plantsCreated: 0 },
    });
  });

  test("reaches its deadline", async () => {
    await using server = startInMemory(correct, { token });
    const provider = { url: server.url, token, limits: { deadlineMs: 20 } };
    const result = await providerResult({ ...provider, seed: "deadline", strict: false });
    expectNoVerdict(result);
    expect(result).toMatchObject({ complete: false, reasons: ["The run was not over after 0.02 s, its deadline."] });
  });

  test("is refused for its token", async () => {
    await using server = startInMemory(correct, { token });
    const result = await providerResult({ url: server.url, token: "another", seed: "token", strict: false });
    expectNoVerdict(result);
    expect(result).toMatchObject({
      complete: false,
      reasons: [expect.stringMatching(/^The provider refused the token that it was given/u)],
    });
  });
});
