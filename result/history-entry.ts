/** A run in a history: the data that is needed to detect changes, without any requests or answers. */
import type { FleetMember, FleetResult } from "./fleet-result.ts";
import { judgedMember } from "./fleet.ts";
import type { RunResult } from "./result.ts";

/** The `format` of an entry. @internal */
export const HISTORY_FORMAT = "plant-store-conformance/history-entry";
/** It increases when readers have to change. @internal */
export const HISTORY_FORMAT_VERSION = 1;

/** One run of one provider, described by `history-entry.schema.json`. */
export interface HistoryEntry
  extends
    Pick<FleetResult, "tool" | "specification">,
    Pick<
      FleetMember,
      "baseUrl" | "version" | "verdict" | "exitCode" | "startedAt" | "durationMs" | "latency" | "statuses"
    > {
  readonly format: typeof HISTORY_FORMAT;
  readonly formatVersion: typeof HISTORY_FORMAT_VERSION;
  /** The name of the provider in the history. */
  readonly provider: string;
  /** The most telling reason of the verdict. */
  readonly reason: string;
}

/** The most characters of a reason. */
const LONGEST_REASON = 500;

/** The entry of a result. */
export function entryOfResult(result: RunResult, provider: string): HistoryEntry {
  const named = { name: provider, labels: [], baseUrl: result.provider.baseUrl };
  return entryOf(judgedMember(named, result, { result: "", report: "" }), result);
}

/** An entry for each provider of a fleet that was run. */
export function entriesOfFleet(fleet: FleetResult): readonly HistoryEntry[] {
  return fleet.providers.filter(({ files }) => files !== undefined).map((member) => entryOf(member, fleet));
}

function entryOf(
  member: FleetMember,
  { tool, specification: { version: ofDocument, sha256 } }: Pick<FleetResult, "tool" | "specification">,
): HistoryEntry {
  const { name, baseUrl, version, verdict, exitCode, reasons, startedAt, durationMs, latency, statuses } = member;
  return {
    format: HISTORY_FORMAT,
    formatVersion: HISTORY_FORMAT_VERSION,
    provider: name,
    baseUrl,
    ...(version === undefined ? {} : { version }),
    tool,
    specification: { version: ofDocument, sha256 },
    startedAt,
    durationMs,
    verdict,
    exitCode,
    reason: reasons[0].slice(0, LONGEST_REASON),
    ...(latency === undefined ? {} : { latency }),
    statuses,
  };
}
