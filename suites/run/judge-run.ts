/** From the requests that were sent to the outcome of each check. Pure. */
import { defined, groupBy } from "../../spec/defined.ts";
import type {
  CheckResult,
  Exchange,
  Finding,
  FlatOutcome,
  FuzzReport,
  FuzzTally,
  Outage,
  Outcome,
  SentFacts,
} from "../../result/result.ts";
import { orList } from "../../spec/described-responses.ts";
import {
  type Check,
  type CheckId,
  type Form,
  type History,
  type Labelled,
  type Sent,
  hasMethod,
  statusesOf,
} from "../checks/check.ts";
import {
  isAccepted,
  isHeard,
  isOfProxy,
  isOfState,
  isOtherSuccess,
  isParent,
  isRateLimited,
  isSuccess,
  isUnavailable,
  isValid,
  mayBeReadTwice,
  refusesToken,
  isAskedAgain,
} from "../checks/exchange-facts.ts";
import { describe, detached } from "../checks/findings.ts";
import { type NotJudged, notJudged } from "../checks/judges.ts";
import { factsOf } from "../shards/shard-facts.ts";
import { causesOf } from "./shared-cause.ts";
import type { Counts } from "./session.ts";
import { MOST_BESIDES, type Stop } from "./run-stop.ts";

// When a provider stopped working. No later request counts against it. Pure.

/** The end of a provider within a run. */
interface Breakdown {
  readonly stop: Stop;
  /** The index from which nothing is judged. */
  readonly from: number;
}

/** The breakdown of a run that ended early, or whose last answers show that the provider was gone; otherwise null. */
export function breakdownOf(run: History, stopped: Stop | null): Breakdown | null {
  if (stopped === null) return foundAtTheEnd(run);
  const { from, ...stop } = stopped;
  if (from !== undefined) return { stop, from };
  return { stop: stopped, from: firstGone(run, isOfEnd[stopped.cause] ?? (() => false)) };
}

/** Whether a request was sent after the provider was gone, by the cause that ended the run. */
const isOfEnd: Partial<Record<Stop["cause"], (sent: Sent) => boolean>> = {
  silent: (sent) => !isHeard(sent),
  "broke-down": (sent) => !isHeard(sent) || isUnavailable(sent),
  unreachable: isUnavailable,
  "proxy-refused": isOfProxy,
};

/** The breakdown if valid requests are accepted and then never again: the token expired, or the provider failed. */
function foundAtTheEnd(run: History): Breakdown | null {
  const valid = run.filter((sent) => isValid(sent) && !isRateLimited(sent) && !mayBeReadTwice(sent));
  const last = valid.findLastIndex(isAccepted);
  const refused = valid.slice(last + 1);
  const [first] = refused;
  // One refusal may be an accident. A run without an accepted one is reported elsewhere. Another success is an answer.
  if (last < 0 || first === undefined || refused.length < 2 || isOtherSuccess(first)) return null;
  const isSo = ({ answer }: Sent): boolean => answer?.status === first.answer?.status;
  if (!refused.every(isSo)) return null;
  // Ordinary requests that were never accepted are refused because of their content.
  if (refused.every(isParent) && !valid.some((sent) => isParent(sent) && isAccepted(sent))) return null;
  const place = (valid[last]?.index ?? 0) + 1;
  const after = `after ${place === 1 ? "1 request" : `${place} requests`} every valid one was ${first.answer === null ? `given ${describe(first)}` : `answered ${describe(first)}`}`;
  return { stop: stopAfter(first, after), from: firstGone(run, isSo) };
}

/** Why nothing was accepted any more. @param after since when, and how valid requests were answered */
function stopAfter(first: Sent, after: string): Stop {
  // A 403 may be about a quota as well as about the token.
  const isForbidden = first.answer?.status === 403;
  if (refusesToken(first) && !isForbidden) {
    return { cause: "token-refused", reason: `The provider took the token at first and then refused it: ${after}.` };
  }
  if (isOfState(first) || isOfStore(first)) {
    const reason = `The provider accepted no valid request any more: ${after}, as where a store is full or a quota is used up${isForbidden ? ", or the token is locked out" : ""}.`;
    return { cause: "state", reason };
  }
  const instead = orList(statusesOf(first).successes);
  return { cause: "broke-down", reason: `The provider broke down during the run: ${after} instead of ${instead}.` };
}

/** Statuses that say that the operation is gone, or that nothing was read in time. */
const OF_AN_END: ReadonlySet<number> = new Set([404, 405, 408, 410]);

/** Whether a refusal may mean that the store takes no more: any 4xx, and 507. The document does not show a quota. */
function isOfStore({ answer }: Sent): boolean {
  const status = answer?.status ?? 0;
  return status === 507 || (status >= 400 && status <= 499 && !OF_AN_END.has(status));
}

/** The first request that failed so after the last success, or in parallel: what is sent first may arrive last. */
function firstGone(run: History, isSo: (sent: Sent) => boolean): number {
  const alive = run.findLastIndex(showsLife);
  const lastSignMs = run.reduce((last, sent) => (showsLife(sent) ? Math.max(last, startOf(sent)) : last), -Infinity);
  const mayBeAfter = (sent: Sent, place: number): boolean => place > alive || endOf(sent) > lastSignMs;
  return run.find((sent, place) => mayBeAfter(sent, place) && isSo(sent))?.index ?? Infinity;
}

function showsLife(sent: Sent): boolean {
  return hasMethod(sent.request) && isSuccess(sent) && isHeard(sent);
}

function startOf({ exchange }: Sent): number {
  return exchange.timing.startedMs;
}

function endOf({ exchange }: Sent): number {
  return exchange.timing.startedMs + exchange.timing.totalMs;
}

/** The result of a check, with its requirement and its form. */
export interface JudgedCheck {
  readonly requirement: string;
  readonly form: Form;
  readonly result: CheckResult;
}

/** The results of a run, before the verdict. */
export interface SuiteRun {
  readonly checks: readonly JudgedCheck[];
  readonly exchanges: readonly Exchange[];
  /** The number of all requests, including those that are not among the exchanges. */
  readonly counts: Counts;
  /** The times at which the provider stopped answering. */
  readonly outages: readonly Outage[];
  readonly fuzz?: FuzzReport;
  /** Why the run ended early; null if it did not. */
  readonly stopped: Stop | null;
  /** What went wrong in general, in sentences, the most telling first. */
  readonly causes: readonly string[];
  /** How many requests were sent again because the provider asked for time, by its status. */
  readonly busy: ReadonlyMap<number, number>;
  readonly durationMs: number;
  /** Only for a shard: what is needed to judge it again together with the others. */
  readonly ofShard?: ShardFacts;
}

/** Facts of a shard that its checks and exchanges do not show. */
export interface ShardFacts {
  readonly sent: readonly SentFacts[];
  readonly goneFrom?: number;
  readonly tallies?: readonly FuzzTally[];
}

/** A run after all requests were sent. */
export interface AskedRun {
  readonly checks: readonly Check[];
  readonly history: History;
  readonly stopped: Stop | null;
  readonly counts: Counts;
  readonly outages?: readonly Outage[];
  /** Exchanges that only the outages refer to; they follow those of the history. */
  readonly ofOutages?: readonly Exchange[];
  readonly sentBy: ReadonlyMap<CheckId, History>;
  /** The checks that would have sent more, but the run had sent as much as it may. */
  readonly cutShort?: ReadonlySet<CheckId>;
  /** Removes secrets from the message of a judge that throws. */
  readonly safely: (text: string) => string;
  readonly durationMs: number;
  readonly phase?: { readonly results: (first: number) => PhaseResults };
  readonly isShard?: boolean;
}

/** The checks that were judged as answers arrived, the exchanges that were kept as evidence, and the figures. */
export interface PhaseResults {
  readonly checks: readonly JudgedCheck[];
  readonly kept: readonly Exchange[];
  readonly fuzz: FuzzReport;
  /** The counts of each check. */
  readonly tallies?: readonly FuzzTally[];
}

/** Judges a run. The list has holes if the run ended before an answer came. */
export function judgeRun(asked: AskedRun): SuiteRun {
  const {
    checks,
    history: list,
    stopped,
    counts,
    sentBy,
    cutShort = new Set(),
    safely,
    durationMs,
    phase,
    outages = [],
    ofOutages = [],
  } = asked;
  const history = list.filter((sent) => sent !== undefined);
  const gone = breakdownOf(history, stopped);
  const isBefore = ({ index }: Sent): boolean => index < (gone?.from ?? Infinity);
  const judgeable = history.filter(isBefore);
  const results = checks.map((check) => {
    const own = sentBy.get(check.reads ?? check.id) ?? [];
    const outcome = own.every(isBefore) ? lostStore(check, own, outages) : afterEnd(gone?.stop.cause);
    const judging = outcome === null ? check : { ...check, judge: () => ({ outcome }) };
    const found = judgeCheck(judging, { own, run: judgeable, safely });
    return cutShort.has(check.reads ?? check.id) && !own.some(isOtherSuccess) ? unlessOpen(found) : found;
  });
  const more = phase?.results(history.length + ofOutages.length);
  return defined({
    ...(asked.isShard === true ? { ofShard: shardFacts(history, isBefore, { sentBy, more }) } : {}),
    checks: [...results, ...(more?.checks ?? [])],
    exchanges: [...exchangesOf(history, sentBy), ...ofOutages, ...(more?.kept ?? [])],
    counts,
    outages,
    fuzz: more?.fuzz,
    stopped: gone === null ? null : gone.stop,
    causes: causesOf(results, judgeable),
    busy: busyOf(history),
    durationMs,
  });
}

function shardFacts(
  history: History,
  isBefore: (sent: Sent) => boolean,
  { sentBy, more }: Pick<AskedRun, "sentBy"> & { readonly more: PhaseResults | undefined },
): ShardFacts {
  const goneFrom = history.findIndex((sent) => !isBefore(sent));
  return {
    sent: factsOf(history, sentBy),
    ...(goneFrom < 0 ? {} : { goneFrom }),
    ...(more?.tallies === undefined ? {} : { tallies: more.tallies }),
  };
}

/** The outcome of a check whose requests were sent when the provider was gone or no longer accepted requests. */
export function afterEnd(cause: string | undefined): NotJudged {
  if (cause === "seed-used") return notJudged("needs-state", "the ids that the seed draws are taken in this store");
  return cause === "state"
    ? notJudged("needs-state", "the provider accepted no valid request any more when it was asked")
    : notJudged("run-ended", "the provider was gone when it was asked");
}

/** What a cut-short check shows: what was not asked is not met, and a single failure may be an accident. */
function unlessOpen(found: JudgedCheck): JudgedCheck {
  const { form, result } = found;
  const isShown = result.status === "failed" ? form !== "acceptance" : result.status === "not-judged";
  if (isShown) return found;
  const { id, title, basis, keyword, exchanges } = result;
  const shown = defined({ id, title, basis, keyword });
  return { ...found, result: { ...shown, ...flattened(leftOpen), exchanges } };
}

const leftOpen = notJudged(
  "run-ended",
  `it was not asked to its end, because a run sends at most ${MOST_BESIDES} requests besides those that it plans`,
);

/** Whether a check was not judged because the run could send no more. */
export function isLeftOpen(result: CheckResult): boolean {
  return result.status === "not-judged" && result.reason === leftOpen.reason;
}

const afterRestart = notJudged(
  "needs-state",
  "the provider ended between its requests and was started again, and may have lost what it stored",
);

const ofSeveral: ReadonlySet<Form> = new Set(["observation", "reading", "search"]);

/** If the requests for an open point reached two processes, it is not judged: the later one may have an empty store. */
function lostStore({ form }: Check, own: History, outages: readonly Outage[]): NotJudged | null {
  if (!ofSeveral.has(form)) return null;
  const ends = outages
    .filter(({ restarted }) => restarted)
    .map(({ inFlight, before }) => Math.max(...inFlight, ...before));
  const processes = new Set(own.map(({ index }) => ends.filter((end) => index > end).length));
  return processes.size > 1 ? afterRestart : null;
}

/** How often each status asked for time, or named a lockout, before the request was sent again. */
function busyOf(history: History): ReadonlyMap<number, number> {
  const waitedFor = history.filter(
    (sent) =>
      isAskedAgain(sent) &&
      sent.answer?.readTo === "end" &&
      (isRateLimited(sent) || isUnavailable(sent) || refusesToken(sent)),
  );
  return new Map(
    Array.from(
      groupBy(waitedFor, ({ answer }) => answer?.status ?? 0),
      ([status, all]) => [status, all.length],
    ),
  );
}

function exchangesOf(history: History, sentBy: AskedRun["sentBy"]): readonly Exchange[] {
  const senders = new Map([...sentBy].flatMap(([check, sent]) => sent.map(({ index }) => [index, check] as const)));
  const asking = new Set<string>(sentBy.keys());
  return history.map(({ index, exchange, request: { askedBy = "" } }) => {
    // An exchange that was asked again is not in the list of its check, but was sent for it.
    const check = senders.get(index) ?? (asking.has(askedBy) ? askedBy : undefined);
    return check === undefined ? exchange : { check, ...exchange };
  });
}

interface Judgeable extends Pick<AskedRun, "safely"> {
  readonly own: History;
  readonly run: History;
}

/** Judges one check by the requests that it sent, and by all requests of the run. */
export function judgeCheck(check: Check, sent: Judgeable): JudgedCheck {
  const { outcome, evidence } = judged(check, sent);
  return judgedAs(check, outcome, evidence ?? sent.own.map(({ index }) => index));
}

/** A check and its outcome in the form of the result. `exchanges` are indexes of the evidence in the result's list. */
export function judgedAs(
  { id, requirement, form, title, basis, keyword, drawn }: Labelled,
  outcome: Outcome,
  exchanges: readonly number[],
): JudgedCheck {
  const optional = defined({ basis, keyword, drawn });
  return { requirement, form, result: { id, title, ...flattened(outcome), ...optional, exchanges } };
}

/** An outcome in the form of the result, with the members in the order of the report. */
function flattened(outcome: Outcome): FlatOutcome {
  const { status } = outcome;
  switch (status) {
    case "passed":
      return { status, findings: [] };
    case "observed":
      return { status, findings: [], value: short(outcome.value) };
    case "not-judged":
      return { status, findings: [], because: outcome.because, reason: short(outcome.reason) };
    case "failed":
    case "waived": {
      const [first, ...others] = outcome.findings;
      return { ...outcome, findings: [shortened(first), ...others.map(shortened)] };
    }
  }
}

/** A judge that throws is reported as a fault of the suite. */
function judged(check: Check, { own, run, safely }: Judgeable): { outcome: Outcome; evidence?: readonly number[] } {
  try {
    return check.judge(own, run);
  } catch (error) {
    return { outcome: notJudged("harness-fault", `the suite itself failed: ${safely(String(error)).slice(0, 200)}`) };
  }
}

function shortened(finding: Finding): Finding {
  return {
    ...finding,
    where: short(finding.where),
    expected: short(finding.expected),
    seen: short(finding.seen),
  };
}

/** The most characters of a text that a provider may have written. The exchange has the rest, as far as it is kept. */
const LONGEST = 1_000;

function short(text: string): string {
  return text.length <= LONGEST ? text : `${detached(text.slice(0, LONGEST)).replace(/[\ud800-\udbff]$/, "")}...`;
}
