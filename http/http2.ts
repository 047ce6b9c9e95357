/**
 * A connection over HTTP/2, with the client of Node: undici treats a stream that was reset in the middle of its body as
 * a complete answer, and merges header fields of the same name.
 */
import * as http2 from "node:http2";
import type { Socket } from "node:net";
import type { Provider } from "./provider.ts";
import { type Connect, openSocket } from "./connect.ts";
import { readBody, sendWhenAsked } from "./streams.ts";
import {
  type HeaderFields,
  IncompleteAnswerError,
  MOST_FIELDS,
  REQUEST_TIMEOUT,
  type SeldomRead,
  WireError,
  type WireRequest,
  type WireResponse,
  endedWith408,
  fieldsOf,
  interimText,
  isChunked,
  pairsOf,
} from "./message.ts";

/** A connection that is opened at the first request, and again after it has ended. */
export interface Http2Connection {
  readonly send: (request: WireRequest, signal: AbortSignal) => Promise<WireResponse>;
  readonly close: () => void;
}

/** What a connection over HTTP/2 needs. */
interface Http2Options {
  readonly connect: Connect;
  readonly limits: Provider["limits"];
  /** Whether the session has carried an answer before. */
  readonly isUsed: () => boolean;
}

/** Called each time a session is opened, and each time the last one has ended. */
interface SessionListener {
  readonly opened: () => void;
  readonly closed: () => void;
}

/** Creates a connection to an origin. */
export function openHttp2(
  origin: string,
  { connect, ...exchanging }: Http2Options,
  { opened: onOpen, closed: onClose }: SessionListener,
): Http2Connection {
  let session: http2.ClientHttp2Session | null = null;
  let socket: Socket | null = null;
  const open = async (signal: AbortSignal): Promise<http2.ClientHttp2Session> => {
    if (session !== null && !session.closed && !session.destroyed) return session;
    const under = await openSocket(connect, origin, signal);
    const opened = http2.connect(origin, {
      createConnection: () => under,
      maxHeaderListPairs: MOST_FIELDS + 1,
      settings: { enablePush: false, maxHeaderListSize: exchanging.limits.headerBytes },
    });
    // The stream on the connection reports the error.
    opened.on("error", () => undefined);
    opened.on("close", () => {
      if (session === opened) onClose();
    });
    [session, socket] = [opened, under];
    onOpen();
    return opened;
  };
  return {
    send: async (request, signal) => {
      const used = await open(signal);
      try {
        const answer = await exchange(used, request, { ...exchanging, signal });
        if (request.isLast === true) used.close();
        return answer;
      } catch (error) {
        // The next request needs a new connection, even if the provider only reset the stream. Node would wait until
        // the provider closes this one.
        used.destroy();
        socket?.destroy();
        throw error;
      }
    },
    close: () => session?.destroy(),
  };
}

interface Exchanging extends Omit<Http2Options, "connect"> {
  readonly signal: AbortSignal;
}

async function exchange(
  session: http2.ClientHttp2Session,
  request: WireRequest,
  { limits, signal, isUsed }: Exchanging,
): Promise<WireResponse> {
  const stream = session.request(headersOf(request), { endStream: request.body === null, signal });
  // The error is reported where the answer is awaited.
  stream.on("error", () => undefined);
  const seldomRead = seldomReadOf(stream, limits.headerBytes);
  const answered = new Promise<WireResponse>((resolve, reject) => {
    stream.on("response", (...[headers, , raw]: Received) => {
      const status = Number(headers[":status"]);
      if (status === REQUEST_TIMEOUT && isUsed()) return reject(endedWith408());
      const head = { status, headers: answerFields(raw), firstByteAt: performance.now() };
      const read = readBody(stream, limits.bodyBytes, head);
      resolve(read.then((body) => ({ ...head, ...body, seldomRead: seldomRead() })));
    });
    stream.on("error", (error) => reject(endOf(stream, session, error)));
    stream.on("close", () => reject(endOf(stream, session)));
  });
  if (request.framing === "expect-continue") sendWhenAsked(stream, request.body ?? new Uint8Array());
  else if (request.body !== null) stream.end(request.body);
  try {
    const answer = await answered;
    // The rest of the body is not read, so the connection is closed.
    if (answer.truncated) session.destroy();
    // Node treats a cancelled stream as complete, but a complete answer ends with END_STREAM (RFC 9113 section 8.1).
    else if (stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR) {
      throw new IncompleteAnswerError(answer, resetError(stream));
    }
    return answer;
  } finally {
    stream.close(http2.constants.NGHTTP2_CANCEL);
  }
}

/** The arguments with which Node reports a header or trailer section. */
type Received = readonly [headers: http2.IncomingHttpHeaders, flags: number, raw: readonly string[]];

/** Keeps the interim answers before the final answer and the trailers after its body. */
function seldomReadOf(stream: http2.ClientHttp2Stream, limit: number): () => SeldomRead {
  const interim = interimText(limit);
  let trailers: HeaderFields = [];
  stream.on("headers", (...[, , raw]: Received) => interim.add(pairsOf(raw)));
  stream.on("trailers", (...[, , raw]: Received) => (trailers = pairsOf(raw)));
  return () => ({ reason: "", trailers, interim: interim.text() });
}

/** The header fields of an answer, without pseudo-header fields. */
function answerFields(raw: readonly string[]): HeaderFields {
  return fieldsOf(raw).filter(([name]) => !name.startsWith(":"));
}

/**
 * Tells apart a request that the provider has not read, the end of the connection, and the end of the stream alone.
 * nghttp2 ends streams that are later than the last one of a GOAWAY with REFUSED_STREAM, too (RFC 9113 sections 6.8
 * and 8.7).
 */
function endOf(stream: http2.ClientHttp2Stream, session: http2.ClientHttp2Session, error?: Error): Error {
  if (stream.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM) {
    return new WireError("UNREAD", "the provider did not read the request (REFUSED_STREAM)");
  }
  if (error !== undefined && Reflect.get(error, "code") !== "ERR_HTTP2_SESSION_ERROR") return error;
  if (!session.closed && !session.destroyed) return resetError(stream);
  return new WireError("CLOSED", "the connection was closed before the answer was complete");
}

function resetError({ rstCode }: http2.ClientHttp2Stream): WireError {
  return new WireError("RESET", `the provider reset the stream before the answer was complete (code ${rstCode})`);
}

/** The header fields of a request, with pseudo-header fields for the request line (RFC 9113 section 8.3.1). */
function headersOf(request: WireRequest): http2.OutgoingHttpHeaders {
  const { method, target, headers, body, framing } = request;
  const isUnknown = isChunked(request) || framing === "none";
  const length = body === null || isUnknown ? {} : { "content-length": body.length };
  const own: Record<string, readonly string[]> = {};
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    // HTTP/2 does not allow connection-specific header fields (RFC 9113 section 8.2.2).
    if (name === "connection") continue;
    own[name] = [...(own[name] ?? []), value];
  }
  return { ":method": method, ":path": target, ...own, ...length };
}
