/** A run: the checks are asked, what comes back is judged. Prints nothing, and throws for nothing that a provider does. */
import type { Check, CheckId, Fresh, History, Known, PlannedRequest, Sent } from "../checks/check.ts";
import { knownOf } from "../checks/known.ts";
import { isAccepted, isParent } from "../checks/judges.ts";
import { type AskedRun, type PhaseResults, type SuiteRun, judgeRun } from "./judge-run.ts";
import { checkIds, distinctIds, probeId, shardIds, signOfLifeIds } from "./id-ranges.ts";
import type { Shard } from "../../result/result.ts";
import { sharedSenders } from "../shards/split.ts";
import { turnsOf } from "./turns.ts";
import { inOrder } from "./run-plan.ts";
import { type Pace, openPace } from "../../http/pace.ts";
import type { Provider } from "../../http/provider.ts";
import type { ProviderProcess } from "./provider-process.ts";
import type { Redaction } from "../../result/redact.ts";
import { redactionFor } from "./secrets.ts";
import type { Clock } from "../../http/rate-limit.ts";
import { type Session, type SessionOptions, openSession } from "./session.ts";
import { isSilentSoFar, judgeIds, judgeOpening, judgeReached, judgeSeed } from "./judge-opening.ts";
import { ENOUGH, guardRun } from "./stop.ts";

/** What to run, and against whom. */
export interface RunOptions {
  readonly provider: Provider;
  /** Every check, in order: a check's place decides its fresh numbers, so that a selection changes no request. */
  readonly checks: readonly Check[];
  /** The checks to run; all of them by default. The opening ones always run. */
  readonly selected?: ReadonlySet<CheckId>;
  readonly seed: string;
  /** The seed was drawn for this run, so that no earlier run sent its ids. */
  readonly isSeedFresh?: boolean;
  /** Which part of a run this is; `selected` are then the checks of this part. */
  readonly shard?: Shard;
  /** Aborting it ends the run with what is known so far. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Ends the run early once it says so of what is judged so far; asked now and then. */
  readonly isEnough?: (run: SuiteRun) => boolean;
  /** The pace of the run, where others share it. */
  readonly pace?: Pace;
  readonly clock?: Clock;
  /** The process of the provider, where it was started for the run: it is started again where a request ends it. */
  readonly process?: ProviderProcess;
  /** The redaction of the run, where others share it. */
  readonly redaction?: Redaction;
  /** What is sent besides the checks. */
  readonly phase?: Phase;
}

/** What is sent between the other checks and the closing one, and judged as it arrives: nothing of it is in the history. */
export interface Phase {
  readonly run: (session: Session, progress: (done: number, of: number) => void) => Promise<void>;
  /** @param first the index that the first exchange it kept will have */
  readonly results: (first: number) => PhaseResults;
}

export interface Progress {
  readonly checksDone: number;
  readonly checks: number;
  readonly exchanges: number;
  readonly last: Sent;
  /** How far fuzzing is. */
  readonly fuzz?: { readonly done: number; readonly of: number };
}

/** Runs checks against a provider. */
export async function runChecks(options: RunOptions): Promise<SuiteRun> {
  const startedAt = performance.now();
  const redaction = redactionFor(options.provider, options.redaction);
  const checks = options.checks.filter(({ id }) => options.selected?.has(id) ?? true);
  const sentBy = new Map<CheckId, History>();
  let fuzz: Progress["fuzz"];
  const session: Session = openSession({
    provider: options.provider,
    redaction,
    pace: options.pace ?? openPace(options.provider.rate),
    startedAt,
    signOfLife: signsFrom(options),
    ...givenOf(options),
    onSent: (last) => {
      const progress = { checksDone: sentBy.size, checks: checks.length, exchanges: session.counts().exchanges, last };
      options.onProgress?.(fuzz === undefined ? progress : { ...progress, fuzz });
      endIfEnough(options, session, { checks, sentBy, redaction });
    },
  });
  const guard = guardRun(session, options);
  try {
    await askAll(checks, options, session, { fresh: freshFor(options), sentBy, tell: (far) => (fuzz = far) });
  } finally {
    guard();
    await session.close();
  }
  return judgeRun({
    checks,
    history: session.history,
    stopped: session.stopped(),
    ...outagesOf(session),
    counts: session.counts(),
    sentBy,
    safely: redaction.safely,
    durationMs: Math.round(performance.now() - startedAt),
    ...(options.phase === undefined ? {} : { phase: options.phase }),
    isShard: options.shard !== undefined,
  });
}

/** The ids of each check: in a shard, what every shard sends has ids of its own. */
function freshFor({ seed, checks, shard }: RunOptions): (id: CheckId) => Fresh {
  return shard === undefined
    ? checkIds(seed, checks)
    : shardIds(seed, { shared: sharedSenders(checks), shard, checks });
}

/** Where the seed was given, what is refused for its id is asked about after each stage: an earlier run may have sent the same ids. */
function givenOf(options: RunOptions): Pick<SessionOptions, "clock" | "process" | "otherId"> {
  const { clock, process, seed, shard, isSeedFresh } = options;
  return {
    ...(clock === undefined ? {} : { clock }),
    ...(process === undefined ? {} : { process }),
    ...(isSeedFresh === true ? { otherId: distinctIds((near) => probeId(seed, near, shard)) } : {}),
  };
}

function outagesOf({ history, outages }: Session): Pick<AskedRun, "outages" | "ofOutages"> {
  const found = outages(history.filter((sent) => sent !== undefined).length);
  return { outages: found.outages, ofOutages: found.kept };
}

/** Exchanges between two looks whether enough is broken, and while fuzzing: each look judges everything that was sent. */
const ENOUGH_PACE = { checks: 10, fuzz: 100 } as const;

/** Judges what is there as if the run ended now, so that nothing is held against a provider that its end would not show. */
function endIfEnough(
  { isEnough, phase }: RunOptions,
  session: Session,
  { checks, sentBy, redaction }: Pick<AskedRun, "checks" | "sentBy"> & { readonly redaction: Redaction },
): void {
  if (isEnough === undefined || session.stopped() !== null) return;
  const { history } = session;
  const counts = session.counts();
  const pace = history.length < counts.exchanges ? ENOUGH_PACE.fuzz : ENOUGH_PACE.checks;
  if (counts.exchanges % pace !== 0) return;
  const asked = { checks, history, stopped: ENOUGH, counts, sentBy, durationMs: 0, ...(phase && { phase }) };
  if (isEnough(judgeRun({ ...asked, safely: redaction.safely }))) session.stop(ENOUGH);
}

/** An ordinary request, as the closing check writes it down. */
function signsFrom({ seed, checks, shard }: RunOptions): (k: number) => PlannedRequest | undefined {
  const closing = checks.find(({ stage }) => stage === "closing");
  const ids = signOfLifeIds(seed, shard);
  return (k) => {
    const id = ids(k);
    return id === undefined ? undefined : closing?.next(() => id, [])[0];
  };
}

/** What the asking of the checks needs and leaves behind. */
interface Asking {
  readonly fresh: (id: CheckId) => Fresh;
  readonly sentBy: Map<CheckId, History>;
  readonly tell: (fuzz: Progress["fuzz"]) => void;
}

/** The opening checks, then the others side by side, then the closing one. */
async function askAll(
  checks: readonly Check[],
  { checks: all, provider, seed, isSeedFresh, phase, shard }: RunOptions,
  session: Session,
  { fresh, sentBy, tell }: Asking,
): Promise<void> {
  const ask = async (check: Check): Promise<void> => {
    const own = sentBy.get(check.id) ?? [];
    const turn = turnOf(check.id);
    const itsTurn = known === undefined ? undefined : { ...known, turn };
    sentBy.set(check.id, await askCheck(check, fresh(check.id), { session, known: itsTurn, own }));
  };
  let known: Known | undefined;
  const turnOf = turnsOf(seed, all);
  const opening = all.filter(({ stage }) => stage === "opening");
  await inTurn(opening.slice(0, 1), 1, session, ask);
  if (isSilentSoFar(session)) await inTurn(opening.slice(1).map(once), 1, session, ask);
  judgeReached(session);
  await inTurn(opening.slice(1), 1, session, ask);
  judgeOpening(session);
  if (session.history.some(isAccepted)) {
    known = knownOf(session.history);
    await inTurn(opening.slice(0, 1), 1, session, ask);
  }
  const [first] = opening;
  const ids = first === undefined ? undefined : { seed, fresh: fresh(first.id), ...(shard && { shard }) };
  if (isSeedFresh !== true) await judgeSeed(session, ids);
  for (const stage of ["early", "main", "late"] as const) {
    const asked = inOrder(checks.filter((check) => check.stage === stage));
    const from = session.history.length;
    await inTurn(asked, provider.concurrency, session, ask);
    if (isSeedFresh !== true) await judgeIds(session, { seed, from, ...(shard && { shard }) });
    known = knownOf(session.history);
  }
  if (session.stopped() === null) await phase?.run(session, (done, of) => tell({ done, of }));
  // Refusals count only between accepted requests, so the closing one is sent whatever was selected.
  const closing = all.filter(({ stage }) => stage === "closing");
  await inTurn(closing, 1, session, ask);
}

/** Works through a list, so many at a time, in order, until it is done or the run has ended. */
async function inTurn(
  checks: readonly Check[],
  atOnce: number,
  session: Session,
  work: (check: Check) => Promise<void>,
): Promise<void> {
  const rest = [...checks];
  const worker = async (): Promise<void> => {
    for (let check = rest.shift(); check !== undefined && session.stopped() === null; check = rest.shift()) {
      await work(check);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

interface Asked {
  readonly session: Session;
  readonly known: Known | undefined;
  /** What the check has sent before. */
  readonly own: History;
}

/** Sends what a check asks for, batch after batch. */
async function askCheck(check: Check, fresh: Fresh, { session, known, own: before }: Asked): Promise<History> {
  const own: Sent[] = [...before];
  for (;;) {
    const batch: readonly PlannedRequest[] = session.stopped() === null ? check.next(fresh, own, known) : [];
    if (batch.length === 0) return own;
    await acceptBetween(check, own.at(-1), session);
    own.push(...(await Promise.all(batch.map((request) => session.ask({ ...request, askedBy: check.id })))));
  }
}

/** Has an ordinary request accepted before the same is asked again, unless one was since it was asked. */
async function acceptBetween(check: Check, last: Sent | undefined, session: Session): Promise<void> {
  if (check.asksAgain !== true || last === undefined) return;
  const isSince = session.history.some(
    (sent) => sent !== undefined && sent.index > last.index && isParent(sent) && isAccepted(sent),
  );
  if (!isSince) await session.askForSign();
}

/** The same check, which sends no more than one request. */
function once(check: Check): Check {
  return { ...check, next: (fresh, own, known) => (own.length === 0 ? check.next(fresh, own, known) : []) };
}
