/**
 * Rewrites the header fields that say where an answer ends, so that the parser of undici and Node can read them. White
 * space around a value can be blanks or tabs (RFC 9110 section 5.6.3), but that parser refuses a tab after a
 * Content-Length, and ignores a Transfer-Encoding with a tab.
 */
import type { Socket } from "node:net";

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
        [at.isInHeader, at.isStatusLine, at.status] = [false, false, statusIn(startOf(chunk))];
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

function startOf(bytes: Buffer): string {
  return bytes.toString("latin1", 0, ENOUGH);
}

function statusIn(line: string): number | null {
  const [, status] = FINAL.exec(line) ?? [];
  return status === undefined ? null : Number(status);
}

/** Whether bytes begin with a final answer and its whole header, without a tab. Nearly all do, and are not changed. */
function isWholeHeader(chunk: Buffer): boolean {
  const line = startOf(chunk);
  return /^http\/1\./i.test(line) && !INTERIM.test(line) && !chunk.includes(TAB) && chunk.includes("\r\n\r\n");
}

/**
 * Passes the bytes that a socket receives through a function first. If the function throws, the socket is destroyed.
 */
export function passThrough(
  socket: Socket,
  { take, rest }: { readonly take: (chunk: Buffer) => Buffer; readonly rest?: () => Buffer },
): void {
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
