/**
 * Reads HTTP/1.1 messages from the bytes of one direction of a connection as they pass (RFC 9112). It changes nothing,
 * and stops reading when it does not understand the bytes. Pure.
 */
import type { HeaderFields } from "../../http/message.ts";
import type { Lost } from "../recorded-traffic.ts";

/** The head of a message. */
export interface WireHead {
  /** The request line, or the status line. */
  readonly startLine: string;
  readonly headers: HeaderFields;
}

/** How the body of a message is delimited (RFC 9112 section 6.3). */
export type BodyLength = number | "chunked" | "until-close" | "tunnel";

/** Callbacks for the messages. */
export interface WireEvents {
  /** A head is complete. Returns how the body is delimited; `null` for an interim answer, which has no body. */
  readonly head: (head: WireHead) => BodyLength | null;
  /** A message is complete. A body longer than the limit is lost. */
  readonly message: (body: Uint8Array | Lost) => void;
}

/** Reads the bytes of one direction. */
export interface WireReader {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
}

/** The most bytes of a head, and of a body that is kept. */
const MOST = { head: 64 * 1024, body: 256 * 1024 } as const;

type State =
  | { readonly is: "head" }
  | { readonly is: "body"; left: number }
  | { readonly is: "chunk-size" }
  | { readonly is: "chunk"; left: number }
  | { readonly is: "chunk-end" }
  | { readonly is: "trailers" }
  | { readonly is: "until-close" }
  | { readonly is: "blind" };

interface Reading {
  state: State;
  /** The bytes of an incomplete line or head. */
  held: Uint8Array;
  parts: Uint8Array[];
  size: number;
}

/** Opens a reader for the requests, or for the answers, of a connection. */
export function openWireReader(events: WireEvents): WireReader {
  const reading: Reading = { state: { is: "head" }, held: new Uint8Array(), parts: [], size: 0 };
  return {
    push: (chunk) => {
      let rest = reading.held.length === 0 ? chunk : Buffer.concat([reading.held, chunk]);
      reading.held = new Uint8Array();
      while (rest.length > 0) {
        const used = step(reading, rest, events);
        if (used === 0) {
          // A copy: the chunk belongs to the caller.
          reading.held = new Uint8Array(rest);
          if (rest.length > MOST.head) reading.state = { is: "blind" };
          return;
        }
        rest = rest.subarray(used);
      }
    },
    end: () => {
      if (reading.state.is === "until-close") finished(reading, events);
      reading.state = { is: "blind" };
    },
  };
}

/** Processes some of the bytes and returns their number; 0 if more bytes are needed. */
function step(reading: Reading, bytes: Uint8Array, events: WireEvents): number {
  const { state } = reading;
  switch (state.is) {
    case "head":
      return takeHead(reading, bytes, events);
    case "body":
    case "chunk":
      return takeBody(reading, state, bytes, events);
    case "until-close":
      keep(reading, bytes);
      return bytes.length;
    case "chunk-size":
    case "chunk-end":
    case "trailers":
      return takeLine(reading, bytes, events);
    case "blind":
      return bytes.length;
  }
}

function takeHead(reading: Reading, bytes: Uint8Array, events: WireEvents): number {
  // A client may send an empty line before its request (RFC 9112 section 2.2).
  if (bytes[0] === 0x0d || bytes[0] === 0x0a) return 1;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = view.indexOf("\r\n\r\n");
  if (end < 0) return 0;
  const head = view.toString("latin1", 0, end);
  const length = PLAIN_HEAD.test(head) ? events.head(headOf(head)) : "tunnel";
  begin(reading, length, events);
  return end + 4;
}

/**
 * A head without obsolete forms such as folded lines, which this reader does not interpret. The version is searched for
 * only once, so that a head that repeats it takes no longer than another.
 */
const PLAIN_HEAD = /^(?=.*HTTP\/1\.[01]).*(?:\r\n[\w!#$%&'*+.^`|~-]+:.*)*$/u;

function headOf(text: string): WireHead {
  const [startLine = "", ...lines] = text.split("\r\n");
  const headers = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, at), line.slice(at + 1).trim()] as const;
  });
  return { startLine, headers };
}

function begin(reading: Reading, length: BodyLength | null, events: WireEvents): void {
  [reading.parts, reading.size] = [[], 0];
  if (length === null) reading.state = { is: "head" };
  else if (length === "tunnel") reading.state = { is: "blind" };
  else if (length === "chunked") reading.state = { is: "chunk-size" };
  else if (length === "until-close") reading.state = { is: "until-close" };
  else if (length === 0) finished(reading, events);
  else reading.state = { is: "body", left: length };
}

function takeBody(
  reading: Reading,
  state: { readonly is: "body" | "chunk"; left: number },
  bytes: Uint8Array,
  events: WireEvents,
): number {
  const used = Math.min(state.left, bytes.length);
  keep(reading, bytes.subarray(0, used));
  state.left -= used;
  if (state.left === 0 && state.is === "body") finished(reading, events);
  else if (state.left === 0) reading.state = { is: "chunk-end" };
  return used;
}

function takeLine(reading: Reading, bytes: Uint8Array, events: WireEvents): number {
  const end = bytes.indexOf(0x0a);
  if (end < 0) return 0;
  const line = Buffer.from(bytes.subarray(0, end)).toString("latin1").trim();
  if (reading.state.is === "chunk-end") reading.state = line === "" ? { is: "chunk-size" } : { is: "blind" };
  else if (reading.state.is === "trailers") {
    if (line === "") finished(reading, events);
  } else if (CHUNK_SIZE.test(line)) {
    const left = Number.parseInt(line, 16);
    reading.state = left === 0 ? { is: "trailers" } : { is: "chunk", left };
  } else reading.state = { is: "blind" };
  return end + 1;
}

/** The line with the size of a chunk and its extensions (RFC 9112 section 7.1). */
const CHUNK_SIZE = /^[\da-f]{1,12}\s*(?:;.*)?$/i;

function keep(reading: Reading, bytes: Uint8Array): void {
  reading.size += bytes.length;
  if (reading.size > MOST.body) reading.parts = [];
  // Also a copy, because a part of a chunk keeps the memory of the whole chunk.
  else reading.parts.push(new Uint8Array(bytes));
}

function finished(reading: Reading, { message }: WireEvents): void {
  const { parts, size } = reading;
  const [first] = parts;
  reading.parts = [];
  reading.state = { is: "head" };
  if (size > MOST.body) message({ lost: `the body has more than ${MOST.body} bytes, the limit` });
  else message(first !== undefined && parts.length === 1 ? first : Buffer.concat(parts));
}

/** How the body of a request is delimited. */
export function lengthOfRequest({ headers }: WireHead): BodyLength {
  return framedLength(headers) ?? 0;
}

/** How the body of an answer is delimited; null for an interim one. */
export function lengthOfAnswer({ startLine, headers }: WireHead, method: string): BodyLength | null {
  const status = statusOf(startLine);
  if (status === 101 || Number.isNaN(status)) return "tunnel";
  if (status < 200) return null;
  if (method === "CONNECT") return "tunnel";
  if (method === "HEAD" || status === 204 || status === 304) return 0;
  return framedLength(headers) ?? "until-close";
}

/** The status of a status line. */
export function statusOf(startLine: string): number {
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(startLine)?.[1] ?? Number.NaN);
}

function framedLength(headers: HeaderFields): BodyLength | null {
  const transfer = fieldOf(headers, "transfer-encoding");
  if (transfer !== null) return /^\s*chunked\s*$/i.test(transfer) ? "chunked" : "tunnel";
  const length = fieldOf(headers, "content-length");
  if (length === null) return null;
  return /^\d{1,15}$/.test(length) ? Number(length) : "tunnel";
}

/**
 * Like `header` of `http/`, but without lists. All traffic waits for this, so for most fields only the length is
 * compared.
 */
function fieldOf(headers: HeaderFields, name: string): string | null {
  let joined: string | null = null;
  for (const [field, value] of headers) {
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    joined = joined === null ? value : `${joined}, ${value}`;
  }
  return joined;
}
