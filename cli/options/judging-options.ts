/** What to judge and what fails the run, from the options of `check`. */
import type { CheckValues } from "./rows.ts";
import { defined } from "../../result/defined.ts";
import type { JudgeOptions } from "../../library/judge-options.ts";
import type { RunResult } from "../../result/result.ts";
import type { WaiverOptions } from "../files/waivers-file.ts";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { UsageError } from "../io.ts";
import { type ExpectationOptions, givenExpectations } from "./pinned-values.ts";
import { type KnownStack, knownStacks, stackNamed } from "../../result/known-stacks.ts";

/** The options about judging, as parsed from the command line. */
type JudgingOptions = ExpectationOptions &
  WaiverOptions &
  BaselineOptions &
  Pick<CheckValues, "shard" | "only" | "skip" | "strict" | "seed" | "fuzz" | "failFast" | "invalidToken" | "auth">;

/** The options about an earlier run. */
export type BaselineOptions = Pick<CheckValues, "baseline" | "failOnRegression">;

/** The options of the library that result from them. */
type JudgingWishes = Pick<
  JudgeOptions,
  | "seed"
  | "strict"
  | "selection"
  | "fuzz"
  | "failFast"
  | "expectations"
  | "waivers"
  | "allowWaived"
  | "baseline"
  | "failOnRegression"
>;

/**
 * Reads the options, and the files that they name.
 * @param operation the operation of the user's document, whose requirements the options may name
 * @throws {UsageError} when a file cannot be used, or an option requires another one
 */
export async function givenJudging(options: JudgingOptions, operation?: Operation): Promise<JudgingWishes> {
  const { strict, seed, fuzz, failFast } = options;
  return {
    strict,
    ...defined({ seed, fuzz, failFast }),
    ...(await selectionOf(options, operation)),
    expectations: await givenExpectations(options, operation),
    ...(await waiversOf(options, operation)),
    ...(await baselineOf(options)),
  };
}

/** Whether only some of the checks are selected. */
export function isPartial({ only, skip }: Pick<JudgingOptions, "only" | "skip">): boolean {
  return only.length + skip.length > 0;
}

/** Loads the checks only if there is a selection. @throws {UsageError} if the selection leaves nothing to run */
async function selectionOf(options: JudgingOptions, operation?: Operation): Promise<Pick<JudgingWishes, "selection">> {
  if (!isPartial(options)) return {};
  const { only, skip, invalidToken, auth } = options;
  const [{ requireSelection }, { SelectionError }] = await Promise.all([
    import("../../library/requested-run.ts"),
    import("../../suites/checks/select.ts"),
  ]);
  try {
    const asked = { invalidToken: invalidToken !== undefined, isWithoutToken: !auth };
    requireSelection({ only, skip }, operation ?? readOperation(), asked);
  } catch (error) {
    throw error instanceof SelectionError ? new UsageError(error.message) : error;
  }
  return { selection: { only, skip } };
}

/** The reader of waivers is loaded only if there are some. */
async function waiversOf(
  options: JudgingOptions,
  operation?: Operation,
): Promise<Pick<JudgingWishes, "waivers" | "allowWaived">> {
  if (options.waivers === undefined && !options.allowWaived) return {};
  const { givenWaivers } = await import("../files/waivers-file.ts");
  return givenWaivers(options, operation);
}

/**
 * The earlier run to compare with. The reader of results is loaded only if there is one.
 * @throws {UsageError} when the file cannot be used, or an option requires a baseline and there is none
 */
export async function baselineOf({
  baseline,
  failOnRegression,
}: BaselineOptions): Promise<{ readonly baseline?: RunResult; readonly failOnRegression?: boolean }> {
  if (baseline !== undefined) {
    const { readBaseline } = await import("../files/result-file.ts");
    return { baseline: readBaseline(baseline), failOnRegression };
  }
  if (!failOnRegression) return {};
  throw new UsageError(
    "--fail-on-regression needs an earlier run to compare with; give --baseline result.json as well",
  );
}

/**
 * The stack of that name.
 * @throws {UsageError} for an unknown name; the message contains the nearest one
 */
export async function givenStack(name: string): Promise<KnownStack> {
  const stack = stackNamed(name);
  if (stack !== undefined) return stack;
  const { nearName } = await import("../../result/near-name.ts");
  const ids = knownStacks.map(({ id }) => id);
  const nearest = nearName(name, ids);
  const hint = nearest !== null ? `did you mean ${nearest}? Known` : "known";
  throw new UsageError(`There is no stack ${JSON.stringify(name.slice(0, 100))}; ${hint} are ${ids.join(", ")}`);
}
