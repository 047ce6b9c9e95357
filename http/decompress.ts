/** Decodes content codings within a limit (RFC 9110 section 8.4). */
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The limit for a body, before and after decompression. */
export interface BodyLimit {
  readonly bytes: number;
  /** The body was longer than the limit, and the rest was not read. */
  readonly wasCut?: boolean;
  /** Removes secrets from quotations of the answer. */
  readonly clean?: (text: string) => string;
}

const decoders: ReadonlyMap<string, (raw: Uint8Array, limit: number) => Uint8Array> = new Map([
  ["gzip", (raw, limit) => gunzipSync(raw, { maxOutputLength: limit })],
  ["x-gzip", (raw, limit) => gunzipSync(raw, { maxOutputLength: limit })],
  ["deflate", (raw, limit) => inflateSync(raw, { maxOutputLength: limit })],
  ["br", (raw, limit) => brotliDecompressSync(raw, { maxOutputLength: limit })],
]);

/** A character set is no coding (RFC 9110 section 8.4), and belongs into Content-Type if anywhere. */
const CHARSET = /^(?:utf-?(?:8|16)|us-ascii|ascii|iso-8859-\d+|windows-125\d|latin1)$/;

/** The most content codings of one body. */
const MOST_CODINGS = 4;

/** Why a body was not decoded. `unread`: because of a limit of the suite, not because the body is malformed. */
interface Undecoded {
  readonly fault: string;
  readonly unread?: true;
}

/**
 * Decodes the content codings. If a request has no Accept-Encoding, the server may choose any (RFC 9110 section
 * 12.5.3). So compressed answers are read, and a coding that the suite does not know is not an error of the provider.
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
  if (decode === undefined) {
    const why = CHARSET.test(coding) ? "a character set and no coding: leave Content-Encoding out" : "not known here";
    return { fault: `a body with the content coding ${name}, ${why}`, unread: true };
  }
  try {
    return decode(body, bytes);
  } catch (error) {
    // The output is longer than the limit or than a buffer can be. Malformed input throws other errors.
    if (error instanceof RangeError) {
      return { fault: `a body longer than ${bytes} bytes, the limit, once it is decompressed`, unread: true };
    }
    return { fault: `a body that is not ${name}` };
  }
}
