/**
 * The suite against mutants that nobody chose: how many it finds, and that it blames no right provider.
 *
 * `GENERATOR_SEED=...` draws a set again, `GENERATED=400` draws a larger one. A miss that is to be worked on goes into
 * `misses.json`, as the value that is printed with it.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { conditionsOfRun, unmetLines } from "./conditions.ts";
import { drawSet } from "./draw.ts";
import { expectedOf } from "./expected.ts";
import { sentenceOf } from "./grammar.ts";
import type { GeneratedMutant } from "./mutant.ts";
import {
  MEASURED,
  type MutantOutcome,
  heldRates,
  isAccused,
  isDetected,
  isMissed,
  judgeAll,
  judgeMutant,
  lineOf,
  rateTable,
} from "./rate.ts";

const seed = process.env["GENERATOR_SEED"] ?? randomUUID().slice(0, 8);
const count = Number(process.env["GENERATED"] ?? 60);

/** A miss that is known, in the run in which it is missed. */
interface KeptMiss {
  readonly seed: string;
  readonly mutant: GeneratedMutant;
  /** Why the suite does not find it. */
  readonly why: string;
}

const kept = JSON.parse(readFileSync(new URL("misses.json", import.meta.url), "utf8")) as readonly KeptMiss[];

function printed(outcomes: readonly MutantOutcome[]): string {
  const misses = outcomes.filter(isMissed);
  const lines = misses.flatMap((outcome) => [lineOf(outcome), `  ${JSON.stringify(outcome.mutant)}`]);
  return [`${count} generated mutants, GENERATOR_SEED=${seed}`, rateTable(outcomes), "", "Missed:", ...lines, ""].join(
    "\n",
  );
}

describe(`generated mutants, GENERATOR_SEED=${seed}`, { timeout: 180_000 + count * 10_000 }, () => {
  const judged = judgeAll(drawSet(seed, count), seed);

  test("right providers among them are blamed for nothing", async () => {
    const outcomes = await judged;
    expect(outcomes.filter(isAccused).map(lineOf)).toEqual([]);
    expect(outcomes.filter(({ expected, struck }) => expected === "right" && struck > 0).length).toBeGreaterThan(0);
  });

  test("the faulty ones are found about as often as was measured", async () => {
    const outcomes = await judged;
    process.stdout.write(printed(outcomes));
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
