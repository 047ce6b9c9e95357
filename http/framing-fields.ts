/**
 * Rewrites the header fields that say where an answer ends, so that the parser of undici and Node can read them. White
 * space around a value can be blanks or tabs (RFC 9110 section 5.6.3), but that parser refuses a tab after a
 * Content-Length, and ignores a Transfer-Encoding with a tab.
 */
import type { Socket } from "node:net";

const FRAMING_FIELDS: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

/** The start of an interim answer. Another header follows it. */
const INTERIM = /^http\/1\.[01] 1(?!01)/;

/** The number of characters of a line that are needed to recognise the field or the status. */
const ENOUGH = 20;

const [TAB, LINE_FEED, RETURN, BLANK, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3a];

export interface FramingFields {
  /** The next bytes are the start of an answer. */
  readonly expect: () => void;
  /** Returns the bytes with blanks in place of tabs in these fields. */
  readonly take: (chunk: Buffer) => Buffer;
}

/** Opens a reader of the bytes of a connection, in chunks of any size. */
export function framingFields(): FramingFields {
  let [isInHeader, isStatusLine, isInterim, isFraming] = [true, true, false, false];
  let start = "";
  const endOfLine = (): void => {
    if (isStatusLine && start !== "") {
      isInterim = INTERIM.test(start);
      isStatusLine = false;
    } else if (start === "" && !isStatusLine) {
      isStatusLine = isInterim;
      isInHeader = isInterim;
    }
    start = "";
    isFraming = false;
  };
  const read = (byte: number): number => {
    if (byte === LINE_FEED) endOfLine();
    else if (byte === COLON && FRAMING_FIELDS.has(start)) isFraming = true;
    else if (byte === TAB && isFraming) return BLANK;
    else if (byte !== RETURN && start.length < ENOUGH) start += String.fromCharCode(byte).toLowerCase();
    return byte;
  };
  return {
    expect: () => {
      [isInHeader, isStatusLine, isInterim, isFraming] = [true, true, false, false];
      start = "";
    },
    take: (chunk) => {
      if (isStatusLine && start === "" && isWholeHeader(chunk)) [isInHeader, isStatusLine] = [false, false];
      if (!isInHeader) return chunk;
      const bytes = Buffer.from(chunk);
      for (const [at, byte] of bytes.entries()) {
        bytes[at] = read(byte);
        if (!isInHeader) break;
      }
      return bytes;
    },
  };
}

/** Whether bytes begin with a final answer and its whole header, without a tab. Nearly all do, and are not changed. */
function isWholeHeader(chunk: Buffer): boolean {
  const line = chunk.toString("latin1", 0, ENOUGH).toLowerCase();
  return line.startsWith("http/1.") && !INTERIM.test(line) && !chunk.includes(TAB) && chunk.includes("\r\n\r\n");
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
