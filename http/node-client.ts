/** What undici does not send, sent with `node:http`: `Expect`, a POST without a length, and chunks written by others. */
import * as http from "node:http";
import type { Socket } from "node:net";
import { oddChunks } from "./chunks.ts";
import { type Connect, openSocket } from "./connect.ts";
import { framingFields, passThrough } from "./framing-fields.ts";
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
  withStatus,
} from "./message.ts";
import type { Limits, Provider } from "./provider.ts";
import { readBody, sendWhenAsked } from "./streams.ts";

/** The destination of a connection, and the limits for reading from it. */
interface Path extends Pick<Provider, "limits"> {
  readonly origin: string;
  readonly connect: Connect;
}

/** Sends what undici does not, over a separate connection. */
export async function sendByNode(
  { origin, connect, limits }: Path,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireResponse> {
  const socket = await openSocket(connect, origin, signal);
  const fields = framingFields();
  passThrough(socket, fields);
  try {
    return await exchangeOver(socket, { host: new URL(origin).host, limits }, request, signal);
  } catch (error) {
    throw withStatus(error, fields.status());
  }
}

function exchangeOver(
  socket: Socket,
  { host, limits }: Pick<Path, "limits"> & { readonly host: string },
  request: WireRequest,
  signal: AbortSignal,
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
    if (request.noConnection === true) outgoing.removeHeader("Connection");
    if (request.framing === "none") sendWithoutFraming(outgoing);
    else if (request.framing === "expect-continue") {
      sendWhenAsked(outgoing, body);
      outgoing.flushHeaders();
    } else sendAtOnce(outgoing, request);
  });
}

/** With Expect, node:http sends the header fields immediately, so the length must be set. */
function framingOf({ framing, body }: WireRequest): HeaderFields {
  if (framing === "none") return [];
  // The names of transfer codings are case-insensitive (RFC 9112 section 7).
  return framing === "chunked" ? [["Transfer-Encoding", "Chunked"]] : [["Content-Length", String(body?.length ?? 0)]];
}

function sendAtOnce(outgoing: http.ClientRequest, { framing, body }: WireRequest): void {
  const bytes = body ?? new Uint8Array();
  if (framing === "chunked") {
    outgoing.flushHeaders();
    // The body is already written as chunks.
    outgoing.chunkedEncoding = false;
  }
  outgoing.end(framing === "chunked" ? oddChunks(bytes) : bytes);
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
