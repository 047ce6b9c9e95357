/** Changes the bytes that arrive over HTTP/1.1 where undici cannot read what HTTP allows. */
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Connect } from "./connect.ts";
import { WireError } from "./message.ts";

// Rewrites the header fields that say where an answer ends. White space around a value can be blanks or tabs (RFC 9110
// section 5.6.3), but the parser of undici and Node refuses a tab after a Content-Length, and ignores a Transfer-Encoding
// with a tab.

const FRAMING_FIELDS: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

/** The start of an interim answer. Another header follows it. */
const INTERIM = /^http\/1\.[01] 1(?!01)/i;

/** The start of a final answer. A 101 is none, because it answers no request. */
const FINAL = /^HTTP\/1\.\d ([2-9]\d\d)(?![^ \r\n])/;

/** The number of characters of a line that are needed to recognise the field or the status. */
const ENOUGH = 20;

const [TAB, LINE_FEED, RETURN, BLANK, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3a];

export interface FramingFields {
  /** The next bytes are the start of an answer. */
  readonly expect: () => void;
  /** Returns the bytes with blanks in place of tabs in these fields. */
  readonly take: (chunk: Buffer) => Buffer;
  /**
   * The status of the answer, once its status line has arrived. It is known even if the parser cannot read the header
   * that follows.
   */
  readonly status: () => number | null;
}

/** Where in an answer the reader is. */
interface State {
  isInHeader: boolean;
  isStatusLine: boolean;
  isInterim: boolean;
  isFraming: boolean;
  /** The start of the current line. */
  start: string;
  status: number | null;
}

function atStart(): State {
  return { isInHeader: true, isStatusLine: true, isInterim: false, isFraming: false, start: "", status: null };
}

/** Opens a reader of the bytes of a connection, in chunks of any size. */
export function framingFields(): FramingFields {
  let at = atStart();
  return {
    expect: () => {
      at = atStart();
    },
    take: (chunk) => {
      if (at.isStatusLine && at.start === "" && isWholeHeader(chunk)) {
        [at.isInHeader, at.isStatusLine, at.status] = [false, false, statusIn(startOf(chunk, ENOUGH))];
      }
      if (!at.isInHeader) return chunk;
      const bytes = Buffer.from(chunk);
      for (const [place, byte] of bytes.entries()) {
        bytes[place] = read(at, byte);
        if (!at.isInHeader) break;
      }
      return bytes;
    },
    status: () => at.status,
  };
}

/** Reads a byte of the header. Returns the byte that takes its place. */
function read(at: State, byte: number): number {
  if (byte === LINE_FEED) endLine(at);
  else if (byte === COLON && FRAMING_FIELDS.has(at.start.toLowerCase())) at.isFraming = true;
  else if (byte === TAB && at.isFraming) return BLANK;
  else if (byte !== RETURN && at.start.length < ENOUGH) at.start += String.fromCharCode(byte);
  return byte;
}

function endLine(at: State): void {
  if (at.isStatusLine && at.start !== "") {
    at.isInterim = INTERIM.test(at.start);
    at.status = statusIn(at.start);
    at.isStatusLine = false;
  } else if (at.start === "" && !at.isStatusLine) {
    at.isStatusLine = at.isInterim;
    at.isInHeader = at.isInterim;
  }
  at.start = "";
  at.isFraming = false;
}

function startOf(bytes: Buffer, characters: number): string {
  return bytes.toString("latin1", 0, characters);
}

function statusIn(line: string): number | null {
  const [, status] = FINAL.exec(line) ?? [];
  return status === undefined ? null : Number(status);
}

/** Whether bytes begin with a final answer and its whole header, without a tab. Nearly all do, and are not changed. */
function isWholeHeader(chunk: Buffer): boolean {
  const line = startOf(chunk, ENOUGH);
  return /^http\/1\./i.test(line) && !INTERIM.test(line) && !chunk.includes(TAB) && chunk.includes("\r\n\r\n");
}

/**
 * Passes the bytes that a socket receives through a function first. If the function throws, the socket is destroyed.
 */
export function passThrough(
  socket: Socket,
  { take, rest }: { readonly take: (chunk: Buffer) => Buffer; readonly rest?: () => Buffer },
): void {
  readBeforeEnd(socket);
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) {
      const left = rest?.();
      if (left !== undefined && left.length > 0) push(left);
      return push(null);
    }
    try {
      // An empty chunk only keeps the stream flowing.
      return push(take(chunk));
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  };
}

/**
 * A server may answer before it has read a body, and close the connection (RFC 9112 section 9.6), so that writing the rest
 * fails while the answer is still to be read. The failure ends the socket only when everything that came has been read.
 */
function readBeforeEnd(socket: Socket): void {
  // Over TLS, what is read after such a failure is not known to be whole.
  if (socket instanceof TLSSocket) return;
  const whenRead =
    (written: WriteCallback): WriteCallback =>
    (error) => {
      if (error == null || socket.destroyed || socket.readableEnded) return written(error);
      const end = (): void => {
        socket.off("end", end).off("close", end);
        written(error);
      };
      socket.once("end", end).once("close", end);
    };
  // One of the two writes a part, and the other several parts at once.
  for (const name of ["_write", "_writev"] as const) {
    const write: unknown = Reflect.get(socket, name);
    if (typeof write !== "function") continue;
    Reflect.set(socket, name, (...given: readonly unknown[]) =>
      Reflect.apply(write, socket, [...given.slice(0, -1), whenRead(given.at(-1) as WriteCallback)]),
    );
  }
}

type WriteCallback = Parameters<Socket["_write"]>[2];

// Removes interim answers (1xx, RFC 9110 section 15.2). A client must be able to parse them even if it does not expect any,
// but undici closes the connection on a 100.

/** A connector for connections on which only final answers arrive, with one request at a time. */
export interface FinalAnswers {
  /** The interim answers before the final one that arrived last, as text. */
  readonly removed: () => string;
  readonly connect: Connect;
  /** The bytes that arrived last. */
  readonly latest: () => Buffer;
  /** The status of the final answer, once its status line has arrived. */
  readonly status: () => number | null;
  /** Call it before a request is sent. The next bytes are then read as the start of its answer. */
  readonly expect: () => void;
}

/** @param limit the most bytes of interim answers before a final answer */
export function finalAnswers(connect: Connect, limit: number): FinalAnswers {
  const reader = interimReader(limit);
  const fields = framingFields();
  let latest: Buffer = NOTHING;
  const expect = (): void => {
    reader.expect();
    fields.expect();
  };
  return {
    removed: reader.removed,
    status: fields.status,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        expect();
        const take = (chunk: Buffer): Buffer => {
          latest = chunk;
          return fields.take(reader.take(chunk));
        };
        passThrough(socket, { take, rest: reader.rest });
        callback(null, socket);
      }),
    latest: () => latest,
    expect,
  };
}

/** Reads the bytes of a connection, in chunks of any size. */
interface InterimReader {
  readonly expect: () => void;
  /**
   * Gives the bytes that are known to belong to a final answer.
   * @throws {WireError} when there are more interim answers than the limit allows
   */
  readonly take: (chunk: Buffer) => Buffer;
  /** What was removed since the last `expect`, as text. */
  readonly removed: () => string;
  /** The bytes that were held back, when the connection ends. */
  readonly rest: () => Buffer;
}

const NOTHING = Buffer.alloc(0);

/** The start of an interim answer. A 101 is final, because HTTP ends with it. */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;

/** The end of an interim answer, which has no body. */
const BLANK_LINE = "\r\n\r\n";

/** The number of characters that `interim` needs. */
const OF_INTERIM = 13;

/**
 * Opens a reader that removes interim answers.
 * @param limit the most bytes of interim answers before a final answer
 */
export function interimReader(limit: number): InterimReader {
  let isExpecting = true;
  let held: Buffer = NOTHING;
  let removed = "";
  const release = (): Buffer => {
    const bytes = held;
    held = NOTHING;
    return bytes;
  };
  const skip = (length: number): void => {
    removed += held.toString("latin1", 0, length);
    held = held.subarray(length);
  };
  return {
    expect: () => {
      isExpecting = true;
      removed = "";
    },
    take: (chunk) => {
      if (!isExpecting) return chunk;
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      while (interim.test(startOf(held, OF_INTERIM))) {
        const end = held.indexOf(BLANK_LINE);
        const length = end < 0 ? held.length : end + BLANK_LINE.length;
        if (removed.length + length > limit) throw tooMany(limit);
        if (end < 0) return NOTHING;
        skip(length);
      }
      if (mayBecomeInterim(startOf(held, OF_INTERIM))) return NOTHING;
      isExpecting = false;
      return release();
    },
    removed: () => removed,
    rest: release,
  };
}

/** Whether these first characters, which are no interim answer yet, can still turn out to be one. */
function mayBecomeInterim(start: string): boolean {
  return interim.test(start + "HTTP/1.1 100 ".slice(start.length));
}

function tooMany(limit: number): WireError {
  return new WireError("TOO_MANY_FIELDS", `the provider sent more than ${limit} bytes of interim answers (1xx)`);
}
