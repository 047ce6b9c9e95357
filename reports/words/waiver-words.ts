/** The wording of waivers, for all renderers. */
import type { Level } from "../../spec/requirements.ts";
import type { RequirementResult, RunResult, WaiverResults, WaiverStatus } from "../../result/result.ts";
import { count, listed } from "../../result/safe-text.ts";
import { waiverName } from "../../result/waiver-verdict.ts";

export type WaiverEntry = WaiverResults["entries"][number];

const dayMs = 24 * 60 * 60 * 1000;

/** The waivers of a run with one of these statuses. */
export function waiversThatAre(
  { waivers }: Pick<RunResult, "waivers">,
  ...statuses: readonly WaiverStatus[]
): readonly WaiverEntry[] {
  return waivers?.entries.filter(({ status }) => statuses.includes(status)) ?? [];
}

/** The name in a waiver; for a cause, also the requirements that it breaks. */
export function namedBy(entry: WaiverEntry): string {
  const { explains = [] } = entry;
  return explains.length === 0 ? waiverName(entry) : `${waiverName(entry)} (${listed(explains)})`;
}

/** The level of the waived requirement or check, for a cause the highest; empty if the run does not contain it. */
export function levelOf(entry: WaiverEntry, { requirements }: RunResult): Level | "" {
  const { id, requirement = id, explains } = entry;
  if (entry.cause === true) {
    const levels = requirements.flatMap((one) => (explains?.includes(one.id) === true ? [one.level] : []));
    return levels.includes("MUST") ? "MUST" : (levels[0] ?? "");
  }
  const isOwner = (one: RequirementResult): boolean =>
    one.id === requirement || one.checks.some((check) => check.id === id);
  return requirements.find(isOwner)?.level ?? "";
}

/** The status of a waiver and what to do about it, on one line. */
export function waiverStatusWords({ status, expires }: WaiverEntry): string {
  switch (status) {
    case "applied":
      return "applied";
    case "stale":
      return "stale: what it waives passes now; delete the waiver";
    case "expired":
      return `expired: its last day was ${expires}; delete the waiver or extend it`;
    case "not-judged":
      return "not judged: this run does not show whether it is needed";
  }
}

/** How long a waiver is still valid, counted from the day of the run: `expired`, `last day`, `130 days left`. */
export function daysLeftWords({ expires }: WaiverEntry, { startedAt }: RunResult): string {
  const days = Math.round((Date.parse(expires) - Date.parse(startedAt.slice(0, 10))) / dayMs);
  if (days < 0) return "expired";
  return days === 0 ? "last day" : `${count(days, "day")} left`;
}
