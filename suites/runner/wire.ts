/** The only place where bytes leave and arrive. One lane is one connection; what is thrown here is told as no answer. */
import { setMaxListeners } from "node:events";
import * as http from "node:http";
import { Readable } from "node:stream";
import { Client } from "undici";
import type { HeaderFields } from "../../reports/result.ts";
import type { Framing } from "./check.ts";
import type { Provider } from "./provider.ts";
import { type Connect, connectTo, openSocket, proxyHeaders, requestTarget } from "./reach.ts";

/** A request ready to leave: the token is in it. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, as they appear on the request line. */
  readonly target: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array | null;
  readonly framing: Framing;
}

/** What arrived: status, header fields in wire order, and the body as far as the limit lets it be read. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly firstByteAt: number;
}

/** One connection to the provider, opened when first used and again after it was closed. */
export interface Lane {
  /** Answers that the open connection has carried; 0 on a new one. */
  carried(): number;
  send(request: WireRequest, signal: AbortSignal): Promise<WireResponse>;
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
    send: async (planned, signal) => {
      const request = {
        ...planned,
        target: requestTarget(origin, planned.target, reach),
        headers: [...planned.headers, ...proxyHeaders(origin, reach)],
      };
      // HTTP/2 frames every body by itself, so that there is nothing that undici could not send.
      const isBeyondUndici = request.framing === "expect-continue" || request.framing === "none";
      const response = await untilAborted(
        isBeyondUndici && reach.http2 === undefined
          ? sendByNode({ origin, connect, limits }, request, signal)
          : sendOn(client, request, limits, signal),
        signal,
      );
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

/** undici leaves a request alone, aborted or not, while its connection is being opened. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
    work.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
}

async function sendOn(
  client: Client,
  request: WireRequest,
  limits: Provider["limits"],
  signal: AbortSignal,
): Promise<WireResponse> {
  // Over HTTP/2 undici asks before it sends the body, and writes the field by itself.
  const asks = request.framing === "expect-continue";
  const fields = asks ? request.headers.filter(([name]) => name.toLowerCase() !== "expect") : request.headers;
  const { statusCode, headers, body } = await client.request({
    method: request.method,
    path: request.target,
    headers: fields.flat(),
    ...(asks ? { expectContinue: true } : {}),
    // An iterable has no length to announce, so that undici frames it in chunks.
    body: request.framing === "chunked" && request.body !== null ? Readable.from(chunks(request.body)) : request.body,
    signal,
    responseHeaders: "raw",
  });
  const firstByteAt = performance.now();
  const read = await readUpTo(body, limits.bodyBytes);
  // With `raw`, undici gives names and values in turn; its types know only the parsed form.
  return { status: statusCode, headers: fieldsOf(headers as unknown as readonly string[]), ...read, firstByteAt };
}

/** Two chunks, so that a reader that stops after the first is noticed. */
async function* chunks(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const half = Math.ceil(body.length / 2);
  yield body.subarray(0, half);
  yield body.subarray(half);
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

/** Fields of one answer; within the limit in bytes there is room for tens of thousands that say nothing. */
const MOST_FIELDS = 1_000;

/** What came back is HTTP, and nothing that the suite works with. The message is for people. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly code: "SWITCHED" | "TOO_MANY_FIELDS";

  constructor(code: WireError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

function fieldsOf(flat: readonly string[]): HeaderFields {
  if (flat.length > 2 * MOST_FIELDS) {
    throw new WireError("TOO_MANY_FIELDS", `the answer has more than ${MOST_FIELDS} header fields, the limit`);
  }
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[2 * index]),
    String(flat[2 * index + 1]),
  ]);
}
