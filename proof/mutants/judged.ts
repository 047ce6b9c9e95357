/** The runs of the suite against the mutants. */
import { providerResult } from "../../library/provider-result.ts";
import type { RunResult } from "../../result/result.ts";
import { judgeInMemory } from "../seeds/memory-run.ts";
import { startProvider } from "../test-provider.ts";
import type { Mutant } from "./mutant.ts";

const token = "token-of-the-mutants";

/** Long enough for the slowest machine if everything is answered; short if some requests never are. */
const PATIENCE_MS = { answering: 120_000, silent: 10_000 } as const;

/** Judges a mutant as an ordinary run does. */
export async function judgeMutant({
  behaviour,
  isSilent,
  isSeenAtOnce,
}: Pick<Mutant, "behaviour" | "isSilent" | "isSeenAtOnce">): Promise<RunResult> {
  const requestMs = isSilent === true ? PATIENCE_MS.silent : PATIENCE_MS.answering;
  // One request at a time, so that the matrix is the same in each run.
  const concurrency = isSeenAtOnce === true ? {} : { concurrency: 1 };
  const options = { token, limits: { requestMs }, seed: "mutants", strict: false, ...concurrency };
  // A run without sockets takes a third of the time.
  const inMemory = isSeenAtOnce === true ? undefined : await judgeInMemory(behaviour, options);
  if (inMemory !== undefined) return inMemory;
  await using started = await startProvider(behaviour, { token });
  return await providerResult({ ...options, url: started.url });
}

const results = new Map<Mutant, Promise<RunResult>>();

/** Judges each mutant once, for all tests. */
export function resultOf(mutant: Mutant): Promise<RunResult> {
  const result = results.get(mutant) ?? judgeMutant(mutant);
  results.set(mutant, result);
  return result;
}
