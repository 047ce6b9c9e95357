/** Where bytes leave and arrive, by undici and, where it cannot send them, by node:http. One lane is one connection; what is thrown here is told as no answer. */
import { setMaxListeners } from "node:events";
import * as http from "node:http";
import Client from "undici/lib/dispatcher/client.js";
import { type Patience, dispatch, late } from "./dispatch.ts";
import { MOST_FIELDS, WireError, type WireRequest, type WireResponse, fieldsOf } from "./message.ts";
import type { Provider } from "./provider.ts";
import { type Connect, connectTo, openSocket, proxyHeaders, requestTarget } from "./reach.ts";

/** One connection to the provider, opened when first used and again after it was closed. */
export interface Lane {
  /** Answers that the open connection has carried; 0 on a new one. */
  carried(): number;
  /**
   * @param ended aborted when the run is over
   * @throws {WireError} `TIMED_OUT` when the answer is not complete within the time for one request
   */
  send(request: WireRequest, ended: AbortSignal): Promise<WireResponse>;
  close(): Promise<void>;
}

/** Where a lane leads, and the limits of what it reads. */
interface Path extends Pick<Provider, "limits"> {
  readonly origin: string;
  readonly connect: Connect;
}

/** Opens a lane to a provider. */
export function openLane({ baseUrl, limits, reach = {} }: Pick<Provider, "baseUrl" | "limits" | "reach">): Lane {
  let carried = 0;
  const { origin } = new URL(baseUrl);
  const closing = new AbortController();
  // Each connection listens, so that their number says nothing of a leak.
  setMaxListeners(0, closing.signal);
  const connect = connectTo(reach, { ...limits, signal: closing.signal });
  const client = new Client(origin, {
    connect,
    ...(reach.http2 === undefined ? {} : { allowH2: true }),
    headersTimeout: limits.requestMs,
    bodyTimeout: limits.requestMs,
    maxHeaderSize: limits.headerBytes,
    pipelining: 1,
  });
  client.on("connect", () => (carried = 0));
  return {
    carried: () => carried,
    send: async (planned, ended) => {
      const request = {
        ...planned,
        target: requestTarget(origin, planned.target, reach),
        headers: [...planned.headers, ...proxyHeaders(origin, reach)],
      };
      // HTTP/2 frames every body by itself, so that there is nothing that undici could not send.
      const isBeyondUndici = request.framing === "expect-continue" || request.framing === "none";
      const response =
        isBeyondUndici && reach.http2 === undefined
          ? await withinTime({ ...limits, ended }, (signal) => sendByNode({ origin, connect, limits }, request, signal))
          : await dispatch(client, request, { ...limits, ended });
      carried += 1;
      return response;
    },
    close: () => {
      // undici leaves a connection that is being opened to its time limit.
      closing.abort();
      return client.destroy();
    },
  };
}

/** Aborts the signal of some work, and makes its failure one of time, when the time for one request is over. */
async function withinTime<T>({ requestMs, ended }: Patience, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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

/** undici sends no `Expect`, and no POST without a Content-Length. node:http does both, on a connection of its own. */
async function sendByNode(
  { origin, connect, limits }: Path,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireResponse> {
  const { host } = new URL(origin);
  const socket = await openSocket(connect, origin, signal);
  const body = request.body ?? new Uint8Array();
  // With Expect among them, node:http sends the header fields at once, so that the length has to be there.
  const length = request.framing === "none" ? [] : [["Content-Length", String(body.length)] as const];
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const outgoing = http.request({
      method: request.method,
      path: request.target,
      headers: { Host: host, ...Object.fromEntries([...request.headers, ...length]) },
      createConnection: () => socket,
      signal,
      maxHeaderSize: limits.headerBytes,
    });
    // Without a limit of our own node:http keeps the first 2,000 fields and says nothing of the others.
    outgoing.maxHeadersCount = 2 * MOST_FIELDS;
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    outgoing.on("upgrade", (_response, upgraded) => {
      upgraded.destroy();
      reject(new WireError("SWITCHED", "the provider switched protocols (101) without being asked"));
    });
    // Whatever else ends it: a promise that is never kept would hold the run.
    outgoing.on("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    if (request.framing === "none") sendWithoutFraming(outgoing);
    else sendWhenAsked(outgoing, body);
  });
  const firstByteAt = performance.now();
  const read = await readUpTo(response, limits.bodyBytes);
  response.destroy();
  return { status: response.statusCode ?? 0, headers: fieldsOf(response.rawHeaders), ...read, firstByteAt };
}

function sendWithoutFraming(outgoing: http.ClientRequest): void {
  outgoing.removeHeader("Content-Length");
  outgoing.removeHeader("Transfer-Encoding");
  outgoing.end();
}

/** How long a body is held back for a 100, as curl does: no client waits for ever (RFC 9110 section 10.1.1). */
const CONTINUE_MS = 1_000;

/** Holds the body back until the provider says 100 or answers, or a second has passed. */
function sendWhenAsked(outgoing: http.ClientRequest, body: Uint8Array): void {
  const timer = setTimeout(() => outgoing.end(body), CONTINUE_MS);
  const stop = (): void => clearTimeout(timer);
  outgoing.once("continue", () => {
    stop();
    if (!outgoing.writableEnded) outgoing.end(body);
  });
  outgoing.once("response", stop);
  outgoing.once("close", stop);
  outgoing.flushHeaders();
}

async function readUpTo(
  stream: AsyncIterable<unknown>,
  limit: number,
): Promise<{ readonly body: Uint8Array; readonly truncated: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) continue;
    parts.push(part.subarray(0, limit - size));
    size += part.length;
    // Leaving the loop destroys the stream, and with it the connection: the rest is never read.
    if (size > limit) return { body: Buffer.concat(parts), truncated: true };
  }
  return { body: Buffer.concat(parts), truncated: false };
}
