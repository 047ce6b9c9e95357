/** A run: asks the checks and judges the answers. Prints nothing, and nothing that a provider does makes it throw. */
import { defined } from "../../spec/defined.ts";
import { createHash } from "node:crypto";
import type { Provider } from "../../http/provider.ts";
import { type Clock, type Pace, openPace } from "../../http/retry-after.ts";
import type { Redaction } from "../../result/redact.ts";
import type { Shard } from "../../result/result.ts";
import { failuresIn, NO_ACCIDENT } from "../checks/chance-failures.ts";
import type { Check, CheckId, Fresh, History, Known, PlannedRequest, Sent } from "../checks/check.ts";
import { isAccepted, isParent } from "../checks/exchange-facts.ts";
import { knownOf } from "../checks/run-state.ts";
import { TURNS } from "../checks/request-feature-turns.ts";
import { sharedSenders } from "../shards/shard-plan.ts";
import { foundOnArrival } from "./kept-exchanges.ts";
import { checkIds, distinctIds, probeId, shardIds, signOfLifeIds } from "./id-ranges.ts";
import { isSilentSoFar, judgeOpening, judgeReached, seedUsed } from "./opening-requests.ts";
import { type AskedRun, judgeRun, type PhaseResults, type SuiteRun } from "./judge-run.ts";
import type { ProviderProcess } from "./provider-process.ts";
import { inOrder, plannedRequests, sum } from "./run-plan.ts";
import { redactionFor } from "./run-secrets.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { ENOUGH, guardRun } from "./run-stop.ts";

// The turn of a check among those of its kind. It decides what varies between the checks of a kind.

/** The number of rounds from which the seed chooses the first of a kind. */
const ROUNDS = 2 ** 20;

/** Counts the checks of each kind: the refusals of one requirement, and all other checks together. */
function turnsOf(seed: string, checks: readonly Check[]): (id: CheckId) => number {
  const turns = new Map<CheckId, number>();
  const next = new Map<string, number>();
  for (const { id, form, requirement } of checks) {
    const kind = form === "refusal" ? requirement : "accepted";
    const turn =
      next.get(kind) ?? TURNS * (createHash("sha256").update(`${seed} ${kind}`).digest().readUInt32BE() % ROUNDS);
    turns.set(id, turn);
    next.set(kind, turn + 1);
  }
  return (id) => turns.get(id) ?? 0;
}

// The exchanges of each check, by their places in the history: content that was dropped is held nowhere else.

interface SentByCheck {
  readonly note: (id: CheckId, own: History) => void;
  readonly of: (id: CheckId) => History;
  readonly all: () => ReadonlyMap<CheckId, History>;
  /** The number of checks that have sent their requests. */
  readonly count: () => number;
}

/** @param history everything that was sent so far */
function followChecks(history: () => History): SentByCheck {
  const places = new Map<CheckId, readonly number[]>();
  const of = (id: CheckId): History => (places.get(id) ?? []).flatMap((place) => history()[place] ?? []);
  const note = (id: CheckId, own: History): void => {
    const indexes = own.map(({ index }) => index);
    places.set(id, indexes);
  };
  return { note, of, all: () => new Map([...places.keys()].map((id) => [id, of(id)])), count: () => places.size };
}

// Whether failures recur: more ordinary requests show what one or two of them are.

/** The most ordinary requests that are sent to find out whether failures recur, and how many tell enough. */
const SETTLING = { most: 96, enough: 48 } as const;

/** What is left of the run's allowance, once enough ordinary requests were sent, to ask again about those to come. */
const LEFT_FOR_LATER = 16;

/**
 * If a few valid requests failed by chance, sends ordinary ones until it is clear whether that recurs: the verdict on a
 * provider that fails one in thirty must not depend on luck. Before the requests without a token, so that no lockout
 * is among the answers. False if the run may not send enough of them.
 */
async function settle(session: Session): Promise<boolean> {
  const isUnclear = (): boolean => {
    const failed = failuresIn(session.history.filter((sent) => sent !== undefined)).failed.length;
    return failed > 0 && failed < NO_ACCIDENT;
  };
  for (let sent = 0; sent < SETTLING.most && session.stopped() === null && isUnclear(); sent += AT_ONCE) {
    const isEnough = sent >= SETTLING.enough;
    if (!session.allowance.isLeft(AT_ONCE + (isEnough ? LEFT_FOR_LATER : 0))) return isEnough;
    await Promise.all(Array.from({ length: AT_ONCE }, () => session.askForSign()));
  }
  return true;
}

const AT_ONCE = 4;

/** The options of a run. */
export interface RunOptions {
  readonly provider: Provider;
  /** Every check, in order. A check's position decides its fresh numbers, so a selection changes no request. */
  readonly checks: readonly Check[];
  /** The checks to run; all of them by default. The opening ones always run. */
  readonly selected?: ReadonlySet<CheckId>;
  readonly seed: string;
  /** The seed was drawn for this run, so no earlier run sent its ids. */
  readonly isSeedFresh?: boolean;
  /** The shard to run; `selected` then has the checks of this shard. */
  readonly shard?: Shard;
  /** Aborting it ends the run with what is known so far. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run early if it returns true for what is judged so far. Called every few exchanges. */
  readonly isEnough?: (run: SuiteRun) => boolean;
  /** The pace of the run, if other runs share it. */
  readonly pace?: Pace;
  readonly clock?: Clock;
  /** The provider's process, if it was started for the run. It is started again if a request ends it. */
  readonly process?: ProviderProcess;
  /** The redaction of the run, if others share it. */
  readonly redaction?: Redaction;
  /** A phase of requests besides those of the checks. */
  readonly phase?: Phase;
}

/** Requests between the other checks and the closing one, judged as answers arrive. They are not in the history. */
export interface Phase {
  readonly run: (session: Session, progress: (done: number, of: number) => void) => Promise<void>;
  /** @param first the index of the first exchange that it keeps */
  readonly results: (first: number) => PhaseResults;
}

export interface Progress {
  readonly checksDone: number;
  readonly checks: number;
  readonly exchanges: number;
  readonly last: Sent;
  readonly fuzz?: { readonly done: number; readonly of: number };
}

/** Runs checks against a provider. */
export async function runChecks(options: RunOptions): Promise<SuiteRun> {
  const startedAt = performance.now();
  const redaction = redactionFor(options.provider, options.redaction);
  const checks = options.checks.filter(({ id }) => options.selected?.has(id) ?? true);
  const asking = openAsking(options, checks, () => session.history);
  let fuzz: Progress["fuzz"];
  const session: Session = openSession({
    ...givenOf(options, (from) => session.stop({ ...seedUsed(options.seed), from })),
    redaction,
    startedAt,
    look: (sent) => foundOnArrival(checks, sent),
    onSent: (last) => {
      const { exchanges } = session.counts();
      const progress = { checksDone: asking.sentBy.count(), checks: checks.length, exchanges, last };
      options.onProgress?.(fuzz === undefined ? progress : { ...progress, fuzz });
      endIfEnough(options, session, { checks, sentBy: asking.sentBy, redaction });
    },
  });
  const guard = guardRun(session, options);
  session.allowance.plan(sum([...asking.planned.values()]));
  try {
    await askAll(checks, options, { session, ...asking, tell: (far) => (fuzz = far) });
  } finally {
    guard();
    await session.close();
  }
  return judgedRun(options, session, { checks, asking, redaction, startedAt });
}

function judgedRun(
  { phase, shard }: RunOptions,
  session: Session,
  { checks, asking, redaction, startedAt }: AskedOf,
): SuiteRun {
  return judgeRun(
    defined({
      checks,
      history: session.history,
      stopped: session.stopped(),
      ...outagesOf(session),
      counts: session.counts(),
      sentBy: asking.sentBy.all(),
      cutShort: asking.cutShort,
      safely: redaction.safely,
      durationMs: Math.round(performance.now() - startedAt),
      phase,
      isShard: shard !== undefined,
    }),
  );
}

interface AskedOf {
  readonly checks: readonly Check[];
  readonly asking: Omit<Asking, "tell">;
  readonly redaction: Redaction;
  readonly startedAt: number;
}

function openAsking(options: RunOptions, checks: readonly Check[], history: () => History): Omit<Asking, "tell"> {
  const planned = plannedRequests(options.checks, checks);
  return { fresh: freshFor(options), sentBy: followChecks(history), planned, cutShort: new Set() };
}

/** The ids of each check. In a shard, the checks that every shard sends have their own ids. */
function freshFor({ seed, checks, shard }: RunOptions): (id: CheckId) => Fresh {
  return shard === undefined
    ? checkIds(seed, checks)
    : shardIds(seed, { shared: sharedSenders(checks), shard, checks });
}

/** The ids of a given seed may have been sent by an earlier run. @param whenUsed ends the run in this case */
function givenOf(
  options: RunOptions,
  whenUsed: (from: number) => void,
): Omit<SessionOptions, "redaction" | "startedAt"> {
  const { provider, pace, clock, process, seed, shard, isSeedFresh } = options;
  return defined({
    provider,
    pace: pace ?? openPace(provider.rate),
    signOfLife: signsFrom(options),
    clock,
    process,
    isBesideOthers: shard && true,
    taking: {
      otherId: distinctIds((near) => probeId(seed, near, shard)),
      ...(isSeedFresh === true ? {} : { whenUsed }),
    },
  });
}

function outagesOf({ history, outages }: Session): Pick<AskedRun, "outages" | "ofOutages"> {
  const found = outages(history.filter((sent) => sent !== undefined).length);
  return { outages: found.outages, ofOutages: found.kept };
}

/** Exchanges between two calls of `isEnough`, in checks and while fuzzing. Each call judges the whole run so far. */
const ENOUGH_PACE = { checks: 10, fuzz: 100 } as const;

/** Judges the exchanges so far as if the run ended now, so it finds no fault that the end of the run would not show. */
function endIfEnough(
  { isEnough, phase }: RunOptions,
  session: Session,
  { checks, sentBy, redaction }: Pick<AskedRun, "checks"> & Pick<Asking, "sentBy"> & { readonly redaction: Redaction },
): void {
  if (isEnough === undefined || session.stopped() !== null) return;
  const { history } = session;
  const counts = session.counts();
  const pace = history.length < counts.exchanges ? ENOUGH_PACE.fuzz : ENOUGH_PACE.checks;
  if (counts.exchanges % pace !== 0) return;
  const asked = defined({
    checks,
    history,
    stopped: ENOUGH,
    counts,
    sentBy: sentBy.all(),
    durationMs: 0,
    phase,
  });
  if (isEnough(judgeRun({ ...asked, safely: redaction.safely }))) session.stop(ENOUGH);
}

/** The ordinary requests for signs of life, built by the closing check. */
function signsFrom({ seed, checks, shard }: RunOptions): (k: number) => PlannedRequest | undefined {
  const closing = checks.find(({ stage }) => stage === "closing");
  const ids = signOfLifeIds(seed, shard);
  return (k) => {
    const id = ids(k);
    return id === undefined ? undefined : closing?.next(() => id, [])[0];
  };
}

interface Asking {
  readonly fresh: (id: CheckId) => Fresh;
  readonly sentBy: SentByCheck;
  /** How many requests each check plans and has not sent. */
  readonly planned: Map<CheckId, number>;
  /** The checks that would have sent more, but the run may not. */
  readonly cutShort: Set<CheckId>;
  readonly tell: (fuzz: Progress["fuzz"]) => void;
}

/** Asks the opening checks, then the others in parallel, then the closing one. */
async function askAll(
  checks: readonly Check[],
  { checks: all, provider, seed, phase }: RunOptions,
  { session, fresh, sentBy, tell, ...asked }: Asking & { readonly session: Session },
): Promise<void> {
  const ask = async (check: Check, worker: number): Promise<void> => {
    const own = sentBy.of(check.id);
    const itsTurn = known === undefined ? undefined : { ...known, turn: turnOf(check.id) };
    const asking = { ...asked, session, known: itsTurn, own, worker };
    sentBy.note(check.id, await askCheck(check, fresh(check.id), asking));
  };
  const inTurn = workingThrough(session, ask);
  let known: Known | undefined;
  const turnOf = turnsOf(seed, all);
  const opening = all.filter(({ stage }) => stage === "opening");
  await inTurn(opening.slice(0, 1));
  if (isSilentSoFar(session)) await inTurn(opening.slice(1).map(once));
  judgeReached(session);
  await inTurn(opening.slice(1));
  judgeOpening(session);
  if (session.history.some(isAccepted)) {
    known = knownOf(session.history);
    await inTurn(opening.slice(0, 1));
  }
  for (const stage of ["early", "main", "late", "unauthorized"] as const) {
    const ofStage = inOrder(checks.filter((check) => check.stage === stage));
    if (stage === "unauthorized" && !(await settle(session))) for (const { id } of opening) asked.cutShort.add(id);
    // No request with the token comes between those that follow an accepted one.
    const alone = stage === "unauthorized" ? ofStage.filter(isFirst) : [];
    await inTurn(alone);
    await inTurn(ofStage.slice(alone.length), provider.concurrency);
    known = knownOf(session.history);
  }
  if (session.stopped() === null) await phase?.run(session, (done, of) => tell({ done, of }));
  // Refusals count only between accepted requests, so the closing check is sent whatever is selected.
  const closing = all.filter(({ stage }) => stage === "closing");
  await inTurn(closing);
}

/** Works through lists in order, `atOnce` items at a time, until a list is done or the run has ended. */
function workingThrough(
  { stopped }: Session,
  work: (check: Check, worker: number) => Promise<void>,
): (checks: readonly Check[], atOnce?: number) => Promise<void> {
  return async (checks, atOnce = 1) => {
    const rest = [...checks];
    const worker = async (_: unknown, place: number): Promise<void> => {
      for (let check = rest.shift(); check !== undefined && stopped() === null; check = rest.shift()) {
        await work(check, place);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
}

function isFirst({ goesFirst }: Check): boolean {
  return goesFirst === true;
}

/** The same check with at most one request. */
function once(check: Check): Check {
  return { ...check, next: (fresh, own, known) => (own.length === 0 ? check.next(fresh, own, known) : []) };
}

interface AskedCheck extends Pick<Asking, "planned" | "cutShort"> {
  readonly session: Session;
  readonly known: Known | undefined;
  /** The exchanges that the check has sent before. */
  readonly own: History;
  /** The number of the worker, of those that ask checks at the same time. */
  readonly worker: number;
}

/** Sends the requests of a check, batch after batch. What it did not plan is sent as far as the run allows. */
async function askCheck(
  check: Check,
  fresh: Fresh,
  { session, known, own: before, planned, cutShort, worker }: AskedCheck,
): Promise<History> {
  const own: Sent[] = [...before];
  for (;;) {
    const batch: readonly PlannedRequest[] = session.stopped() === null ? check.next(fresh, own, known) : [];
    const left = planned.get(check.id) ?? 0;
    if (batch.length > 0) await acceptBetween(check, own.at(-1), session);
    const isAllowed = batch.length > 0 && (batch.length <= left || session.allowance.isLeft(batch.length - left));
    const done = isAllowed ? Math.min(batch.length, left) : left;
    planned.set(check.id, left - done);
    session.allowance.reserve(-done);
    if (!isAllowed) {
      if (batch.length > 0) cutShort.add(check.id);
      return own;
    }
    own.push(
      ...(await Promise.all(batch.map((request, k) => session.ask(onConnection(check, request, `${worker}.${k}`))))),
    );
  }
}

/** A request of a check. Those without a valid token have a connection of their own, which may be locked afterwards. */
function onConnection({ id, stage }: Check, request: PlannedRequest, place: string): PlannedRequest {
  const isApart = stage === "unauthorized" && request.connection === undefined;
  const own = isApart ? { connection: `${stage} ${place}` } : {};
  return { ...request, ...own, askedBy: id };
}

/** Before a check asks again, sends an ordinary request, unless one was accepted since the last attempt. */
async function acceptBetween(check: Check, last: Sent | undefined, session: Session): Promise<void> {
  if (check.asksAgain !== true || last === undefined) return;
  const isSince = session.history.some(
    (sent) => sent !== undefined && sent.index > last.index && isParent(sent) && isAccepted(sent),
  );
  if (!isSince) await session.askForSign();
}
