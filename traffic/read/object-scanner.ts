/**
 * Finds JSON objects in a stream of bytes, one after the other or in lists, however they are broken into lines. It keeps
 * at most one of them in memory. Pure: bytes in, texts out.
 */
import type { Lost } from "../recorded-traffic.ts";

/** Scans bytes and returns the texts of objects, in order. */
export interface ObjectScanner {
  readonly push: (chunk: Uint8Array) => ReadonlyArray<string | Lost>;
  /** Whether the bytes end in the middle of a list or an object. */
  readonly isCutOff: () => boolean;
}

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (sign) => sign.charCodeAt(0));

/** Where a scan is. */
interface Place {
  /** Lists outside of objects. */
  lists: number;
  /** Objects and lists around the current byte, within an object. */
  depth: number;
  isInString: boolean;
  isEscaped: boolean;
}

/** @param mostBytes the most bytes of one object; a longer one is skipped */
export function objectScanner(mostBytes: number): ObjectScanner {
  const place: Place = { lists: 0, depth: 0, isInString: false, isEscaped: false };
  let [parts, size]: [Uint8Array[], number] = [[], 0];
  const keep = (part: Uint8Array): void => {
    size += part.length;
    parts = size > mostBytes ? [] : [...parts, Uint8Array.from(part)];
  };
  const taken = (): string | Lost => {
    const found = size > mostBytes ? { lost: `the object has more than ${mostBytes} bytes, the limit` } : parts;
    [parts, size] = [[], 0];
    return Array.isArray(found) ? Buffer.concat(found).toString("utf8") : found;
  };
  return {
    push: (chunk) => {
      const found: Array<string | Lost> = [];
      let from = 0;
      for (const [at, byte] of chunk.entries()) {
        const before = place.depth;
        step(place, byte);
        if (before === 0) from = at;
        if (before === 0 || place.depth > 0) continue;
        keep(chunk.subarray(from, at + 1));
        found.push(taken());
      }
      if (place.depth > 0) keep(chunk.subarray(from));
      return found;
    },
    isCutOff: () => place.depth > 0 || place.lists > 0,
  };
}

function step(place: Place, byte: number): void {
  if (place.isEscaped) place.isEscaped = false;
  else if (place.isInString && byte === BACKSLASH) place.isEscaped = true;
  else if (byte === QUOTE) place.isInString = !place.isInString && place.depth + place.lists > 0;
  else if (!place.isInString) structure(place, byte);
}

function structure(place: Place, byte: number): void {
  const change = byte === OPEN || byte === OPEN_LIST ? 1 : byte === CLOSE || byte === CLOSE_LIST ? -1 : 0;
  if (place.depth > 0 || byte === OPEN) place.depth = Math.max(0, place.depth + change);
  else place.lists = Math.max(0, place.lists + change);
}
