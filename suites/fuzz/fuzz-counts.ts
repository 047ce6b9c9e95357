/**
 * What fuzzing has seen, in a size that does not grow with the number of cases: counts, the first failing exchanges of
 * each check, and a sample of the others.
 */
import { defined } from "../../spec/defined.ts";
import type { Finding, FuzzShown, FuzzTally, Outcome } from "../../result/result.ts";
import type { Labelled, Sent } from "../checks/check.ts";
import type { Feature } from "../checks/request-features.ts";
import { fromFindings, notJudged, passed } from "../checks/judges.ts";
import { judgedAs, type PhaseResults } from "../run/judge-run.ts";
import { inWords } from "./fuzz-requests.ts";

// Reports a failure of fuzzing with the counts of the run. Pure.

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

/** How many failing and passing exchanges are kept for one check. */
const KEPT = { failing: 5, passing: 2 } as const;

interface Seen {
  /** The case's place. Requests that are sent for it later have the same place. */
  readonly at: number;
  readonly sent: Sent;
}

export interface Failure extends Seen {
  readonly findings: readonly Finding[];
  /** It counts only between two accepted ordinary requests, as the refusal of a valid request does. */
  readonly besideParents?: true;
  /** The features that the request needs in order to fail, if they are known. */
  readonly features?: readonly Feature[];
}

interface Entry {
  /** The number of judged exchanges. */
  judged: number;
  failures: number;
  failing: readonly Failure[];
  passing: readonly Seen[];
  /** The smallest request of a failed case that was found to fail. */
  smallest: Failure | null;
  /** The places of the first and the last refusal. */
  refusals: readonly [first: number, last: number];
}

/** Opens a ledger for some checks, by requirement. Findings of other requirements are not kept. */
export function openLedger(checks: ReadonlyMap<string, Labelled>) {
  const entries = new Map<string, Entry>(Array.from(checks.keys(), (requirement) => [requirement, empty()]));
  let [first, last] = [Infinity, -Infinity];
  const isBetween = (at: number): boolean => first < at && at < last;
  const entryOf = (requirement: string): Entry => entries.get(requirement) ?? empty();
  const judged = (requirement: string): Entry => {
    const entry = entryOf(requirement);
    entry.judged += 1;
    return entry;
  };
  return {
    pass: (requirement: string, seen: Seen): void => keepPassing(judged(requirement), seen),
    fail: (requirement: string, failure: Failure): void => keepFailing(judged(requirement), failure),
    hasFailed: (requirement: string): boolean => entryOf(requirement).failures > 0,
    /** As `pass`, for an exchange that counts only between two accepted ordinary requests. */
    refuse: (requirement: string, seen: Seen): void => {
      const entry = judged(requirement);
      keepPassing(entry, seen);
      entry.refusals = [Math.min(entry.refusals[0], seen.at), Math.max(entry.refusals[1], seen.at)];
    },
    /** An ordinary request was accepted at this place. */
    accept: (at: number): void => {
      [first, last] = [Math.min(first, at), Math.max(last, at)];
    },
    /** The first failures of each failing check for which no smallest request is known. */
    firstFailures: () =>
      Array.from(checks.values(), (check) => {
        const entry = entryOf(check.requirement);
        return [check, entry.smallest === null ? failuresOf(entry, check, isBetween) : []] as const;
      }).filter(([, failures]) => failures.length > 0),
    shrunk: (requirement: string, failure: Failure): void => {
      entryOf(requirement).smallest ??= failure;
    },
    /** The results of the checks, and the exchanges that they are based on. The first exchange has the index `first`. */
    results: (end: Omit<LedgerEnd, "isBetween">) => resultsOf(checks, entryOf, { ...end, isBetween }),
  };
}

/** What fuzzing has seen. */
export type Ledger = ReturnType<typeof openLedger>;

function keepFailing(entry: Entry, failure: Failure): void {
  entry.failures += 1;
  entry.failing = lowest([...entry.failing, failure], KEPT.failing);
}

function keepPassing(entry: Entry, seen: Seen): void {
  const last = entry.passing[KEPT.passing - 1];
  if (last !== undefined && last.at <= seen.at) return;
  entry.passing = lowest([...entry.passing, seen], KEPT.passing);
}

/** The failures that count. A refusal does only if ordinary requests were accepted before and after it. */
function failuresOf({ failing }: Entry, { form }: Labelled, isBetween: LedgerEnd["isBetween"]): readonly Failure[] {
  return failing.filter(({ at, besideParents }) => (form !== "acceptance" && besideParents !== true) || isBetween(at));
}

/** Where the exchanges of the ledger begin in the run, whether the run was completed, and which places count. */
interface LedgerEnd {
  readonly first: number;
  readonly isOver: boolean;
  readonly isBetween: (at: number) => boolean;
}

function resultsOf(
  checks: ReadonlyMap<string, Labelled>,
  entryOf: (requirement: string) => Entry,
  end: LedgerEnd,
): Required<Omit<PhaseResults, "fuzz">> {
  const places = new Map<Sent, number>();
  // The exchange is kept from now on.
  const placeOf = (sent: Sent): number => {
    const place = places.get(sent) ?? end.first + places.size;
    places.set(sent, place);
    return place;
  };
  const results = Array.from(checks.values(), (check) => {
    const entry = entryOf(check.requirement);
    const failing = failuresOf(entry, check, end.isBetween);
    const failures = entry.smallest === null ? failing : [entry.smallest, ...failing];
    const shown = shownOf(entry, failures, placeOf);
    const outcome = outcomeOf(entry, shown, end);
    const exchanges = (outcome.status === "failed" ? failures : entry.passing).map(({ sent }) => placeOf(sent));
    const { judged, failures: count } = entry;
    const tally: FuzzTally = defined({ check: check.id, judged, failures: count, shown });
    return { result: judgedAs(check, outcome, exchanges), tally };
  });
  return {
    checks: results.map(({ result }) => result),
    kept: Array.from(places.keys(), ({ exchange }) => exchange),
    tallies: results.map(({ tally }) => tally),
  };
}

function empty(): Entry {
  return { judged: 0, failures: 0, failing: [], passing: [], smallest: null, refusals: [Infinity, -Infinity] };
}

function lowest<T extends Seen>(list: readonly T[], count: number): readonly T[] {
  return list.toSorted((one, two) => one.at - two.at).slice(0, count);
}

/** The part of the failures that a report shows; nothing if no failure counts. */
function shownOf(
  { smallest }: Entry,
  [failure]: readonly Failure[],
  placeOf: (sent: Sent) => number,
): FuzzShown | undefined {
  const [first, ...others] = failure?.findings ?? [];
  if (failure === undefined || first === undefined) return undefined;
  const { features = [], sent } = failure;
  const placed = (finding: Finding): Finding => ({ ...finding, exchange: placeOf(sent) });
  return {
    findings: [placed(first), ...others.map(placed)],
    isSmallest: smallest !== null,
    only: inWords(features),
  };
}

function outcomeOf(entry: Entry, shown: FuzzShown | undefined, { isBetween, isOver }: LedgerEnd): Outcome {
  if (shown !== undefined) return fromFindings(counted(shown, entry));
  const isOfRefusals = entry.refusals[1] >= 0;
  if (entry.failures > 0 || (isOfRefusals && !entry.refusals.some(isBetween))) {
    return notJudged("no-accepted-parent", "no ordinary request was accepted both before and after it");
  }
  if (entry.judged > 0) return passed;
  return isOver
    ? notJudged("no-occasion", "no generated case tests this")
    : notJudged("run-ended", "the run ended before a case that tests this");
}
