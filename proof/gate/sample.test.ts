/**
 * The part of the proof that `npm test` makes; `npm run proof` makes all of it. The mutants are the smallest set that
 * breaks each requirement and lets each check find one, by the kill matrix. What is drawn depends on a seed that is
 * printed: `SAMPLE_SEED=...` draws it again.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { env } from "node:process";
import { describe, expect, test } from "vitest";
import { drawSet } from "../generator/draw.ts";
import { judgeAll } from "../generator/judged-mutants.ts";
import { isAccused, isDetected, lineOf } from "../generator/rate.ts";
import { hostile } from "../hostile/index.ts";
import { judgeHostile } from "../hostile/judged.ts";
import { killOf } from "../kill-matrix.ts";
import { mutants } from "../mutants/index.ts";
import { resultOf } from "../mutants/judged.ts";
import { expectRight } from "../right/expect-right.ts";
import { rightsInMemory, runsOf } from "../seeds/right-runs.ts";
import { faultsOfFuzzing, faultsOfRun } from "../seeds/sent-faults.ts";
import { killsOfPage, leastCover } from "./cover.ts";

const seed = env["SAMPLE_SEED"] ?? randomUUID().slice(0, 8);
process.stdout.write(`SAMPLE_SEED=${seed} draws the random part of the proof again\n`);

/** Every so many of a list, from a place that the seed draws. */
function everyNth<T>(list: readonly T[], nth: number): readonly T[] {
  const from = Number.parseInt(Buffer.from(seed).toString("hex").slice(-6), 16) % nth;
  return list.filter((_one, at) => at % nth === from);
}

const kills = killsOfPage(readFileSync(new URL("../kill-matrix.md", import.meta.url), "utf8"));
const cover = leastCover(kills);
const chosen = mutants.filter(({ name }) => cover.includes(name));

// Some mutants are silent, and others can be judged meanwhile.
describe.concurrent("a mutant breaks what it is meant to break, and nothing else:", () => {
  test.each(chosen.map((mutant) => [mutant.name, mutant] as const))("%s", async (_name, mutant) => {
    const { breaks, breaksByChance = [] } = mutant;
    const broken = killOf(mutant, await resultOf(mutant)).requirements.filter((id) => !breaksByChance.includes(id));
    expect(broken.toSorted()).toEqual([...breaks].toSorted());
  });
});

test("they break each requirement, and each check finds one of them", async () => {
  const found = [];
  for (const mutant of chosen) found.push(killOf(mutant, await resultOf(mutant)));
  const seen = new Set(found.flatMap(({ requirements, checks }) => [...requirements, ...checks]));
  const missing = kills.flatMap(({ requirements, checks }) =>
    [...requirements, ...checks].filter((id) => !seen.has(id)),
  );
  // Other ids find other mutants, and a new check gives the checks after it other ids.
  expect([...new Set(missing)], "the kill matrix has to be written again (CONTRIBUTING.md)").toEqual([]);
});

describe.concurrent("a hostile provider of each kind does no harm:", () => {
  // The last of a kind is the shortest to judge more often than not.
  const ofEachKind = Object.entries(hostile).flatMap(([kind, providers]) =>
    providers.slice(-1).map((one) => [kind, one] as const),
  );
  test.each(ofEachKind)("%s", (_kind, one) => judgeHostile(one));
});

describe(`a correct provider is not accused (SAMPLE_SEED=${seed}) that`, () => {
  test.each(everyNth(rightsInMemory, 16).map((right) => [right.name, right] as const))("%s", async (_name, right) => {
    for (const result of await runsOf(right, [seed])) expectRight(result, right);
  });
});

test(`generated mutants are found, and generated correct providers are not accused (SAMPLE_SEED=${seed})`, async () => {
  const outcomes = await judgeAll(drawSet(seed, 6), seed);
  expect(outcomes.filter(isAccused).map(lineOf)).toEqual([]);
  expect(outcomes.some(isDetected)).toBe(true);
});

test.each([
  ["every request of a run is what it is sent as", faultsOfRun],
  ["every case of fuzzing is what it is sent as", faultsOfFuzzing],
])(`%s (SAMPLE_SEED=${seed})`, (_title, faults) => {
  expect(faults(seed)).toEqual([]);
});
