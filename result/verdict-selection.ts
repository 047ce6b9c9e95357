/** The verdict for a selection of checks in which nothing that counts is broken or unclear. Pure. */
import { count, listed } from "./counts.ts";
import type { CheckResult, RequirementResult, Shard } from "./result.ts";

/** Whether every selected check was judged and met, and a sentence that says so or says why not. */
export interface SelectionWords {
  readonly isMet: boolean;
  readonly sentence: string;
}

/** The sentence for a part of a run that was not judged for another reason. */
export function noVerdictOf(shard: Shard | undefined): string {
  return shard === undefined ? NO_VERDICT : `${nameOf(shard)} ${NO_VERDICT_OF_SHARD}`;
}

/** The sentence for a shard in which nothing that counts is broken or unclear. */
export function shardWords(shard: Shard, met: string): string {
  return `${nameOf(shard)} ${NO_VERDICT_OF_SHARD} In it: ${met}`;
}

function nameOf({ index, of }: Shard): string {
  return `This is shard ${index} of ${of}.`;
}

const NO_VERDICT_OF_SHARD = "It is not a verdict on the provider: merge the results of all shards.";

const NO_VERDICT = "Only a selection of the checks was run: this is not a verdict on the provider.";

/**
 * Judges the selection. A warning, a waived failure and an open point that could not be judged are not met; a selection
 * in which nothing had an occasion to be judged is not met either.
 * @param standsInTheWay whether a check should have been judged and was not
 */
export function selectionWords(
  requirements: readonly RequirementResult[],
  standsInTheWay: (check: CheckResult) => boolean,
): SelectionWords {
  const unmet = requirements.filter(({ status }) => status === "failed" || status === "waived");
  const unjudged = requirements.filter(({ status, checks }) => status === "not-judged" && checks.some(standsInTheWay));
  const judged = requirements.filter(({ status }) => status === "passed" || status === "observed");
  if (unmet.length + unjudged.length > 0) {
    const parts = [
      ...(unmet.length === 0 ? [] : [`not met: ${listed(idsOf(unmet))}`]),
      ...(unjudged.length === 0 ? [] : [`not judged: ${listed(idsOf(unjudged))}`]),
    ];
    return { isMet: false, sentence: `Of the selection, ${parts.join("; ")}. ${NO_VERDICT}` };
  }
  if (judged.length === 0) {
    return {
      isMet: false,
      sentence: `Nothing of the selection had an occasion to be judged; select checks that cause one, too. ${NO_VERDICT}`,
    };
  }
  const idle = requirements.length - judged.length;
  const remark = idle === 0 ? "" : `, and ${count(idle, "requirement")} had no occasion to be judged`;
  return { isMet: true, sentence: `Everything selected is met${remark}. ${NO_VERDICT}` };
}

function idsOf(requirements: readonly RequirementResult[]): readonly string[] {
  return requirements.map(({ id }) => id);
}
