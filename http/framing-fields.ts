/**
 * Header fields that say where an answer ends, as the parser of undici and Node can read them. White space around a value
 * is blanks or tabs (RFC 9110 section 5.6.3), but that parser refuses a tab after a Content-Length, and overlooks a
 * Transfer-Encoding that has one.
 */
import type { Socket } from "node:net";

const FRAMING_FIELDS: ReadonlySet<string> = new Set(["content-length", "transfer-encoding"]);

/** An answer before the final one, after which another header comes. */
const INTERIM = /^http\/1\.[01] 1(?!01)/;

/** As many characters of a line as tell which field it is, or which status. */
const ENOUGH = 20;

const [TAB, LINE_FEED, RETURN, BLANK, COLON] = [0x09, 0x0a, 0x0d, 0x20, 0x3a];

export interface FramingFields {
  /** The next bytes are the start of an answer. */
  readonly expect: () => void;
  /** Gives the bytes with blanks in place of tabs in these fields. */
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

/** Whether bytes begin with a final answer and have its header as a whole, without a tab: nearly all do, and stay as they are. */
function isWholeHeader(chunk: Buffer): boolean {
  const line = chunk.toString("latin1", 0, ENOUGH).toLowerCase();
  return line.startsWith("http/1.") && !INTERIM.test(line) && !chunk.includes(TAB) && chunk.includes("\r\n\r\n");
}

/** Passes the bytes that a socket receives through a function first; an error of it destroys the socket. */
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
