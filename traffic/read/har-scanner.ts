/**
 * Finds the entries of a HAR in a stream of bytes, and keeps at most one of them in memory. Pure: bytes in, entries
 * out.
 */
import type { Lost } from "../recorded-traffic.ts";

/** The most bytes of a member's name that are read. */
const MOST_NAME = 64;

/** The depths of `log.entries` and of one of its entries. */
const [IN_ENTRIES, IN_ENTRY] = [3, 4];

/** Scans bytes and returns the texts of entries, in order. */
export interface HarScanner {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<string | Lost>;
  /** Why the file is not a HAR, after its end; null if it is one. */
  readonly end: () => string | null;
}

interface Scan {
  readonly mostBytes: number;
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
  /** Names at the depths 1 and 2, and the last string there. */
  names: string[];
  last: number[];
  isInEntries: boolean;
  hasEntries: boolean;
  /** Whether the current value has had entries. */
  hasOwnEntries: boolean;
  /** Whether the current value is at a place where only a HAR or an entry may be, but is neither. */
  isStray: boolean;
  /** The current entry: its parts before this chunk, and its start in this chunk. */
  parts: Uint8Array[];
  size: number;
  from: number;
}

const [QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, LINE_FEED] = Array.from(
  '"\\:,{}[]\n',
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number];

/** Opens a scanner of one file. @param mostBytes the most bytes of one entry; a longer one is skipped */
export function harScanner(mostBytes: number): HarScanner {
  const scan: Scan = {
    mostBytes,
    depth: 0,
    isInString: false,
    isEscaped: false,
    names: [],
    last: [],
    isInEntries: false,
    hasEntries: false,
    hasOwnEntries: false,
    isStray: false,
    parts: [],
    size: 0,
    from: -1,
  };
  return {
    push: (chunk) => pushed(scan, chunk),
    end: () => {
      if (!scan.hasEntries && !scan.isInEntries) return "is not a HAR: it has no log.entries";
      return scan.depth > 0 || scan.isInString ? "is cut off: its JSON ends in the middle" : null;
    },
  };
}

function pushed(scan: Scan, chunk: Uint8Array): ReadonlyArray<string | Lost> {
  const found: Array<string | Lost> = [];
  if (scan.from >= 0) scan.from = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    const lost = strayBefore(scan, byte);
    if (lost !== null) found.push(lost);
    if (scan.isInString) inString(scan, byte);
    else if (byte === QUOTE) {
      scan.isInString = true;
      scan.last = [];
    } else if (byte === COLON && scan.depth < IN_ENTRIES) {
      scan.names[scan.depth] = Buffer.from(scan.last).toString();
    } else if (byte === OPEN || byte === OPEN_LIST) opened(scan, byte, at);
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      const entry = closed(scan, chunk, at);
      if (entry !== null) found.push(entry);
    }
  }
  if (scan.from >= 0) keep(scan, chunk.subarray(scan.from));
  return found;
}

/** Blanks, and the three bytes of a byte order mark. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Reports a value that is neither a HAR nor an entry at a place where only one of them may be. It is lost, and counted
 * once, at its end.
 */
function strayBefore(scan: Scan, byte: number): Lost | null {
  const isBetween = scan.depth === 0 || (scan.depth === IN_ENTRIES && scan.isInEntries);
  if (!isBetween || scan.isInString) return null;
  // An object or a list that begins is counted at its own end.
  const isStart = byte === OPEN || byte === OPEN_LIST;
  const isEnd = isStart || byte === COMMA || byte === (scan.depth === 0 ? LINE_FEED : CLOSE_LIST);
  if (!isEnd) {
    if (!BLANK.has(byte)) scan.isStray = true;
    return null;
  }
  if (!scan.isStray) return null;
  scan.isStray = false;
  return strayAt(scan);
}

function strayAt({ depth }: Pick<Scan, "depth">): Lost {
  return { lost: depth === 0 ? "it is beside the HAR, and no HAR" : "the entry is not an object" };
}

function inString(scan: Scan, byte: number): void {
  if (scan.isEscaped) scan.isEscaped = false;
  else if (byte === BACKSLASH) scan.isEscaped = true;
  else if (byte === QUOTE) scan.isInString = false;
  else if (scan.depth < IN_ENTRIES && scan.last.length < MOST_NAME) scan.last.push(byte);
}

function opened(scan: Scan, byte: number, at: number): void {
  scan.depth += 1;
  if (scan.depth === IN_ENTRIES && byte === OPEN_LIST) {
    scan.isInEntries = scan.names[1] === "log" && scan.names[2] === "entries";
  }
  if (scan.depth !== IN_ENTRY || !scan.isInEntries) return;
  scan.from = at;
  scan.parts = [];
  scan.size = 0;
}

function closed(scan: Scan, chunk: Uint8Array, at: number): string | Lost | null {
  if (scan.depth === 0) return null;
  scan.depth -= 1;
  if (scan.depth === 0) {
    const isHar = scan.hasOwnEntries;
    scan.hasOwnEntries = false;
    // The next value has its own names.
    scan.names = [];
    return isHar ? null : strayAt(scan);
  }
  if (scan.depth === IN_ENTRIES - 1 && scan.isInEntries) {
    scan.isInEntries = false;
    scan.hasEntries = true;
    scan.hasOwnEntries = true;
  }
  if (scan.depth !== IN_ENTRY - 1 || scan.from < 0) return null;
  keep(scan, chunk.subarray(scan.from, at + 1));
  scan.from = -1;
  const { parts, size, mostBytes } = scan;
  scan.parts = [];
  if (size > mostBytes) return { lost: `the entry has more than ${mostBytes} bytes, the limit` };
  return Buffer.concat(parts).toString("utf8");
}

/** Bytes beyond the limit are counted but not kept. */
function keep(scan: Scan, part: Uint8Array): void {
  scan.size += part.length;
  if (scan.size > scan.mostBytes) scan.parts = [];
  else scan.parts.push(Uint8Array.from(part));
}
