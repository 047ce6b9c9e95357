/** Creates the result of a fleet from the results of its providers. Pure. */
import { causesIn } from "./causes/causes-of.ts";
import { latencyFigures } from "./figures.ts";
import type { FleetFiles, FleetMember, FleetResult, PlannedMember } from "./fleet-result.ts";
import type { RunResult } from "./result.ts";

/** A provider with its result. */
export function judgedMember(named: PlannedMember, result: RunResult, files: FleetFiles): FleetMember {
  const { verdict, exitCode, reasons, strict, startedAt, durationMs, summary, requirements, profile } = result;
  const answered = result.exchanges.filter(({ response }) => response !== null);
  const latency = latencyFigures(answered.map(({ timing }) => timing.totalMs));
  const { version } = result.provider;
  return {
    ...named,
    ...(version === undefined ? {} : { version }),
    verdict,
    exitCode,
    reasons,
    strict,
    startedAt,
    durationMs,
    summary,
    ...(latency === null ? {} : { latency }),
    causes: causesIn(result).map(({ id, title, level, requirements: broken, fix }) => ({
      id,
      title,
      level,
      requirements: broken,
      fix,
    })),
    statuses: Object.fromEntries(requirements.map(({ id, status }) => [id, status])),
    profile,
    files,
  };
}

/** A provider without a run. Only the reason is known. */
export function unjudgedMember(named: PlannedMember, reason: string, startedAt: Date): FleetMember {
  return {
    ...named,
    verdict: "inconclusive",
    exitCode: 3,
    reasons: [reason],
    strict: false,
    startedAt: startedAt.toISOString(),
    durationMs: 0,
    causes: [],
    statuses: {},
    profile: {},
  };
}

/** Exit codes from the best to the worst: a broken MUST is worse than a provider that could not be judged. */
const STATUSES = [0, 3, 1] as const;

/** The worst exit status of the providers that may not fail. */
export function worstExitCode(members: readonly FleetMember[]): FleetResult["exitCode"] {
  const counted = members.filter(({ mayFail }) => mayFail !== true).map(({ exitCode }) => exitCode);
  return STATUSES.findLast((status) => counted.includes(status)) ?? 0;
}

/**
 * The shard of a provider, counted from 1, by its place in the fleet, counted from 0. Neighbours go to different
 * shards.
 */
export function shardOfMember(place: number, of: number): number {
  return (place % of) + 1;
}
