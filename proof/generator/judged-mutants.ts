/** Judges generated mutants in memory, as an ordinary run of the suite does. */
import { runInMemory } from "../seeds/memory-run.ts";
import { expectedOf } from "./expected.ts";
import { providerOf } from "./grammar.ts";
import type { GeneratedMutant } from "./mutant.ts";
import type { MutantOutcome } from "./rate.ts";

const token = "token-of-the-generator";

/** One run against one mutant, without fuzzing and contracts. */
export async function judgeMutant(mutant: GeneratedMutant, seed: string): Promise<MutantOutcome> {
  const { behaviour, struck } = providerOf(mutant);
  const { verdict, requirements } = await runInMemory(behaviour, { token, seed, strict: false });
  const failed = (wanted: string): readonly string[] =>
    requirements.filter(({ level, status }) => level === wanted && status === "failed").map(({ id }) => id);
  return {
    mutant,
    expected: expectedOf(mutant),
    struck: struck(),
    verdict,
    must: failed("MUST"),
    should: failed("SHOULD"),
  };
}

/** Judges each mutant in a separate run. The seeds of the runs follow from one seed and the positions in the list. */
export async function judgeAll(mutants: readonly GeneratedMutant[], seed: string): Promise<readonly MutantOutcome[]> {
  const outcomes: MutantOutcome[] = [];
  for (const [place, mutant] of mutants.entries()) outcomes.push(await judgeMutant(mutant, runSeed(seed, place)));
  return outcomes;
}

/** The seed of the run against the mutant at a position of a set. */
export function runSeed(seed: string, place: number): string {
  return `${seed} ${place}`;
}
