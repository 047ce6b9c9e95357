/** Sends a planned request and records the exchange. Faults of the connection become "no answer", not an exception. */
import * as timers from "node:timers/promises";
import { defined } from "../../spec/defined.ts";
import type { Connection } from "../../http/connection.ts";
import type { Reuse, Used } from "../../http/connection-pool.ts";
import {
  ClosedUnderError,
  IncompleteAnswerError,
  type PartialResponse,
  type WireRequest,
  type WireResponse,
} from "../../http/message.ts";
import { type NoAnswer, noAnswerOf } from "../../http/no-answer.ts";
import { type Provider, TRACE_HEADER, freshTrace } from "../../http/provider.ts";
import { type Pace, pause } from "../../http/retry-after.ts";
import type { Redact } from "../../result/redact.ts";
import type { Exchange } from "../../result/result.ts";
import { type Answer, partOf, readAnswer } from "../checks/decoded-answer.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { INVALID_TOKEN, TOKEN } from "../checks/check-requests.ts";
import type { Patience } from "./answer-timeout.ts";
import { recordRequest, recordResponse } from "./record-exchange.ts";

/** What sending needs besides the request. */
export interface Sending {
  readonly provider: Provider;
  /** The path of the base URL. Every target is below it. */
  readonly prefix: string;
  readonly token: () => string;
  readonly redact: Redact;
  /** Like `redact`. One function for the whole run: one per request would keep the answer of that request in memory. */
  readonly clean: (text: string) => string;
  readonly reuse: Reuse;
  readonly patience: Patience;
  /** Aborted when the run ends. */
  readonly ended: AbortSignal;
  readonly pace: Pace;
  /** Waits for a turn of the event loop of one's own. */
  readonly turn: () => Promise<void>;
  /** The start of the run, on the clock of `performance.now()`. */
  readonly startedAt: number;
}

/**
 * The bytes of a body above which its answer is recorded in a turn of its own. It is searched for the token at once, which
 * takes up to a quarter of a second, and timers and signals wait for it.
 */
const LARGE_BYTES = 64 * 1024;

/** Gives each caller a turn of the event loop of its own, in the order in which they ask. */
export function openTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(async () => timers.setImmediate()));
}

/** What came back: the whole answer (its body up to the limit), a part of one, or nothing. */
type Outcome =
  | { readonly came: "whole"; readonly response: WireResponse }
  | { readonly came: "part"; readonly response: PartialResponse; readonly noAnswer: NoAnswer }
  | { readonly came: "nothing"; readonly noAnswer: NoAnswer };

/** An exchange, and the same without its content. */
export interface SentOnce extends Pick<Sent, "exchange" | "answer" | "clean"> {
  readonly bare: () => Exchange;
}

/**
 * Sends a request on a connection and records the exchange.
 * @param place its index; undefined if the exchange is not kept
 */
export async function send(
  { request, place }: { readonly request: PlannedRequest; readonly place: number | undefined },
  connection: Connection,
  sending: Sending,
): Promise<SentOnce> {
  const { provider, clean } = sending;
  await sending.pace.wait(sending.ended);
  const startedAt = performance.now();
  const traceparent = provider.trace === true && request.added === undefined ? freshTrace() : null;
  const wire = { ...withTrace(toWire(request, sending), traceparent), ...defined({ place }) };
  const way = { connection, mayBeCutOff: request.mayMeet === "cut-off" };
  const { outcome, ...tries } = await attemptTwice(wire, way, sending);
  const totalMs = performance.now() - startedAt;
  const ended = endOf(outcome);
  if (ended !== null) sending.patience.note(request, ended, totalMs);
  if (outcome.came !== "nothing" && outcome.response.body.length > LARGE_BYTES) await sending.turn();
  const firstByteMs = outcome.came === "nothing" ? null : round(outcome.response.firstByteAt - startedAt);
  const timing = { startedMs: round(startedAt - sending.startedAt), firstByteMs, totalMs: round(totalMs) };
  // Only a key in the query is secret in a path.
  const shown = (provider.secrets ?? []).length > 0 ? { ...request, path: sending.redact(request.path).text } : request;
  // The members are in the order of the report, so it can be written without sorting them.
  const recorded = (limits: Provider["limits"]): Exchange => {
    const { truncated, redacted, ...answered } = recordOutcome(outcome, limits, sending.redact);
    return defined({
      request: recordRequest(shown, { baseUrl: provider.baseUrl, keptBytes: limits.keptBytes }),
      ...answered,
      timing,
      truncated,
      redacted,
      ...tries,
      traceparent: traceparent ?? undefined,
    });
  };
  const answer = answerOf(outcome, provider.limits, clean);
  const exchange = recorded(provider.limits);
  const bare = (): Exchange => {
    // A long body already has its digest, and is not read again.
    const isRead = exchange.response?.body.sha256 !== undefined;
    const kept = isRead ? exchange : recorded({ ...provider.limits, keptBytes: 0 });
    return withoutContent(kept, recordRequest(shown, { baseUrl: provider.baseUrl, keptBytes: 0 }));
  };
  return { exchange, answer, clean, bare };
}

/** The rest of an exchange whose content there is no space for. */
function withoutContent({ response, ...exchange }: Exchange, request: Exchange["request"]): Exchange {
  if (response === null) return { ...exchange, request, response, notKept: true };
  const { status, body } = response;
  return { ...exchange, request, response: { status, headers: [], body: { ...body, content: "" } }, notKept: true };
}

function answerOf(
  outcome: Outcome,
  { bodyBytes: bytes }: Provider["limits"],
  clean: (text: string) => string,
): Answer | null {
  if (outcome.came === "nothing") return null;
  if (outcome.came === "part") {
    const { status, headers, body } = outcome.response;
    return partOf({ status, headers, size: body.length }, outcome.noAnswer.detail);
  }
  return readAnswer(outcome.response, { bytes, wasCut: outcome.response.truncated, clean });
}

function recordOutcome(
  outcome: Outcome,
  limits: Provider["limits"],
  redact: Redact,
): Pick<Exchange, "response" | "readTo" | "noAnswer" | "truncated" | "redacted"> {
  if (outcome.came === "nothing") {
    return { response: null, noAnswer: outcome.noAnswer, truncated: false, redacted: [] };
  }
  if (outcome.came === "whole") {
    const { response } = outcome;
    return { ...recordResponse(response, limits, redact), truncated: response.truncated };
  }
  const { response, noAnswer } = outcome;
  const part = { ...response, headers: response.headers ?? [], truncated: true };
  const readTo = response.headers === null ? "status" : "header";
  return { ...recordResponse(part, limits, redact), readTo, noAnswer, truncated: false };
}

/** Tries again if a used connection was closed: a server may close it at any time (RFC 9112 section 9.5). */
async function attemptTwice(
  wire: WireRequest,
  { connection, mayBeCutOff }: { readonly connection: Connection; readonly mayBeCutOff: boolean },
  sending: Sending,
): Promise<
  Pick<Exchange, "attempts" | "isReused" | "closedAfterMs" | "isReadOnce" | "isAfterMore" | "follows"> & {
    readonly outcome: Outcome;
  }
> {
  const { reuse, pace, ended } = sending;
  const afterMs = connection.carried() > 0 ? reuse.pauseMs() : 0;
  await pause(afterMs, ended);
  const { used, outcome, isUnread } = await attempt(wire, connection, sending);
  // A body that may be cut off may also end its connection. What was not read can be sent again without a pause.
  if (used !== undefined && !mayBeCutOff && isUnread !== true) reuse.note(used, afterMs);
  const { isAfterMore, follows }: Partial<WireResponse> = outcome.came === "whole" ? outcome.response : {};
  if (used === "kept") return { outcome, attempts: 1, isReused: true, ...defined({ follows }) };
  if (used === undefined) return { outcome, attempts: 1, ...defined({ isAfterMore, follows }) };
  await pace.wait(ended);
  const again = await attempt(wire, connection, sending);
  return {
    outcome: again.outcome,
    attempts: 2,
    closedAfterMs: afterMs,
    ...(isUnread === true ? { isReadOnce: true } : {}),
  };
}

/** The outcome, and what became of the connection if it had been used before. */
interface Attempt {
  readonly outcome: Outcome;
  readonly used?: Used;
  /** The provider said that it has not read the request. */
  readonly isUnread?: boolean;
}

async function attempt(wire: WireRequest, connection: Connection, { ended, redact, reuse }: Sending): Promise<Attempt> {
  const { requestMs: withinMs } = wire;
  try {
    ended.throwIfAborted();
    const response = await connection.send({ ...wire, isLast: !reuse.isWorthwhile() }, ended);
    const outcome: Outcome = { came: "whole", response };
    return response.isReused === true ? { outcome, used: "kept" } : { outcome };
  } catch (error) {
    const reason = noAnswerOf(error, ended.aborted ? "run" : null, (text) => redact(text).text);
    const noAnswer = reason.kind === "timeout" && withinMs !== undefined ? { ...reason, withinMs } : reason;
    const isClosedUnder = error instanceof ClosedUnderError && noAnswer.kind === "connection-closed";
    if (isClosedUnder) {
      return { outcome: { came: "nothing", noAnswer }, used: "closed-under", isUnread: error.isUnread };
    }
    return { outcome: outcomeOf(error, noAnswer) };
  }
}

/** What arrived before an error. The end of the run is not the provider's, so that a part counts as nothing. */
function outcomeOf(error: unknown, noAnswer: NoAnswer): Outcome {
  const isPart = error instanceof IncompleteAnswerError && noAnswer.kind !== "run-ended";
  return isPart ? { came: "part", response: error.arrived, noAnswer } : { came: "nothing", noAnswer };
}

/** The notation for credentials of the scheme Basic. The token is put in before they are encoded. */
const IN_BASE64 = /^(\w+ )base64\((.*)\)$/u;

/** How the time that a request took ended; null if it says nothing about how long answers take. */
function endOf(outcome: Outcome): Parameters<Patience["note"]>[1] | null {
  if (outcome.came === "whole") return "answered";
  return outcome.noAnswer.kind === "timeout" ? "timeout" : null;
}

function toWire(
  request: PlannedRequest,
  { provider, prefix, token: current, patience }: Pick<Sending, "provider" | "prefix" | "token" | "patience">,
): WireRequest {
  const { invalidToken } = provider;
  const [token, requestMs] = [current(), patience.next(request)];
  const withTokens = (value: string): string => {
    // Few fields have a token or a placeholder for one.
    if (!value.includes("$") && !value.includes("base64(")) return value;
    const [, scheme, credentials] = IN_BASE64.exec(value) ?? [];
    if (scheme !== undefined && credentials !== undefined) {
      return `${scheme}${Buffer.from(withTokens(credentials), "utf8").toString("base64")}`;
    }
    return value.replace(TOKEN, () => token).replace(INVALID_TOKEN, () => invalidToken ?? "");
  };
  const headers = request.headers.map(([name, value]) => [name, withTokens(value)] as const);
  return { ...request, target: `${prefix}${request.path}`, headers, ...defined({ requestMs }) };
}

function withTrace(wire: WireRequest, traceparent: string | null): WireRequest {
  return traceparent === null ? wire : { ...wire, headers: [...wire.headers, [TRACE_HEADER, traceparent]] };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
