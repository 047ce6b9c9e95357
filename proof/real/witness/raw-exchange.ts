/** A client for tests that sends exactly the given bytes, with one connection per request. */
import { type Socket, connect } from "node:net";

export interface RawRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The header fields in the order in which they are sent. Host, Connection and the framing are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** `none` sends neither Content-Length nor Transfer-Encoding: RFC 9112 section 6.3, a request without a body. */
  readonly framing: "content-length" | "chunked" | "chunked-with-trailer" | "none";
}

export interface WitnessAnswer {
  readonly status: number;
  /** The header fields, by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/**
 * Sends one request and reads the answer to the end of the connection.
 * @throws {Error} when the connection fails, or when the answer is not complete
 */
export async function send(url: string, request: RawRequest): Promise<WitnessAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytesOf(request, hostname));
  const answer = await everythingFrom(socket);
  const end = answer.indexOf("\r\n\r\n");
  const [status = "", ...fields] = answer.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Map(fields.map((field) => pair(field)));
  const rest = answer.subarray(end + 4);
  const body = headers.get("transfer-encoding") === "chunked" ? unchunked(rest) : rest;
  if (end === -1 || body.length !== Number(headers.get("content-length") ?? body.length)) {
    throw new Error(`This is not a whole answer: ${answer.toString("latin1")}`);
  }
  return { status: Number(status.split(" ")[1]), headers, body };
}

/**
 * Everything that arrives until the connection ends. A server that answers without reading the whole request resets the
 * connection (RFC 9112 section 9.6): the bytes before the reset are the answer.
 */
function everythingFrom(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.on("data", (part: Buffer) => parts.push(part));
    socket.on("end", () => resolve(Buffer.concat(parts)));
    socket.on("error", (error) => (parts.length === 0 ? reject(error) : resolve(Buffer.concat(parts))));
  });
}

function pair(field: string): [string, string] {
  const colon = field.indexOf(":");
  return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
}

function unchunked(body: Buffer): Buffer {
  const end = body.indexOf("\r\n") + 2;
  const size = Number.parseInt(body.toString("latin1", 0, end), 16);
  if (Number.isNaN(size)) throw new Error(`This is not a chunk: ${body.toString("latin1")}`);
  if (size === 0) return Buffer.alloc(0);
  return Buffer.concat([body.subarray(end, end + size), unchunked(body.subarray(end + size + 2))]);
}

function bytesOf({ method, target, headers, body, framing }: RawRequest, host: string): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, "Connection: close"];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  if (framing === "content-length") lines.push(`Content-Length: ${body.length}`);
  const isChunked = framing === "chunked" || framing === "chunked-with-trailer";
  if (isChunked) lines.push("Transfer-Encoding: chunked");
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return Buffer.concat([
    head,
    ...(isChunked ? chunks(body, framing === "chunked-with-trailer" ? "X-Checksum: none\r\n" : "") : [body]),
  ]);
}

/**
 * Two chunks, so that a reader that stops after the first is noticed; none for an empty body, which would end twice.
 */
function chunks(body: Uint8Array, trailer: string): Buffer[] {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length > 0);
  const framed = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    Buffer.from(part),
    Buffer.from("\r\n"),
  ]);
  return [...framed, Buffer.from(`0\r\n${trailer}\r\n`)];
}
