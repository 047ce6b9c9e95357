/** A connection to the provider. Errors that it throws are reported as "no answer". */
import * as http from "node:http";
import Client from "undici/lib/dispatcher/client.js";
import { type ExchangeLimits, dispatch, late } from "./dispatch.ts";
import { extraHeaders } from "./extra-headers.ts";
import { openHttp2 } from "./http2.ts";
import { finalAnswers } from "./interim.ts";
import {
  type HeaderFields,
  MOST_FIELDS,
  type SeldomRead,
  WireError,
  type WireRequest,
  type WireResponse,
  fieldsOf,
  interimText,
  pairsOf,
} from "./message.ts";
import type { Limits, Provider } from "./provider.ts";
import { type Connect, connectTo, openSocket, proxyHeaders, requestTarget } from "./connect.ts";
import { readUpTo, sendWhenAsked } from "./streams.ts";

/** A connection to the provider. It is opened at the first request, and again after it was closed. */
export interface Connection {
  /** The number of answers on the open connection; 0 on a new one. */
  carried(): number;
  /**
   * @param ended aborted when the run has ended
   * @throws {WireError} `TIMED_OUT` when the answer is not complete within the time limit for one request
   */
  send(request: WireRequest, ended: AbortSignal): Promise<WireResponse>;
  close(): Promise<void>;
}

/** Where a connection goes, and the limits of what it reads. */
interface Path extends Pick<Provider, "limits"> {
  readonly origin: string;
  readonly connect: Connect;
}

/** What of a provider a connection goes by. */
type Reached = Pick<Provider, "baseUrl" | "limits" | "transport" | "headers">;

/** Creates a connection to a provider. */
export function openConnection(provider: Reached): Connection {
  const { baseUrl, limits, transport = {} } = provider;
  let carried = 0;
  const { origin } = new URL(baseUrl);
  const closing = new AbortController();
  const connect = connectTo(transport, { ...limits, signal: closing.signal });
  const answers = finalAnswers(connect, limits.headerBytes);
  const client = clientOf(origin, { connect: answers.connect, limits });
  client.on("connect", () => (carried = 0));
  const http2 = transport.http2 === undefined ? null : openHttp2(origin, { connect, limits }, () => (carried = 0));
  const sendBy = (request: WireRequest, ended: AbortSignal): Promise<WireResponse> => {
    const patience = { ...limits, requestMs: request.requestMs ?? limits.requestMs, ended };
    if (http2 !== null) return withinTime(patience, (signal) => http2.send(request, signal));
    const isBeyondUndici = request.framing === "expect-continue" || request.framing === "none";
    if (isBeyondUndici) {
      return withinTime(patience, (signal) => sendByNode({ origin, connect, limits }, request, signal));
    }
    answers.expect();
    return dispatch(client, request, patience).then((response) => withInterim(response, answers.removed()));
  };
  return {
    carried: () => carried,
    send: async (planned, ended) => {
      const request = {
        ...planned,
        target: requestTarget(origin, planned.target, transport),
        headers: allHeaders(planned.headers, provider),
      };
      const response = await sendBy(request, ended);
      carried = request.isLast === true || asksToClose(request) ? 0 : carried + 1;
      return response;
    },
    close: () => {
      // undici does not close a connection that is being opened.
      closing.abort();
      http2?.close();
      return client.destroy();
    },
  };
}

function withInterim({ seldomRead, ...response }: WireResponse, interim: string): WireResponse {
  return seldomRead === undefined ? response : { ...response, seldomRead: { ...seldomRead, interim } };
}

/** Those of the request, of the user and for the proxy. */
function allHeaders(own: HeaderFields, { baseUrl, transport = {}, headers }: Reached): HeaderFields {
  return [...own, ...extraHeaders(own, headers), ...proxyHeaders(new URL(baseUrl).origin, transport)];
}

/** Whether a request says itself that the connection is closed after its answer (RFC 9112 section 9.6). */
function asksToClose({ headers }: WireRequest): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === "connection" && value === "close");
}

function clientOf(origin: string, { connect, limits }: Omit<Path, "origin">): Client {
  return new Client(origin, {
    connect,
    headersTimeout: limits.requestMs,
    bodyTimeout: limits.requestMs,
    maxHeaderSize: limits.headerBytes,
    pipelining: 1,
  });
}

/** Aborts the work after the time limit for one request, and reports that as a timeout. */
async function withinTime<T>(
  { requestMs, ended }: ExchangeLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, requestMs);
  ended.addEventListener("abort", abort, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? late() : error;
  } finally {
    clearTimeout(timer);
    ended.removeEventListener("abort", abort);
  }
}

/** undici sends no `Expect`, and no POST without a Content-Length. node:http sends both, over a separate connection. */
async function sendByNode(
  { origin, connect, limits }: Path,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireResponse> {
  const { host } = new URL(origin);
  const socket = await openSocket(connect, origin, signal);
  const body = request.body ?? new Uint8Array();
  // With Expect, node:http sends the header fields immediately, so the length must be set.
  const length = request.framing === "none" ? [] : [["Content-Length", String(body.length)] as const];
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      method: request.method,
      path: request.target,
      headers: { Host: host, ...Object.fromEntries([...request.headers, ...length]) },
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
    if (request.framing === "none") sendWithoutFraming(outgoing);
    else {
      sendWhenAsked(outgoing, body);
      outgoing.flushHeaders();
    }
  });
}

async function readAnswer(response: http.IncomingMessage, limits: Limits, interim: string): Promise<WireResponse> {
  const firstByteAt = performance.now();
  const read = await readUpTo(response, limits.bodyBytes);
  const { statusCode = 0, statusMessage = "", rawHeaders, rawTrailers } = response;
  response.destroy();
  const seldomRead: SeldomRead = { reason: statusMessage, trailers: pairsOf(rawTrailers), interim };
  return { status: statusCode, headers: fieldsOf(rawHeaders), ...read, seldomRead, firstByteAt };
}

function sendWithoutFraming(outgoing: http.ClientRequest): void {
  outgoing.removeHeader("Content-Length");
  outgoing.removeHeader("Transfer-Encoding");
  outgoing.end();
}
