/**
 * What fuzzing has seen, in a size that does not grow with the number of cases: counts, the first failing exchanges of
 * each check, and a sample of the others.
 */
import type { Exchange, Finding, FuzzShown, FuzzTally, Outcome } from "../../result/result.ts";
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
  firstRefusal: number;
  lastRefusal: number;
}

export interface Ledger {
  readonly pass: (requirement: string, seen: Seen) => void;
  readonly fail: (requirement: string, failure: Failure) => void;
  readonly hasFailed: (requirement: string) => boolean;
  /** As `pass`, for an exchange that counts only between two accepted ordinary requests. */
  readonly refuse: (requirement: string, seen: Seen) => void;
  /** An ordinary request was accepted at this place. */
  readonly accept: (at: number) => void;
  /** The first failures of each failing check for which no smallest request is known. */
  readonly firstFailures: () => ReadonlyArray<readonly [check: Labelled, failures: readonly Failure[]]>;
  readonly shrunk: (requirement: string, failure: Failure) => void;
  /** The results of the checks, and the exchanges that they are based on. The first exchange has the index `first`. */
  readonly results: (end: LedgerEnd) => Required<Omit<PhaseResults, "fuzz">>;
}

/** What is known about the run when the results are taken: where its exchanges begin, and whether it was completed. */
export interface LedgerEnd {
  readonly first: number;
  readonly isOver: boolean;
}

/** Opens a ledger for some checks, by requirement. Findings of other requirements are not kept. */
export function openLedger(checks: ReadonlyMap<string, Labelled>): Ledger {
  const entries = new Map<string, Entry>(Array.from(checks.keys(), (requirement) => [requirement, empty()]));
  const accepted = { first: Infinity, last: -Infinity };
  const isBetween = (at: number): boolean => accepted.first < at && at < accepted.last;
  const judged = (requirement: string, change: (entry: Entry) => void): void => {
    const entry = entries.get(requirement);
    if (entry === undefined) return;
    entry.judged += 1;
    change(entry);
  };
  // A refusal counts only if ordinary requests were accepted before and after it.
  const failing = ({ requirement, form }: Labelled): readonly Failure[] =>
    (entries.get(requirement)?.failing ?? []).filter(
      ({ at, besideParents }) => (form !== "acceptance" && besideParents !== true) || isBetween(at),
    );
  return {
    pass: (requirement, seen) => judged(requirement, (entry) => keepPassing(entry, seen)),
    fail: (requirement, failure) => judged(requirement, (entry) => keepFailing(entry, failure)),
    hasFailed: (requirement) => (entries.get(requirement)?.failures ?? 0) > 0,
    refuse: (requirement, seen) =>
      judged(requirement, (entry) => {
        keepPassing(entry, seen);
        entry.firstRefusal = Math.min(entry.firstRefusal, seen.at);
        entry.lastRefusal = Math.max(entry.lastRefusal, seen.at);
      }),
    accept: (at) => void Object.assign(accepted, around(accepted, at)),
    firstFailures: () =>
      Array.from(checks.values()).flatMap((check) => {
        const first = entries.get(check.requirement)?.smallest == null ? failing(check) : [];
        return first.length === 0 ? [] : [[check, first] as const];
      }),
    shrunk: (requirement, failure) => {
      const entry = entries.get(requirement);
      if (entry !== undefined) entry.smallest ??= failure;
    },
    results: (how) => resultsOf(checks, { entries, failing, isBetween }, how),
  };
}

function around({ first, last }: { readonly first: number; readonly last: number }, at: number): object {
  return { first: Math.min(first, at), last: Math.max(last, at) };
}

function keepFailing(entry: Entry, failure: Failure): void {
  entry.failures += 1;
  entry.failing = lowest([...entry.failing, failure], KEPT.failing);
}

function keepPassing(entry: Entry, seen: Seen): void {
  const last = entry.passing[KEPT.passing - 1];
  if (last !== undefined && last.at <= seen.at) return;
  entry.passing = lowest([...entry.passing, seen], KEPT.passing);
}

interface Book {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly failing: (check: Labelled) => readonly Failure[];
  readonly isBetween: (at: number) => boolean;
}

function resultsOf(
  checks: ReadonlyMap<string, Labelled>,
  { entries, failing, isBetween }: Book,
  { first, isOver }: LedgerEnd,
): ReturnType<Ledger["results"]> {
  const shelf = openShelf(first);
  const results = Array.from(checks, ([requirement, check]) => {
    const entry = entries.get(requirement) ?? empty();
    const failures = failing(check);
    const shown = shownOf(entry, failures, shelf);
    const outcome = outcomeOf(entry, shown.shown, { isBetween, isOver });
    const rests = outcome.status === "failed" ? failuresOf(entry, failures) : entry.passing;
    const places = rests.map(({ sent }) => shelf.place(sent));
    const tally: FuzzTally = { check: check.id, judged: entry.judged, failures: entry.failures, ...shown };
    return { result: judgedAs(check, outcome, places), tally };
  });
  return {
    checks: results.map(({ result }) => result),
    kept: shelf.kept(),
    tallies: results.map(({ tally }) => tally),
  };
}

function empty(): Entry {
  return { judged: 0, failures: 0, failing: [], passing: [], smallest: null, firstRefusal: Infinity, lastRefusal: -1 };
}

function lowest<T extends Seen>(list: readonly T[], count: number): readonly T[] {
  return list.toSorted((one, two) => one.at - two.at).slice(0, count);
}

function failuresOf({ smallest }: Entry, failing: readonly Failure[]): readonly Failure[] {
  return smallest === null ? failing : [smallest, ...failing];
}

/** The part of the failures that a report shows; nothing if no failure counts. */
function shownOf(entry: Entry, failing: readonly Failure[], shelf: Shelf): { readonly shown?: FuzzShown } {
  const [failure] = failuresOf(entry, failing);
  const [first, ...others] = failure?.findings ?? [];
  if (failure === undefined || first === undefined) return {};
  const { features = [], sent } = failure;
  const placed = (finding: Finding): Finding => ({ ...finding, exchange: shelf.place(sent) });
  const findings = [placed(first), ...others.map(placed)] as const;
  return { shown: { findings, isSmallest: entry.smallest !== null, only: inWords(features) } };
}

function outcomeOf(
  entry: Entry,
  shown: FuzzShown | undefined,
  { isBetween, isOver }: Pick<Book, "isBetween"> & Pick<LedgerEnd, "isOver">,
): Outcome {
  if (shown !== undefined) return fromFindings(counted(shown, entry));
  if (
    entry.failures > 0 ||
    (entry.lastRefusal >= 0 && !isBetween(entry.firstRefusal) && !isBetween(entry.lastRefusal))
  ) {
    return notJudged("no-accepted-parent", "no ordinary request was accepted both before and after it");
  }
  if (entry.judged > 0) return passed;
  return isOver
    ? notJudged("no-occasion", "no generated case tests this")
    : notJudged("run-ended", "the run ended before a case that tests this");
}

interface Shelf {
  /** The index of an exchange in the result. The exchange is kept from now on. */
  readonly place: (sent: Sent) => number;
  readonly kept: () => readonly Exchange[];
}

function openShelf(first: number): Shelf {
  const places = new Map<Sent, number>();
  return {
    place: (sent) => {
      const place = places.get(sent) ?? first + places.size;
      places.set(sent, place);
      return place;
    },
    kept: () => Array.from(places.keys(), ({ exchange }) => exchange),
  };
}
