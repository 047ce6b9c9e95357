/** A request as it leaves and an answer as it arrives. */

/** Header fields in wire order, duplicates kept apart. */
export type HeaderFields = ReadonlyArray<readonly [name: string, value: string]>;

/**
 * How a body is sent: chunked framing and `Expect: 100-continue` are ways (RFC 9112 section 7.1, RFC 9110 section
 * 10.1.1), and with neither Content-Length nor Transfer-Encoding there is none (RFC 9112 section 6.3).
 */
export type Framing = "content-length" | "chunked" | "expect-continue" | "none";

/** A request ready to leave: the token is in it. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, as they appear on the request line. */
  readonly target: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array | null;
  readonly framing: Framing;
}

/** What arrived: status, header fields in wire order, and the body as far as the limit lets it be read. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly firstByteAt: number;
}

/** Fields of one answer; within the limit in bytes there is room for tens of thousands that say nothing. */
export const MOST_FIELDS = 1_000;

/** What came back is HTTP, and nothing that the suite works with. The message is for people. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly code: "SWITCHED" | "TIMED_OUT" | "TOO_MANY_FIELDS" | "RESET" | "BROKEN";

  constructor(code: WireError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Header fields from names and values in turn.
 * @throws {WireError} when there are too many
 */
export function fieldsOf(flat: readonly string[]): HeaderFields {
  if (flat.length > 2 * MOST_FIELDS) {
    throw new WireError("TOO_MANY_FIELDS", `the answer has more than ${MOST_FIELDS} header fields, the limit`);
  }
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[2 * index]),
    String(flat[2 * index + 1]),
  ]);
}
