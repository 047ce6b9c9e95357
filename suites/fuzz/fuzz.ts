/**
 * Fuzzing: cases drawn from the schema by fast-check, judged one by one as their answers arrive. What is refused is
 * asked again, and what fails is shrunk. Nothing but counts and samples is kept.
 */
import type { Check, PlannedRequest, Sent } from "../checks/check.ts";
import { notAccepted, notRefused } from "../checks/findings.ts";
import { isAccepted, isParent, isSuccess, isUsable } from "../checks/judges.ts";
import type { Phase } from "../run/run-checks.ts";
import type { Session } from "../run/session.ts";
import { withMember } from "../bodies/drafts.ts";
import { isAllowed } from "../checks/requests.ts";
import { type FuzzCase, type Parent, casesOf, countedAs } from "./cases.ts";
import { drawn } from "./drawn.ts";
import type { Figures, FuzzOptions, Fuzzing } from "./fuzzing.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { fuzzIds } from "../run/id-ranges.ts";
import { type AnswerFindings, type Others, asker, fuzzChecks } from "./questions.ts";
import { draftOf, planned } from "./case-requests.ts";
import { shrinkAll } from "./shrink.ts";

/** What is refused is asked again at most so often; further refusals are counted and not looked into. */
const MOST_ASKED_AGAIN = 100;

/** Requests that an answer may have been mixed up with. */
const RECENT = 256;

/** Fuzzing as a phase of a run. */
export function fuzzPhase(options: FuzzOptions): Phase {
  const checks = new Map([...fuzzChecks(options.checks)].filter(([requirement]) => options.isSelected(requirement)));
  const ledger = openLedger(checks);
  const figures: Figures = {
    sent: { ordinary: 0, oddValues: 0, singleDepartures: 0, doubleDepartures: 0, spellings: 0 },
    askedAgain: 0,
    shrinking: 0,
  };
  let [exchanges, plantsCreated, isOver] = [0, 0, false];
  return {
    run: async (session, progress) => {
      const before = session.counts();
      const fuzzing = open(options, session, ledger, figures);
      if (session.history.some((sent) => isParent(sent) && isAccepted(sent))) ledger.accept(-1);
      await stream(fuzzing, progress);
      await lastOrdinary(fuzzing);
      if (session.stopped() === null) await shrinkAll(fuzzing);
      isOver = session.stopped() === null;
      exchanges = session.counts().exchanges - before.exchanges;
      plantsCreated = session.counts().plantsCreated - before.plantsCreated;
    },
    results: (first) => {
      const { checks: results, kept } = ledger.results({ first, isOver });
      const fuzz = { cases: options.cases, ...figures, plantsCreated, exchanges, kept: kept.length };
      return { checks: results, kept, fuzz };
    },
  };
}

function open(options: FuzzOptions, session: Session, ledger: Ledger, figures: Figures): Fuzzing {
  const { requests, seed, checks } = options;
  const { request: shape } = requests.operation;
  const hasAnyInt64 = [2n ** 31n, 2n ** 62n].every((id) => isAllowed(requests, id));
  const recent: { readonly request: PlannedRequest }[] = [];
  const ask = asker(checks, session.history);
  const exchange = async (request: PlannedRequest, at: number): Promise<Sent> => {
    recent.push({ request });
    if (recent.length > 2 * RECENT) recent.splice(0, RECENT);
    const sent = await session.stream(request);
    // What ended the run says nothing of the request.
    if (session.stopped() === null) noteAsked(ledger, ask(sent, recent satisfies Others), { at, sent });
    return sent;
  };
  const fuzzing: Fuzzing = {
    options,
    session,
    ledger,
    drawn: drawn(casesOf(shape, hasAnyInt64), seed),
    ids: fuzzIds(seed, options.cases),
    ask: (sent) => ask(sent, recent),
    exchange,
    figures,
  };
  return fuzzing;
}

/** Enters in the ledger what was asked of an exchange. */
export function noteAsked(
  ledger: Ledger,
  asked: readonly AnswerFindings[],
  seen: { readonly at: number; readonly sent: Sent },
): void {
  for (const { requirement, findings, besideParents } of asked) {
    if (findings.length > 0) {
      ledger.fail(requirement, { ...seen, findings, ...(besideParents === undefined ? {} : { besideParents }) });
    } else if (besideParents === true) ledger.refuse(requirement, seen);
    else ledger.pass(requirement, seen);
  }
}

/** Sends the cases, so many at a time, until they are done or the run has ended. */
async function stream(fuzzing: Fuzzing, progress: (done: number, of: number) => void): Promise<void> {
  const { options, session, figures } = fuzzing;
  let [next, done] = [0, 0];
  const worker = async (): Promise<void> => {
    while (next < options.cases && session.stopped() === null) {
      const at = next;
      next += 1;
      const given = fuzzing.drawn.case(at);
      await one(fuzzing, given, at);
      figures.sent[countedAs(given)] += 1;
      done += 1;
      progress(done, options.cases);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
}

async function one(fuzzing: Fuzzing, given: FuzzCase, at: number): Promise<void> {
  const { ledger, ids, options } = fuzzing;
  const { request, requirement, wanted } = planned(given, ids.ofCase(at), options.requests);
  const sent = await fuzzing.exchange(request, at);
  if (requirement === null || !isUsable(sent) || fuzzing.session.stopped() !== null) return;
  if (wanted === "refused") {
    if (isSuccess(sent)) ledger.fail(requirement, { at, sent, findings: [notRefused(sent)] });
    else ledger.refuse(requirement, { at, sent });
    return;
  }
  if (!isAccepted(sent)) return refused(fuzzing, given, { at, sent, requirement });
  ledger.pass(requirement, { at, sent });
  if (request.kind !== "ordinary") return;
  ledger.pass("accepts-every-ordinary-request", { at, sent });
  if (isParent(sent)) ledger.accept(at);
}

interface Refused {
  readonly at: number;
  readonly sent: Sent;
  readonly requirement: string;
}

/**
 * A valid request that was refused is sent again with fresh values: one failure alone is not reported as refusing
 * valid plants. An ordinary one that is accepted then may have been refused for its id.
 */
async function refused(fuzzing: Fuzzing, given: FuzzCase, { at, sent, requirement }: Refused): Promise<void> {
  const { ledger, options, figures, ids } = fuzzing;
  const isOrdinary = sent.request.kind === "ordinary";
  const refusedOnce = (): void => {
    if (isOrdinary) ledger.fail("accepts-every-ordinary-request", { at, sent, findings: [notAccepted(sent)] });
  };
  if (figures.askedAgain >= MOST_ASKED_AGAIN) return refusedOnce();
  figures.askedAgain += 1;
  const askedWith = (what: FuzzCase, k: number): Promise<Sent> =>
    fuzzing.exchange(planned(what, ids.askedAgain(at, k), options.requests).request, at);
  const again = await askedWith(given, 0);
  if (isUsable(again) && !isAccepted(again)) {
    // What is odd about a request is to blame only where the same plant without it is accepted.
    const plain = isOrdinary ? again : await askedWith({ kind: "ordinary", parent: given.parent }, 1);
    const blamed = isOrdinary || isAccepted(plain) ? requirement : "accepts-valid-plant";
    const failing = blamed === requirement ? sent : plain;
    if (!isUsable(plain)) return refusedOnce();
    return ledger.fail(blamed, { at, sent: failing, findings: [notAccepted(failing)] });
  }
  const byId = isOrdinary && isAccepted(again) ? await refusedForItsId(fuzzing, given.parent, { at, sent }) : null;
  if (byId === null) return refusedOnce();
  const failure = { at, sent: byId, findings: [notAccepted(byId)] };
  ledger.fail(requirement, failure);
  ledger.shrunk(requirement, failure);
  for (const { requirement: other, findings } of fuzzing.ask(byId)) {
    if (findings.length > 0) ledger.shrunk(other, { at, sent: byId, findings });
  }
}

/**
 * The same id once more under a fresh name, and a certain duplicate beside it: refused as before, and not as a duplicate
 * is, it is the id that is refused. What came back, or null.
 */
async function refusedForItsId(
  fuzzing: Fuzzing,
  parent: Parent,
  { at, sent }: { readonly at: number; readonly sent: Sent },
): Promise<Sent | null> {
  const { options, figures, ids, exchange } = fuzzing;
  const { requests } = options;
  const idOf = (n: number): string => requests.draft(n).find(([name]) => name === "id")?.[1] ?? String(n);
  const withId = (n: number, id: string): PlannedRequest =>
    requests.of("valid", withMember(draftOf(parent, n, requests), "id", id));
  figures.askedAgain += 2;
  const same = await exchange(withId(ids.askedAgain(at, 1), idOf(ids.ofCase(at))), at);
  const duplicate = await exchange(withId(ids.askedAgain(at, 2), idOf(ids.askedAgain(at, 0))), at);
  if (!isUsable(same) || same.answer?.status !== sent.answer?.status) return null;
  return duplicate.answer?.status === same.answer?.status ? null : same;
}

/** Refusals count only between accepted requests, so the last request is an ordinary one. */
async function lastOrdinary({ options, session, ledger, ids, exchange }: Fuzzing): Promise<void> {
  if (session.stopped() !== null) return;
  const sent = await exchange(options.requests.ordinary(ids.last()), options.cases);
  if (isAccepted(sent)) ledger.accept(options.cases);
}

/** The requirements that a selection of checks is for. */
export function selects(
  checks: readonly Check[],
  selected: ReadonlySet<string> | undefined,
): (requirement: string) => boolean {
  if (selected === undefined) return () => true;
  const requirements = new Set(checks.filter(({ id }) => selected.has(id)).map(({ requirement }) => requirement));
  return (requirement) => requirements.has(requirement);
}
