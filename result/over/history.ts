/** The history of a provider: its runs, since when each requirement has been broken, and which are flaky. Pure. */
import { defined } from "../../spec/defined.ts";
import { type RunResult, type Status, isUnmet } from "../result.ts";
import type { Level } from "../../spec/requirements.ts";
import type { FleetMember, FleetRequirement, FleetResult } from "./fleet-result.ts";
import { judgedMember } from "./fleet.ts";

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
  /** The level of each requirement that is not met. Entries of earlier versions have none. */
  readonly levels?: Readonly<Record<string, Level>>;
}

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

/** What a result and a fleet both say about all their providers. */
interface Judged extends Pick<FleetResult, "tool" | "specification"> {
  readonly requirements: ReadonlyArray<Pick<FleetRequirement, "id" | "level">>;
}

function entryOf(
  member: FleetMember,
  { tool, specification: { version: ofDocument, sha256 }, requirements }: Judged,
): HistoryEntry {
  const { name, baseUrl, version, verdict, exitCode, reasons, startedAt, durationMs, latency, statuses } = member;
  return {
    format: HISTORY_FORMAT,
    formatVersion: HISTORY_FORMAT_VERSION,
    provider: name,
    baseUrl,
    ...defined({ version }),
    tool,
    specification: { version: ofDocument, sha256 },
    startedAt,
    durationMs,
    verdict,
    exitCode,
    reason: reasons[0].slice(0, LONGEST_REASON),
    ...defined({ latency }),
    statuses,
    levels: Object.fromEntries(
      requirements.filter(({ id }) => isUnmet(statuses[id])).map(({ id, level }) => [id, level]),
    ),
  };
}

/** A requirement that is not met now, and the run in which it was first not met. */
export interface BrokenSince {
  readonly id: string;
  readonly level?: Level;
  readonly status: "failed" | "waived";
  /** The first run in which it was not met. It has not been met since. */
  readonly since: HistoryEntry;
  /** The last run in which it was met; null if there is no such run. */
  readonly lastMet: HistoryEntry | null;
}

/** A requirement that changes although the provider does not. */
export interface Flaky {
  readonly id: string;
  readonly level?: Level;
  /** The most changes within any `WINDOW` runs of one version. */
  readonly changes: number;
  /** The number of these runs: `WINDOW`, or fewer if the version has fewer runs. */
  readonly among: number;
  /** The run of the last such change. */
  readonly last: HistoryEntry;
}

/** Everything that a report shows about a provider. */
export interface ProviderHistory {
  readonly provider: string;
  /** From the first to the last. */
  readonly runs: readonly [HistoryEntry, ...HistoryEntry[]];
  readonly latest: HistoryEntry;
  /** Those that have been broken for longest come first. */
  readonly broken: readonly BrokenSince[];
  readonly flaky: readonly Flaky[];
}

/** A requirement that changes more than once within this number of runs is flaky. */
export const WINDOW = 10;

/** The history of a provider, from its runs in any order; null without a run. */
export function historyOf(entries: readonly HistoryEntry[]): ProviderHistory | null {
  const [first, ...others] = entries.toSorted((one, other) => order(one.startedAt, other.startedAt));
  if (first === undefined) return null;
  const runs = [first, ...others] as const;
  const latest = others.at(-1) ?? first;
  const ids = [...new Set(runs.flatMap(({ statuses }) => Object.keys(statuses)))];
  return {
    provider: latest.provider,
    runs,
    latest,
    broken: ids
      .flatMap((id) => brokenSince(id, runs) ?? [])
      .toSorted((one, other) => order(one.since.startedAt, other.since.startedAt) || order(one.id, other.id)),
    flaky: ids
      .flatMap((id) => flaky(id, runs) ?? [])
      .toSorted((one, other) => other.changes - one.changes || order(one.id, other.id)),
  };
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether a requirement is met in a run; null if it was not judged. */
function isMet(id: string, { statuses }: HistoryEntry): boolean | null {
  const status: Status | undefined = Object.hasOwn(statuses, id) ? statuses[id] : undefined;
  if (isUnmet(status)) return false;
  return status === "passed" || status === "observed" ? true : null;
}

/** A run in which the requirement was not judged changes nothing. */
function brokenSince(id: string, runs: readonly HistoryEntry[]): BrokenSince | null {
  const judged = runs.filter((run) => isMet(id, run) !== null);
  const lastMet = judged.findLastIndex((run) => isMet(id, run) === true);
  const since = judged[lastMet + 1];
  const latest = judged.at(-1);
  if (since === undefined || latest === undefined) return null;
  const status = latest.statuses[id] === "waived" ? "waived" : "failed";
  return { id, ...levelIn(runs, id), status, since, lastMet: judged[lastMet] ?? null };
}

function levelIn(runs: readonly HistoryEntry[], id: string): { readonly level?: Level } {
  const run = runs.findLast(({ levels = {} }) => Object.hasOwn(levels, id));
  return defined({ level: run?.levels?.[id] });
}

/** More than one change within ten runs of the same version. Runs without a version count as the same version. */
function flaky(id: string, runs: readonly HistoryEntry[]): Flaky | null {
  const judged = runs.map((run, at) => ({ at, run, met: isMet(id, run) })).filter(({ met }) => met !== null);
  const changes = judged.filter(({ run, met }, place) => {
    const before = judged[place - 1];
    return before !== undefined && before.run.version === run.version && before.met !== met;
  });
  const counted = changes
    .map(({ at, run }) => {
      const near = changes.filter((one) => one.at <= at && at - one.at < WINDOW && one.run.version === run.version);
      return { run, many: near.length };
    })
    .filter(({ many }) => many > 1);
  const [most] = counted.toSorted((one, other) => other.many - one.many);
  const last = counted.at(-1);
  if (most === undefined || last === undefined) return null;
  const among = Math.min(WINDOW, runs.filter(({ version }) => version === most.run.version).length);
  return { id, ...levelIn(runs, id), changes: most.many, among, last: last.run };
}
