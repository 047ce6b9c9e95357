/** A connection to the provider. Errors that it throws are reported as "no answer". */
import * as http from "node:http";
import type { Socket } from "node:net";
import Client from "undici/lib/dispatcher/client.js";
import { type Connect, connectTo, openSocket, proxyHeaders, requestTarget } from "./connect.ts";
import { dispatch, type ExchangeLimits, late, oddChunks } from "./http1.ts";
import { framingFields, passThrough, type FinalAnswers, finalAnswers } from "./http1-guard.ts";
import { openHttp2 } from "./http2.ts";
import {
  ClosedUnderError,
  fieldsOf,
  type HeaderFields,
  IncompleteAnswerError,
  interimText,
  isChunked,
  lacksConnection,
  MOST_FIELDS,
  pairsOf,
  REQUEST_TIMEOUT,
  type SeldomRead,
  WireError,
  type WireRequest,
  type WireResponse,
  withStatus,
} from "./message.ts";
import { noAnswerOf } from "./no-answer.ts";
import { type Limits, type Provider, extraHeaders } from "./provider.ts";
import { readBody, sendWhenAsked } from "./streams.ts";

// What undici does not send, sent with `node:http`: `Expect`, a POST without a length, and chunks written by others.

/** The destination of a connection, and the limits for reading from it. */
interface Path extends Pick<Provider, "limits"> {
  readonly origin: string;
  readonly connect: Connect;
}

/** Sends what undici does not, over a separate connection. */
async function sendByNode(
  { origin, connect, limits }: Path,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireResponse> {
  const socket = await openSocket(connect, origin, signal);
  const fields = framingFields();
  passThrough(socket, fields);
  try {
    return await exchangeOver(socket, request, { host: new URL(origin).host, limits, signal });
  } catch (error) {
    throw withStatus(error, fields.status());
  }
}

function exchangeOver(
  socket: Socket,
  request: WireRequest,
  { host, limits, signal }: Pick<Path, "limits"> & { readonly host: string; readonly signal: AbortSignal },
): Promise<WireResponse> {
  const body = request.body ?? new Uint8Array();
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      method: request.method,
      path: request.target,
      headers: { Host: host, ...Object.fromEntries([...request.headers, ...framingOf(request)]) },
      createConnection: () => socket,
      signal,
      maxHeaderSize: limits.headerBytes,
    });
    // By default node:http silently drops all fields after the first 2,000.
    outgoing.maxHeadersCount = 2 * MOST_FIELDS;
    const interim = interimText(limits.headerBytes);
    outgoing.on("information", ({ statusCode, statusMessage, rawHeaders }) =>
      interim.add([[String(statusCode), statusMessage], ...pairsOf(rawHeaders)]),
    );
    outgoing.on("response", (response) => resolve(readAnswer(response, limits, interim.text())));
    outgoing.on("error", reject);
    outgoing.on("upgrade", (_response, upgraded) => {
      upgraded.destroy();
      reject(new WireError("SWITCHED", "the provider switched protocols (101) without being asked"));
    });
    // A promise that is never settled would block the run.
    outgoing.on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    if (lacksConnection(request)) outgoing.removeHeader("Connection");
    if (request.framing === "none") sendWithoutFraming(outgoing);
    else if (request.framing === "expect-continue") {
      sendWhenAsked(outgoing, body);
      outgoing.flushHeaders();
    } else sendAtOnce(outgoing, request);
  });
}

/** With Expect, node:http sends the header fields immediately, so the length must be set. */
function framingOf(request: WireRequest): HeaderFields {
  if (request.framing === "none") return [];
  // The names of transfer codings are case-insensitive (RFC 9112 section 7).
  if (isChunked(request)) return [["Transfer-Encoding", "Chunked"]];
  return [["Content-Length", String(request.body?.length ?? 0)]];
}

function sendAtOnce(outgoing: http.ClientRequest, request: WireRequest): void {
  const bytes = request.body ?? new Uint8Array();
  if (isChunked(request)) {
    outgoing.flushHeaders();
    // The body is already written as chunks.
    outgoing.chunkedEncoding = false;
  }
  outgoing.end(isChunked(request) ? oddChunks(bytes) : bytes);
}

async function readAnswer(response: http.IncomingMessage, limits: Limits, interim: string): Promise<WireResponse> {
  const { statusCode = 0, statusMessage = "", rawHeaders } = response;
  const head = { status: statusCode, headers: fieldsOf(rawHeaders), firstByteAt: performance.now() };
  const read = await readBody(response, limits.bodyBytes, head);
  response.destroy();
  const seldomRead: SeldomRead = { reason: statusMessage, trailers: pairsOf(response.rawTrailers), interim };
  return { ...head, ...read, seldomRead };
}

function sendWithoutFraming(outgoing: http.ClientRequest): void {
  outgoing.removeHeader("Content-Length");
  outgoing.removeHeader("Transfer-Encoding");
  outgoing.end();
}

/** A connection to the provider. It is opened at the first request, and again after it was closed. */
export interface Connection {
  /** The number of answers on the open connection; 0 on a new one. */
  carried(): number;
  /**
   * @param ended aborted when the run has ended
   * @throws {WireError} `TIMED_OUT` when the answer is not complete within the time limit for one request
   * @throws {ClosedUnderError} when the connection was reused, and is closed without an answer
   * @throws {IncompleteAnswerError} when a status line arrived, and the answer was not read in full
   */
  send(request: WireRequest, ended: AbortSignal): Promise<WireResponse>;
  close(): Promise<void>;
}

/** The parts of a provider that a connection needs. */
type Reached = Pick<Provider, "baseUrl" | "limits" | "transport" | "headers">;

/** Creates a connection to a provider. */
export function openConnection(provider: Reached): Connection {
  const { baseUrl, limits, transport = {} } = provider;
  const used = followUse();
  const { origin } = new URL(baseUrl);
  const ofProxy = proxyHeaders(origin, transport);
  const closing = new AbortController();
  const connect = connectTo(transport, { ...limits, signal: closing.signal });
  const answers = finalAnswers(connect, limits.headerBytes);
  const isUsed = (): boolean => used.carried() > 0;
  const client = clientOf(origin, { answers, limits }, used);
  const http2 = transport.http2 === undefined ? null : openHttp2(origin, { connect, limits, isUsed }, used);
  const sendBy = (request: WireRequest, ended: AbortSignal): Promise<WireResponse> => {
    const patience = { ...limits, requestMs: request.requestMs ?? limits.requestMs, ended, isUsed };
    if (http2 !== null) return withinTime(patience, (signal) => http2.send(request, signal));
    if (isBeyondUndici(request)) {
      return withinTime(patience, (signal) => sendByNode({ origin, connect, limits }, request, signal));
    }
    return sendByUndici(client, answers, { request, patience });
  };
  return {
    carried: used.carried,
    send: (planned, ended) => {
      const request = {
        ...planned,
        target: requestTarget(origin, planned.target, transport),
        headers: [...planned.headers, ...extraOf(planned, provider), ...ofProxy],
      };
      const send = (): Promise<WireResponse> => sendBy(request, ended);
      // Such a request has a separate connection.
      if (http2 === null && isBeyondUndici(request)) return send();
      // HTTP/2 has no Connection field.
      const isLast = request.isLast === true || (http2 === null && asksToClose(request));
      return used.through(send, { isLast, place: request.place });
    },
    close: () => {
      // undici does not close a connection that is being opened.
      closing.abort();
      http2?.close();
      return client.destroy();
    },
  };
}

/** Sends a request over the connection of undici, with what it does not tell: interim answers, and a bare status. */
async function sendByUndici(
  client: Client,
  answers: FinalAnswers,
  { request, patience }: { readonly request: WireRequest; readonly patience: ExchangeLimits },
): Promise<WireResponse> {
  answers.expect();
  try {
    return withInterim(await dispatch(client, request, patience), answers.removed());
  } catch (error) {
    const status = answers.status();
    // A 408 on a used connection ends that connection, and is no answer, in whatever part it arrived.
    throw status === REQUEST_TIMEOUT && patience.isUsed() ? error : withStatus(error, status);
  }
}

/** Tracks how many answers a connection has carried while it is opened and closed. */
interface Use {
  readonly carried: () => number;
  readonly opened: () => void;
  /** @param hadMore it was closed because bytes arrived that belong to no answer */
  readonly closed: (hadMore?: boolean) => void;
  /** Sends a request over the connection, and notes in the answer whether the connection was used before, and by what. */
  readonly through: (send: () => Promise<WireResponse>, request: UsedBy) => Promise<WireResponse>;
}

interface UsedBy {
  readonly isLast: boolean;
  readonly place: number | undefined;
}

function followUse(): Use {
  let [carried, inFlight] = [0, 0];
  let before: number | undefined;
  // `hadMore` is about the previous connection, `isAfterMore` about the one opened after it.
  let [hadMore, isAfterMore] = [false, false];
  return {
    carried: () => carried,
    opened: () => {
      carried = 0;
      [hadMore, isAfterMore] = [false, hadMore];
    },
    // While a request is in flight, the count is still needed.
    closed: (isBroken = false) => {
      if (inFlight === 0) carried = 0;
      hadMore ||= isBroken;
    },
    through: async (send, { isLast, place }) => {
      inFlight += 1;
      try {
        const response = await send();
        const isReused = carried > 0;
        const follows = (isReused || isAfterMore) && before !== undefined ? { follows: before } : {};
        const seen = {
          ...(isReused ? { isReused } : {}),
          ...(isAfterMore && !isReused ? { isAfterMore } : {}),
          ...follows,
        };
        carried = isLast ? 0 : carried + 1;
        before = place;
        return { ...response, ...seen };
      } catch (error) {
        // An answer that began is an answer, and not the end of an idle connection.
        const isClosedUnder = carried > 0 && !(error instanceof IncompleteAnswerError) && endsConnection(error);
        // The bytes that could not be read were the answer itself.
        [carried, hadMore] = [0, false];
        throw isClosedUnder ? new ClosedUnderError(error) : error;
      } finally {
        inFlight -= 1;
      }
    },
  };
}

/** Whether an error is the end of a connection. A stream of HTTP/2 can be reset while its connection stays open. */
function endsConnection(error: unknown): boolean {
  const isOfStream = error instanceof WireError && error.code === "RESET";
  return !isOfStream && noAnswerOf(error, null).kind === "connection-closed";
}

/** undici cannot send `Expect`, a POST without a Content-Length or a Connection field, or chunks written by others. */
function isBeyondUndici(request: WireRequest): boolean {
  return ["expect-continue", "none", "odd-chunks"].includes(request.framing) || lacksConnection(request);
}

function withInterim({ seldomRead, ...response }: WireResponse, interim: string): WireResponse {
  return seldomRead === undefined ? response : { ...response, seldomRead: { ...seldomRead, interim } };
}

/** The header fields of the user; for a request that leaves some out, the others. */
function extraOf({ headers: own, added }: WireRequest, { headers }: Reached): HeaderFields {
  const extra = extraHeaders(own, headers);
  return Array.isArray(added) ? extra.filter(([name]) => added.includes(name.toLowerCase())) : extra;
}

/** Whether the header of a request says that the connection is closed after the answer (RFC 9112 section 9.6). */
function asksToClose({ headers }: WireRequest): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === "connection" && value === "close");
}

function clientOf(
  origin: string,
  { answers, limits }: { readonly answers: FinalAnswers; readonly limits: Limits },
  used: Use,
): Client {
  const client = new Client(origin, {
    connect: answers.connect,
    headersTimeout: limits.requestMs,
    bodyTimeout: limits.requestMs,
    maxHeaderSize: limits.headerBytes,
    pipelining: 1,
  });
  client.on("connect", used.opened);
  client.on("disconnect", (_origin, _targets, error) => used.closed(isOfMore(error) && !holds408(answers.latest())));
  return client;
}

/** Aborts the work after the time limit for one request, and reports that as a timeout. */
async function withinTime<T>(
  { requestMs, ended }: Pick<ExchangeLimits, "requestMs" | "ended">,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, requestMs);
  ended.addEventListener("abort", abort, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? asLate(error) : error;
  } finally {
    clearTimeout(timer);
    ended.removeEventListener("abort", abort);
  }
}

/** The error for an exchange that exceeds the time limit, with what had arrived. */
function asLate(error: unknown): Error {
  return error instanceof IncompleteAnswerError ? new IncompleteAnswerError(error.arrived, late()) : late();
}

/**
 * Whether an error of undici is about bytes after an answer, which undici reads as the start of an unexpected answer.
 */
function isOfMore({ name, message }: Error): boolean {
  return name === "HTTPParserError" || message === "bad response";
}

const STATUS_LINES_OF_408 = ["HTTP/1.1 408", "HTTP/1.0 408"] as const;

/**
 * Whether bytes hold a 408, or end with the beginning of one. A server may send it at any time before it closes an idle
 * connection (RFC 9110 section 15.5.9), even together with the end of an answer.
 */
function holds408(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  return STATUS_LINES_OF_408.some(
    (line) => text.includes(line) || Array.from(line).some((_, at) => text.endsWith(line.slice(0, at + 1))),
  );
}
