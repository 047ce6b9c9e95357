/**
 * Removes interim answers (1xx, RFC 9110 section 15.2) from the bytes that arrive over HTTP/1.1. A client must be able
 * to parse them even if it does not expect any, but undici closes the connection on a 100.
 */
import type { Connect } from "./connect.ts";
import { framingFields, passThrough } from "./framing-fields.ts";
import { WireError } from "./message.ts";

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
export interface InterimReader {
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

/** The number of characters that `interim` needs. */
const ENOUGH = 13;

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
      while (interim.test(startOf(held))) {
        const end = held.indexOf("\r\n\r\n");
        if (removed.length + (end < 0 ? held.length : end) > limit) throw tooMany(limit);
        if (end < 0) return NOTHING;
        skip(end + 4);
      }
      if (mayBecomeInterim(startOf(held))) return NOTHING;
      isExpecting = false;
      return release();
    },
    removed: () => removed,
    rest: release,
  };
}

function startOf(bytes: Buffer): string {
  return bytes.toString("latin1", 0, ENOUGH);
}

/** Whether these first characters of an answer can still turn out to be an interim answer. */
function mayBecomeInterim(start: string): boolean {
  return start.length < ENOUGH && interim.test(start + "HTTP/1.1 100 ".slice(start.length));
}

function tooMany(limit: number): WireError {
  return new WireError("TOO_MANY_FIELDS", `the provider sent more than ${limit} bytes of interim answers (1xx)`);
}
