/** Content codings undone, within a limit (RFC 9110 section 8.4). */
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** Limit for a body, before and after decompression, in bytes. */
export interface BodyLimit {
  readonly bytes: number;
  /** The body was longer, and the rest of it was not read. */
  readonly wasCut?: boolean;
  /** Takes secrets out of what is quoted of the answer. */
  readonly clean?: (text: string) => string;
}

const decoders: ReadonlyMap<string, (raw: Uint8Array, limit: number) => Uint8Array> = new Map([
  ["gzip", (raw, limit) => gunzipSync(raw, { maxOutputLength: limit })],
  ["x-gzip", (raw, limit) => gunzipSync(raw, { maxOutputLength: limit })],
  ["deflate", (raw, limit) => inflateSync(raw, { maxOutputLength: limit })],
  ["br", (raw, limit) => brotliDecompressSync(raw, { maxOutputLength: limit })],
]);

/** Content codings that are undone, one within the other. */
const MOST_CODINGS = 4;

/** Why a body cannot be had; `unread` where a limit of the suite is in the way, and not a fault of the body. */
interface Undecoded {
  readonly fault: string;
  readonly unread?: true;
}

/**
 * Undoes the content codings. A request without Accept-Encoding leaves them to the server (RFC 9110 section 12.5.3), so a
 * compressed answer is read, within the limit, and one in a coding that this suite cannot undo is no fault.
 */
export function decompress(raw: Uint8Array, codings: string | null, limit: BodyLimit): Uint8Array | Undecoded {
  const names = (codings ?? "").split(",").map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== "" && name !== "identity");
  if (raw.length === 0) return raw;
  if (applied.length > MOST_CODINGS) return { fault: `a body with ${applied.length} content codings`, unread: true };
  let body = raw;
  // They are listed in the order in which they were applied (RFC 9110 section 8.4).
  for (const coding of applied.toReversed()) {
    const decoded = decodeOne(body, coding, limit);
    if (!(decoded instanceof Uint8Array)) return decoded;
    body = decoded;
  }
  return body;
}

function decodeOne(
  body: Uint8Array,
  coding: string,
  { bytes, clean = (text) => text }: BodyLimit,
): Uint8Array | Undecoded {
  const name = clean(coding).slice(0, 40);
  const decode = decoders.get(coding);
  if (decode === undefined) return { fault: `a body with the content coding ${name}, not known here`, unread: true };
  try {
    return decode(body, bytes);
  } catch (error) {
    // The output is beyond the limit, or beyond what can be had; bytes that are in no such coding are another error.
    if (error instanceof RangeError) {
      return { fault: `a body longer than ${bytes} bytes, the limit, once it is decompressed`, unread: true };
    }
    return { fault: `a body that is not ${name}` };
  }
}
