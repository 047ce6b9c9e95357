/**
 * The suite against mutants that nobody chose: how many it finds, and that it blames no correct provider.
 *
 * `GENERATOR_SEED=...` draws a set again, `GENERATED=2000` draws a larger set, and `KEEP_MISSES=1` adds the misses to
 * `misses.json`, where each stays a case until the suite finds it.
 */
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { conditionsOfRun, unmetLines } from "./conditions.ts";
import { drawSet } from "./draw.ts";
import { expectedOf } from "./expected.ts";
import { sentenceOf } from "./grammar.ts";
import { judgeAll, judgeMutant, runSeed } from "./judged-mutants.ts";
import type { GeneratedMutant } from "./mutant.ts";
import { MEASURED, type MutantOutcome, heldRates, isAccused, isDetected, isMissed, lineOf, rateTable } from "./rate.ts";

const seed = process.env["GENERATOR_SEED"] ?? randomUUID().slice(0, 8);
const count = Number(process.env["GENERATED"] ?? 200);

/** A known miss, with the run in which it is missed. */
interface KeptMiss {
  readonly seed: string;
  readonly mutant: GeneratedMutant;
  /** Why the suite does not find it. */
  readonly why: string;
}

const MISSES = new URL("misses.json", import.meta.url);

const kept = JSON.parse(readFileSync(MISSES, "utf8")) as readonly KeptMiss[];

/** The misses of a set, each with the seed of its run. */
function missesOf(outcomes: readonly MutantOutcome[]): readonly KeptMiss[] {
  return outcomes.flatMap((outcome, place) => {
    const why = outcome.struck === 0 ? "No request of the run showed the fault." : "To be looked into.";
    return isMissed(outcome) ? [{ seed: runSeed(seed, place), why, mutant: outcome.mutant }] : [];
  });
}

function printed(outcomes: readonly MutantOutcome[]): string {
  const misses = outcomes.filter(isMissed);
  const lines = misses.flatMap((outcome) => [lineOf(outcome), `  ${JSON.stringify(outcome.mutant)}`]);
  return [`${count} generated mutants, GENERATOR_SEED=${seed}`, rateTable(outcomes), "", "Missed:", ...lines, ""].join(
    "\n",
  );
}

describe(`generated mutants, GENERATOR_SEED=${seed}`, { timeout: 900_000 + count * 2_000 }, () => {
  const judged = judgeAll(drawSet(seed, count), seed);

  test("right providers among them are blamed for nothing", async () => {
    const outcomes = await judged;
    expect(outcomes.filter(isAccused).map(lineOf)).toEqual([]);
    expect(outcomes.filter(({ expected, struck }) => expected === "right" && struck > 0).length).toBeGreaterThan(0);
  });

  test("the faulty ones are found about as often as was measured", async () => {
    const outcomes = await judged;
    process.stdout.write(printed(outcomes));
    if (process.env["KEEP_MISSES"] !== undefined) {
      writeFileSync(MISSES, `${JSON.stringify([...kept, ...missesOf(outcomes)], null, 2)}\n`);
    }
    for (const { of, rate, floor } of heldRates(outcomes)) expect(rate, of).toBeGreaterThanOrEqual(floor);
  });
});

test("the requests of a run meet about as many conditions as was measured", async () => {
  const conditions = await conditionsOfRun("conditions");
  const met = conditions.filter((condition) => condition.met > 0).length / conditions.length;
  process.stdout.write(
    `${["Conditions that no request of a run met:", ...unmetLines(conditions), `met: ${met}`].join("\n")}\n`,
  );
  expect(met).toBeGreaterThanOrEqual(MEASURED.conditions - 0.02);
});

describe.concurrent("a miss that is kept", () => {
  test.each(kept.map((miss) => [sentenceOf(miss.mutant), miss] as const))(
    "is missed still: %s",
    async (_name, miss) => {
      const { mutant } = miss;
      expect(["MUST", "SHOULD"], "what it breaks").toContain(expectedOf(mutant));
      const outcome = await judgeMutant(mutant, miss.seed);
      expect(isDetected(outcome), `The suite finds it now: take it out of misses.json. ${lineOf(outcome)}`).toBe(false);
    },
  );
});
