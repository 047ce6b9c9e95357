/** The sending side of a run: connections, the rate limit, signs of life, and the list of everything that was sent. */
import { defined } from "../../spec/defined.ts";
import { setMaxListeners } from "node:events";
import type { Connection } from "../../http/connection.ts";
import { openConnections, openReuse } from "../../http/connection-pool.ts";
import { type Provider, targetBelow } from "../../http/provider.ts";
import { type Clock, type Pace, type RateLimit, openPace, openRateLimit } from "../../http/retry-after.ts";
import { openTokens, type Tokens } from "../../http/tokens.ts";
import type { Redaction } from "../../result/redact.ts";
import type { FoundOnArrival } from "../checks/decoded-answer.ts";
import { type PlannedRequest, type Sent, hasMethod } from "../checks/check.ts";
import {
  isAccepted,
  isIncomplete,
  isOfProxy,
  isSuccess,
  isValid,
  refusesToken,
  isAskedAgain,
} from "../checks/exchange-facts.ts";
import { openPatience } from "./answer-timeout.ts";
import { type Evidence, openEvidence, type Weighed } from "./kept-exchanges.ts";
import { type Outages, type ProviderProcess, SIGN_OF_LIFE, followOutages, withOutput } from "./provider-process.ts";
import {
  type Ask,
  type AskingAgain,
  onceMore,
  type Sign,
  untilAnswered,
  untilHeard,
  withFreshToken,
} from "./retry-request.ts";
import { openTurns, send, type Sending } from "./send-request.ts";
import { type Allowance, guardRun, openAllowance, type Stop } from "./run-stop.ts";
import { pastTakenIds, type Taking } from "./taken-ids.ts";
import { isLetInOtherwise, openTokenUse, type TokenUse } from "./run-token-use.ts";

// Lockouts: after a wrong token, a provider may refuse every token for a while. What it refused then is sent again.
// What comes and goes, or comes before any wrong token, is a refusal like any other.

interface Waiting extends Omit<AskingAgain, "stop"> {
  readonly use: TokenUse;
  readonly rateLimit: RateLimit;
  /** Other runs ask the same provider, and their wrong tokens may lock this one out. */
  readonly isBesideOthers: boolean;
}

/**
 * Asks again, after growing pauses, if the valid token is refused in a lockout: a request without it was sent since the
 * last accepted one, and another ordinary request is refused as well. The document does not say what a wrong token
 * leads to, so this is not a fault. A lockout that outlasts the waits is waited for only once.
 */
export function pastLockouts(ask: Ask, waiting: Waiting): Ask {
  const { use, rateLimit, ended, amend, mayAskAgain, isBesideOthers } = waiting;
  let isForGood = false;
  return async (request, connection) => {
    let sent = await ask(request, connection);
    const isOfToken = (): boolean => refusesToken(sent) && isLetInOtherwise(request, use);
    if (!isOfToken() || isForGood || !(isBesideOthers || use.mayBeLockedOut())) return sent;
    const from = use.now();
    if (!(await isEveryRefused(ask, connection, waiting))) return sent;
    for (let time = 1; isOfToken() && !use.acceptedSince(from) && !ended.aborted; time += 1) {
      if (sent.answer === null || !mayAskAgain() || rateLimit.hold(sent.answer, time) !== null) {
        isForGood = true;
        return sent;
      }
      amend({ ...sent, standing: "asked-again" });
      sent = await ask(request, connection);
    }
    return sent;
  };
}

/** Whether an ordinary request is refused for its token as well, at once and without a pause. */
async function isEveryRefused(ask: Ask, connection: Connection, { sign, amend }: Waiting): Promise<boolean> {
  const ordinary = sign();
  if (ordinary === undefined) return true;
  const shown = await ask(ordinary, connection);
  if (!refusesToken(shown)) return false;
  amend({ ...shown, standing: "asked-again" });
  return true;
}

/** What a run needs to send. */
export interface Session {
  /** Sends and records a request. Waits for a connection, and for a provider that answers 429. */
  ask(request: PlannedRequest): Promise<Sent>;
  /** Like `ask`, but the exchange is only counted: it has no place in the history, and its index is -1. */
  stream(request: PlannedRequest): Promise<Sent>;
  /** Sends an ordinary request that belongs to no check, if one is left. */
  askForSign(): Promise<void>;
  /** Ends the run: requests in flight are cut off, and later ones are not sent. Only the first reason counts. */
  stop(why: Stop): void;
  readonly history: readonly Sent[];
  readonly counts: () => Counts;
  readonly stopped: () => Stop | null;
  /** How much the run may send beyond its plan. */
  readonly allowance: Omit<Allowance, "sent">;
  /** The times at which the provider stopped answering. */
  readonly outages: Outages["list"];
  close(): Promise<void>;
}

/** The number of requests that were sent so far, kept or not. */
export interface Counts {
  readonly exchanges: number;
  /** Requests that were answered 200, read in full or not. Each may have left a plant in the provider's store. */
  readonly plantsCreated: number;
}

/** The end of a run whose provider no longer answers, given the last ordinary request that it left unanswered. */
function silent({ exchange }: Sent): Stop {
  const detail = exchange.noAnswer?.detail ?? "no answer";
  return { cause: "silent", reason: `The provider stopped answering during the run: ${detail}.` };
}

/** The options of a session. */
export interface SessionOptions {
  readonly provider: Provider;
  readonly redaction: Redaction;
  readonly pace: Pace;
  readonly startedAt: number;
  /** The ordinary request of the `k`th sign of life; undefined if none is left. */
  readonly signOfLife?: (k: number) => PlannedRequest | undefined;
  /** How refused ids are looked into; absent if they are not. */
  readonly taking?: Taking;
  readonly clock?: Clock;
  /** The provider's process, if it was started for the run. */
  readonly process?: ProviderProcess;
  /** Looks at an answer before its content is dropped. */
  readonly look?: (sent: Sent) => FoundOnArrival;
  /** Other runs ask the same provider at the same time. */
  readonly isBesideOthers?: boolean;
  /** Called after each exchange. */
  readonly onSent?: (sent: Sent) => void;
}

/** Opens a session. It makes no connection before the first request. */
export function openSession(options: SessionOptions): Session {
  const { provider, redaction, pace, startedAt, clock } = options;
  const ended = new AbortController();
  // Each request in flight adds a listener, so a large number of listeners is no sign of a leak.
  setMaxListeners(0, ended.signal);
  const connections = openConnections(provider);
  const tokens = openTokens(provider, { ended: ended.signal, onToken: redaction.add, most: MOST_RENEWALS });
  const sending = { provider, token: tokens.current, ...cleaningBy(redaction), pace, ended: ended.signal, startedAt };
  const list = openList({ ...sending, ...sendingTo(provider) }, options);
  const rateLimit = openRateLimit(defined({ limitMs: provider.limits.rateLimitMs, clock }));
  let stopped: Stop | null = null;
  const stop = (why: Stop): void => {
    stopped ??= why;
    ended.abort();
  };
  const [allowance, use] = [openAllowance(), openTokenUse()];
  const sign = signsWithin(allowance, options);
  const ending = { stop, ended: ended.signal, sign, mayAskAgain: () => allowance.isLeft() };
  const outages = followOutages({ ...ending, process: options.process, amend: list.amend });
  const asking = { ...options, ...ending, list, rateLimit, tokens, outages, use, allowance };
  const onConnection = (asks: Ask, reserve: Allowance["reserve"]): Session["ask"] => {
    return (request) => {
      reserve(1);
      return connections.use(request.connection, (connection) => (reserve(-1), asks(request, connection)));
    };
  };
  const ask = onConnection(askingOf(asking, true), allowance.reserve);
  return {
    ask,
    askForSign: () => askForSign(sign(), ask),
    stream: onConnection(askingOf(asking, false), () => undefined),
    stop,
    history: list.history,
    counts: list.counts,
    stopped: () => stopped,
    allowance,
    outages: outages.list,
    close: () => connections.close(),
  };
}

/** Sends requests beside a run or without one, at a pace of their own by default. An abort of the signal ends them. */
export async function withSession<T>(
  {
    signal,
    ...options
  }: Omit<SessionOptions, "pace" | "startedAt"> & { readonly pace?: Pace; readonly signal?: AbortSignal },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { provider } = options;
  const session = openSession({ pace: openPace(provider.rate), startedAt: performance.now(), ...options });
  const release = guardRun(session, defined({ provider, signal }));
  try {
    return await work(session);
  } finally {
    release();
    await session.close();
  }
}

async function askForSign(request: PlannedRequest | undefined, ask: Session["ask"]): Promise<void> {
  if (request !== undefined) await ask(request);
}

/** The next ordinary request for a sign of life, if one is left and the run may send it. */
function signsWithin(allowance: Allowance, { signOfLife }: SessionOptions): AskingAgain["sign"] {
  let signs = 0;
  return () => {
    const request = allowance.isLeft() ? signOfLife?.(signs++) : undefined;
    return request && { ...request, askedBy: SIGN_OF_LIFE };
  };
}

function sendingTo({ baseUrl, limits }: Provider): Pick<Sending, "prefix" | "reuse" | "patience" | "turn"> {
  const patience = openPatience(limits.requestMs);
  return { prefix: targetBelow(baseUrl, ""), reuse: openReuse(), patience, turn: openTurns() };
}

/** Removes secrets from answers, and from text that is quoted from them. */
function cleaningBy({ redact }: Redaction): Pick<Sending, "redact" | "clean"> {
  return { redact, clean: (text) => redact(text).text };
}

const refusedByProxy: Stop = {
  cause: "proxy-refused",
  reason:
    "A proxy on the way to the provider asks for credentials of its own (407), so that the provider was not asked; give them in the URL of --proxy, or go past the proxy.",
};

interface Asking
  extends
    Pick<AskingAgain, "stop" | "ended" | "sign">,
    Pick<SessionOptions, "redaction" | "process" | "taking" | "isBesideOthers"> {
  readonly list: List;
  readonly rateLimit: RateLimit;
  readonly tokens: Tokens;
  readonly outages: Outages;
  readonly use: TokenUse;
  readonly allowance: Allowance;
}

/** Sends a request as often as needed. What is only counted is bounded by its own number, not by the allowance. */
function askingOf(asking: Asking, isKept: boolean): Ask {
  const { list, rateLimit, tokens, stop, ended, redaction, use, allowance } = asking;
  const sendOnce: Ask = async (request, connection) => {
    if (isKept) allowance.sent();
    await rateLimit.wait(ended);
    const noteToken = use.begin(request);
    const sent = await list.send(request, connection, isKept);
    noteToken(sent);
    if (isOfProxy(sent) && isValid(sent)) stop(refusedByProxy);
    return sent;
  };
  const { process, outages } = asking;
  const sending = outages.through(process === undefined ? sendOnce : withOutput(sendOnce, process, list.amend));
  const clean = (text: string): string => redaction.redact(text).text;
  const { setAside } = list;
  const { taking, sign, isBesideOthers = false } = asking;
  const once = withFreshToken(sending, { tokens, use, stop, setAside, ended, clean, sign });
  const mayAskAgain = (count?: number): boolean => !isKept || allowance.isLeft(count);
  const again = { stop, ended, signOfLife: signsOfLife(asking, once), amend: list.amend, mayAskAgain };
  const patient = untilAnswered(untilHeard(once, { ...again, rateLimit, hasAccepted: list.hasAccepted }), again);
  const settled = isKept ? onceMore(patient, again) : patient;
  const letIn = pastLockouts(settled, { ...again, rateLimit, use, sign, isBesideOthers });
  return taking === undefined || !isKept
    ? letIn
    : pastTakenIds(letIn, { ...again, ...taking, history: list.history, sign });
}

/** Whether an answer was read in full. A provider that only begins to answer gives no sign of life. */
function isAnsweredInFull(sent: Sent): boolean {
  return sent.answer !== null && !isIncomplete(sent);
}

/** Asks for a sign of life: an ordinary request, then one that was accepted before, whose content is no reason. */
function signsOfLife({ sign, list, stop, outages }: Asking, ask: Ask): (connection: Connection) => Promise<Sign> {
  return async (connection) => {
    // Until a request is accepted, the opening checks are the signs of life.
    if (!list.hasAccepted()) return "untried";
    const fresh = sign();
    if (fresh === undefined) return "untried";
    const first = await ask(fresh, connection);
    if (isAnsweredInFull(first)) return isAccepted(first) ? "accepted" : "answered";
    const known = list.accepted();
    const again = { kind: "open", mayMeet: "taken-id", askedBy: SIGN_OF_LIFE } as const;
    const second = await ask(known === undefined ? fresh : { ...known, ...again }, connection);
    if (isAnsweredInFull(second)) return "answered";
    outages.silent();
    stop(silent(second));
    return "silent";
  };
}

/** The most attempts to fetch another token in a run. Each is preceded by a request that shows that it has expired. */
const MOST_RENEWALS = 20;

/** How many exchanges that were asked again are kept, of those that are otherwise only counted. */
const MOST_KEPT = 100;

/** The exchanges of a run: kept in the list, or only counted. */
interface List extends Pick<Session, "history" | "counts"> {
  readonly send: (request: PlannedRequest, connection: Connection, isKept: boolean) => Promise<Sent>;
  /** Marks an exchange whose token had expired, so that it was not valid. */
  readonly setAside: (sent: Sent) => void;
  readonly amend: AskingAgain["amend"];
  readonly hasAccepted: () => boolean;
  /** The last ordinary request that was accepted. */
  readonly accepted: () => PlannedRequest | undefined;
}

function openList(sending: Sending, { onSent, look = () => new Map() }: SessionOptions): List {
  const history: Sent[] = [];
  const limit = sending.provider.limits.evidenceBytes;
  const evidence = openEvidence({ limit, latest: (index) => history[index], look });
  let next = 0;
  let counts: Counts = { exchanges: 0, plantsCreated: 0 };
  let kept = 0;
  let [isAnyAccepted, accepted]: [boolean, PlannedRequest | undefined] = [false, undefined];
  const amend = (sent: Sent): Sent => {
    if (sent.index >= 0) history[sent.index] = asKept(sent, history[sent.index]);
    else if (isAskedAgain(sent) && kept < MOST_KEPT) {
      // The caller gets only the later answer, so this one is kept here to be judged with the others.
      kept += 1;
      // A token that is refused for a while is not a fault. The later answer, which is not kept, shows whether that was
      // so.
      const kind = refusesToken(sent) ? "open" : sent.request.kind;
      const noted = { ...sent, index: next, request: { ...sent.request, kind } };
      history[next] = noted;
      next += 1;
      return noted;
    }
    return sent;
  };
  return {
    history,
    amend,
    hasAccepted: () => isAnyAccepted,
    accepted: () => accepted,
    counts: () => counts,
    send: async (request, connection, isKept) => {
      const index = isKept ? next++ : -1;
      const { bare, ...outcome } = await send({ request, place: isKept ? index : undefined }, connection, sending);
      const whole: Sent = { request, index, ...outcome };
      const sent = isKept ? keptBy(evidence, { sent: whole, bare }, history) : whole;
      if (request.kind === "ordinary" && isAccepted(sent)) accepted = request;
      isAnyAccepted ||= hasMethod(request) && isAccepted(sent);
      counts = countedIn(counts, sent);
      onSent?.(sent);
      return sent;
    },
    setAside: (sent) => void amend({ ...sent, request: { ...sent.request, kind: "not-allowed" } }),
  };
}

/** Puts an exchange in the list, in place of the content of others if there is no room. */
function keptBy(evidence: Evidence, weighed: Weighed, history: Sent[]): Sent {
  const replace = (sent: Sent): void => {
    history[sent.index] = sent;
  };
  const kept = evidence.keep(weighed, replace);
  replace(kept);
  return kept;
}

/** New facts of an exchange whose content may have been dropped since. */
function asKept(sent: Sent, known: Sent | undefined): Sent {
  if (known?.exchange.notKept !== true) return sent;
  return { ...sent, exchange: known.exchange, answer: known.answer };
}

function countedIn({ exchanges, plantsCreated }: Counts, sent: Sent): Counts {
  // The provider may have created a plant wherever it says that it succeeded.
  const isCreated = hasMethod(sent.request) && isSuccess(sent);
  return { exchanges: exchanges + 1, plantsCreated: plantsCreated + (isCreated ? 1 : 0) };
}
