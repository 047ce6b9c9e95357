/** The process of a provider that was started for the run, and its output during the requests. */
import type { Connection } from "../../http/connection.ts";
import { pause } from "../../http/retry-after.ts";
import type { Exchange, Outage } from "../../result/result.ts";
import { defined } from "../../spec/defined.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { isAskedAgain, isUnanswered, isValid } from "../checks/exchange-facts.ts";
import type { Ask, AskingAgain } from "./retry-request.ts";

/** A process that can be started again. Secrets are removed from all its output. */
export interface ProviderProcess {
  /** How it ended, in words; null while it runs. */
  readonly end: () => string | null;
  /** Stops what is left of it and starts it again. False if it does not answer in time. */
  readonly restart: () => Promise<boolean>;
  /** The length of its output so far, a position in the output. */
  readonly mark: () => number;
  /** The last lines that it wrote since a position in its output. */
  readonly writtenSince: (mark: number) => string;
}

/** The most exchanges of a run that are recorded with output. The whole output is in a file. */
const MOST_WITH_OUTPUT = 50;

/** A server may log an error this long after its answer, in milliseconds. No judgement depends on it. */
const LATE_MS = 100;
const STEP_MS = 10;

/**
 * Sends a request and, if it ends in a 5xx or without an answer, notes what the process wrote in the meantime. Other
 * requests may have been in flight at the same time.
 */
export function withOutput(ask: Ask, process: ProviderProcess, amend: (sent: Sent) => Sent): Ask {
  let noted = 0;
  return async (request, connection) => {
    const mark = process.mark();
    const sent = await ask(request, connection);
    if ((sent.answer?.status ?? 599) < 500 || sent.index < 0 || noted >= MOST_WITH_OUTPUT) return sent;
    noted += 1;
    const output = await settled(process, mark);
    return output === "" ? sent : amend({ ...sent, exchange: { ...sent.exchange, output } });
  };
}

/** The output since a position, once a step has passed without more. */
async function settled(process: ProviderProcess, mark: number): Promise<string> {
  const never = new AbortController().signal;
  for (let waited = 0, seen = -1; waited < LATE_MS; waited += STEP_MS) {
    if (process.mark() > mark && process.mark() === seen) break;
    seen = process.mark();
    await pause(STEP_MS, never);
  }
  return process.writtenSince(mark);
}

// Finds the requests that may have ended a provider and, if it can be started again, the one that did.

/** What is needed to look into an outage. */
export interface OutageOptions extends AskingAgain {
  readonly process: ProviderProcess | undefined;
}

/** Follows the requests in flight. */
export interface Outages {
  /** Sends a request. If the process ends meanwhile, sends it once more when the process has been started again. */
  readonly through: (once: Ask) => Ask;
  /** Notes an outage that ends the run. */
  readonly silent: () => void;
  /** @param first the index of the first exchange that is kept only for an outage */
  readonly list: (first: number) => OutageEvidence;
}

/** The outages of a run, and the exchanges that only they refer to: exchanges of fuzzing are not kept otherwise. */
export interface OutageEvidence {
  readonly outages: readonly Outage[];
  readonly kept: readonly Exchange[];
}

interface Flight {
  readonly request: PlannedRequest;
  readonly once: Ask;
  /** The answer, after any number of attempts. */
  readonly arriving: Promise<Sent>;
  /** The number of outages before it was sent. */
  readonly outages: number;
  sent?: Sent;
}

interface Inquest {
  readonly isUp: boolean;
  readonly killer: Flight | undefined;
  /** The request that the end counts for: one end is one failure, however many requests it left unanswered. */
  readonly counted: Flight | undefined;
  /** The answers to the requests that were in flight, each sent alone. */
  readonly alone: ReadonlyMap<Flight, Sent>;
}

/** An outage whose requests are not yet indexes in the list. */
interface Noted extends Pick<Outage, "end" | "output"> {
  readonly inFlight: readonly Flight[];
  readonly before: readonly Flight[];
  endedBy?: Sent;
  restarted: boolean;
}

/** How many requests before an outage are suspected besides those in flight, and how many are remembered. */
const MOST_BEFORE = 3;
const MOST_REMEMBERED = 16;

/** The asker (`askedBy`) of a sign of life. */
export const SIGN_OF_LIFE = "a sign of life";

/** The most times that a provider is started again in one run. */
const MOST_STARTS = 40;

/** The end of a process may become known a little later than the end of its connections. Milliseconds. */
const CLOSED_MS = 250;
const REFUSED_MS = 1_000;
const POLL_MS = 10;

const NOT_LISTENING = "it no longer takes connections";

interface State {
  readonly flying: Set<Flight>;
  readonly noted: Noted[];
  readonly over: Inquest[];
  readonly recent: Flight[];
  /** The inquest that is under way. */
  inquest: Promise<Inquest> | null;
}

/** Follows the requests of a run. */
export function followOutages(options: OutageOptions): Outages {
  const { ended, amend } = options;
  const state: State = { flying: new Set(), noted: [], over: [], recent: [], inquest: null };
  const starts = limitedStarts(options);
  const through = (once: Ask): Ask => {
    const ask: Ask = async (request, connection) => {
      while (state.inquest !== null) await state.inquest;
      const arriving = once(request, connection);
      const flight: Flight = { request, once, arriving, outages: state.over.length };
      state.flying.add(flight);
      try {
        const sent = await arriving;
        flight.sent = sent;
        const isOver = isUnanswered(sent) && !ended.aborted;
        const found = isOver ? await outageUnder({ flight, sent }, state, { ...options, starts, connection }) : null;
        if (found?.isUp !== true) return sent;
        return await afterwards({ flight, sent, amend }, found, () => ask(request, connection));
      } finally {
        state.flying.delete(flight);
        if (state.recent.push(flight) > MOST_REMEMBERED) state.recent.shift();
      }
    };
    return ask;
  };
  return { through, silent: () => void note(state, options), list: (first) => evidenceOf(state.noted, first) };
}

function note({ flying, recent, noted }: State, { process }: OutageOptions, end?: string): Noted {
  const output = process?.writtenSince(0) ?? "";
  const facts = defined({ end, ...(output === "" ? {} : { output }) });
  const one: Noted = { ...facts, ...suspectsAmong(recent, flying), restarted: false };
  noted.push(one);
  return one;
}

/** The outage that left a request without an answer; null if there was none. */
async function outageUnder(
  { flight, sent }: { readonly flight: Flight; readonly sent: Sent },
  state: State,
  inquiring: Omit<Inquiring, "process"> & Pick<OutageOptions, "process">,
): Promise<Inquest | null> {
  const { process, ended } = inquiring;
  // The end may become known only after the provider has been started again.
  const known = (): Inquest | Promise<Inquest> | null => state.over[flight.outages] ?? state.inquest;
  if (process === undefined || known() !== null) return known();
  const end = await endOf(process, sent, ended);
  if (end === null || known() !== null) return known();
  const outage = note(state, inquiring, end);
  const inquest = async (): Promise<Inquest> => {
    // A second attempt in flight would reach the provider beside the suspects, and could end it instead of them.
    await Promise.allSettled([...state.flying].map(({ arriving }) => arriving));
    const found = await inquire(outage, { ...inquiring, process });
    state.over.push(found);
    state.inquest = null;
    return found;
  };
  state.inquest = inquest();
  return state.inquest;
}

function evidenceOf(noted: readonly Noted[], first: number): OutageEvidence {
  const kept: Exchange[] = [];
  const placeOf = ({ index, exchange }: Sent): number => {
    if (index >= 0) return index;
    const known = kept.indexOf(exchange);
    return first + (known === -1 ? kept.push(exchange) - 1 : known);
  };
  const places = (flights: readonly Flight[]): readonly number[] =>
    flights.flatMap(({ sent }) => (sent === undefined ? [] : [placeOf(sent)]));
  const outages = noted.map(({ inFlight, before, endedBy, ...rest }) =>
    defined({
      ...rest,
      endedBy: endedBy && placeOf(endedBy),
      inFlight: places(inFlight),
      before: places(before),
    }),
  );
  return { outages, kept };
}

/** The requests that may have ended the provider: unanswered ones and the last answered ones, without signs of life. */
function suspectsAmong(recent: readonly Flight[], flying: ReadonlySet<Flight>): Pick<Noted, "inFlight" | "before"> {
  const asked = [...flying, ...recent.toReversed()].filter(({ request }) => request.askedBy !== SIGN_OF_LIFE);
  const isOpen = ({ sent }: Flight): boolean => sent === undefined || isUnansweredAtEnd(sent);
  return {
    inFlight: asked.filter(isOpen),
    before: asked.filter((flight) => !isOpen(flight)).slice(0, MOST_BEFORE),
  };
}

/** Whether a request has no answer and has not been looked into yet. */
function isUnansweredAtEnd(sent: Sent): boolean {
  return isUnanswered(sent) && !isAskedAgain(sent) && sent.standing !== "ends-provider";
}

/** How the process ended; null if it still runs and takes connections. */
async function endOf(process: ProviderProcess, { exchange }: Sent, ended: AbortSignal): Promise<string | null> {
  const kind = exchange.noAnswer?.kind;
  if (kind !== "connection-refused" && kind !== "connection-closed") return process.end();
  const isRefused = kind === "connection-refused";
  for (let waited = 0; waited < (isRefused ? REFUSED_MS : CLOSED_MS) && process.end() === null; waited += POLL_MS) {
    await pause(POLL_MS, ended);
  }
  return process.end() ?? (isRefused ? NOT_LISTENING : null);
}

/** Starts the process again, a limited number of times. If that fails, ends the run and returns false. */
function limitedStarts({ process, stop }: OutageOptions): () => Promise<boolean> {
  let starts = 0;
  const silent = (reason: string): false => {
    stop({ cause: "silent", reason: `The provider ended during the run, ${reason}.` });
    return false;
  };
  return async () => {
    starts += 1;
    if (starts > MOST_STARTS) return silent(`and it had been started again ${MOST_STARTS} times`);
    return (await process?.restart()) === true || silent("and did not answer when it was started again");
  };
}

interface Inquiring extends OutageOptions {
  readonly process: ProviderProcess;
  readonly starts: () => Promise<boolean>;
  readonly connection: Connection;
}

/** Starts the provider again and sends the suspects one by one, with a sign of life after each. */
async function inquire(outage: Noted, inquiring: Inquiring): Promise<Inquest> {
  const { starts, ended, mayAskAgain } = inquiring;
  const inFlight = new Set(outage.inFlight);
  const alone = new Map<Flight, Sent>();
  let isUp = await starts();
  outage.restarted = isUp;
  for (const suspect of [...inFlight, ...outage.before]) {
    if (!isUp || ended.aborted || !mayAskAgain()) break;
    const { sent, isEnd } = await askAlone(suspect, inFlight.has(suspect), inquiring);
    if (inFlight.has(suspect)) alone.set(suspect, sent);
    if (!isEnd) continue;
    outage.endedBy = sent;
    isUp = await starts();
    // If the killer was in flight, it counts when it is sent alone.
    return { isUp, killer: suspect, counted: inFlight.has(suspect) ? undefined : countedOf(outage), alone };
  }
  return { isUp: isUp && !ended.aborted, killer: undefined, counted: countedOf(outage), alone };
}

/** A plant, if one was in flight: the failures of valid requests are counted. */
function countedOf({ inFlight }: Noted): Flight | undefined {
  return inFlight.find(({ request }) => isValid({ request }) || request.plant !== undefined) ?? inFlight[0];
}

/** Sends a suspect alone. A request that was answered before is sent as open, because its id is taken now. */
async function askAlone(
  { request, once }: Flight,
  wasInFlight: boolean,
  { process, connection, ended, sign }: Inquiring,
): Promise<{ readonly sent: Sent; readonly isEnd: boolean }> {
  const again = wasInFlight ? request : { mayMeet: "taken-id" as const, ...request, kind: "open" as const };
  const sent = await once(again, connection);
  const isOver = async (last: Sent): Promise<boolean> =>
    isUnanswered(last) && (await endOf(process, last, ended)) !== null;
  if (await isOver(sent)) return { sent, isEnd: true };
  const fresh = sign();
  const isEnd = fresh !== undefined && (await isOver(await once({ ...fresh, kind: "open" }, connection)));
  return { sent, isEnd };
}

/** Decides which answer counts for a request during which the process ended. */
async function afterwards(
  { flight, sent, amend }: Pick<OutageOptions, "amend"> & { readonly flight: Flight; readonly sent: Sent },
  found: Inquest,
  ask: () => Promise<Sent>,
): Promise<Sent> {
  const { killer, counted, alone } = found;
  const isKiller = killer === flight;
  flight.sent = amend({ ...sent, standing: flight === counted ? "asked-again" : "bystander" });
  const later = alone.get(flight) ?? (await ask());
  if (isKiller) return amend({ ...later, standing: "ends-provider" });
  return amend({ ...later, mayBeRead: true });
}
