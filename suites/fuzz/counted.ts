/** Reports a failure of fuzzing with the counts of the run. Pure. */
import type { Finding, FuzzShown, FuzzTally } from "../../result/result.ts";

/** The findings of the failure that is shown, each with the number of failed cases. */
export function counted(
  { findings, isSmallest, only }: FuzzShown,
  { judged, failures }: Pick<FuzzTally, "judged" | "failures">,
): readonly Finding[] {
  const many = `${failures} of ${judged} generated cases that test this`;
  const which = isSmallest ? "the smallest request that was found to is shown" : "the first one is shown";
  const way = only === "" ? "" : `, only with ${only}`;
  return findings.map((finding) => ({ ...finding, seen: `${finding.seen} (so ${many}; ${which}${way})` }));
}
