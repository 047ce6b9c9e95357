/** Requests as they are sent, and answers as they are received. */

/** Header fields in the order on the wire. Fields of the same name are not merged. */
export type HeaderFields = ReadonlyArray<readonly [name: string, value: string]>;

/** The value of a header field. Several fields with the same name are joined (RFC 9110 section 5.3). */
export function header(headers: HeaderFields, name: string): string | null {
  let values: string | null = null;
  for (const [field, value] of headers) {
    // Most names already differ in length, so they need not be converted to lower case.
    if (field.length !== name.length || field.toLowerCase() !== name) continue;
    values = values === null ? value : `${values}, ${value}`;
  }
  return values;
}

/**
 * How a body is sent.
 * - `in-pieces`: with a Content-Length, in two pieces with a pause between them; in HTTP/1.1 this makes no difference
 * - `chunked`: in two plain chunks (RFC 9112 section 7.1)
 * - `odd-chunks`: in two chunks that use everything that HTTP allows in them; HTTP/2 has no chunks
 * - `expect-continue`: after `Expect: 100-continue` (RFC 9110 section 10.1.1)
 * - `none`: not at all, with neither Content-Length nor Transfer-Encoding (RFC 9112 section 6.3)
 */
export type Framing = "content-length" | "in-pieces" | "chunked" | "odd-chunks" | "expect-continue" | "none";

/** The framing as HTTP sees it: pieces make no difference to it, and chunks are chunks however they are written. */
export function httpFraming({
  framing,
}: Pick<RequestMessage, "framing">): Exclude<Framing, "in-pieces" | "odd-chunks"> {
  if (framing === "odd-chunks") return "chunked";
  return framing === "in-pieces" ? "content-length" : framing;
}

/** Whether a body is sent in chunks. */
export function isChunked(request: Pick<RequestMessage, "framing">): boolean {
  return httpFraming(request) === "chunked";
}

/**
 * The header fields that are added to those of a request, besides Host and the framing: by default the trace field, those
 * of the user, and the Connection field that clients usually send. HTTP/1.1 does not need it. A list has the names, in lower
 * case, of the only fields of the user that are added.
 */
export type AddedFields = "no-trace" | "user-only" | readonly string[];

/** Whether a request is sent without a Connection field, unless it has one of its own. */
export function lacksConnection({ added }: Pick<RequestMessage, "added">): boolean {
  return added === "user-only" || Array.isArray(added);
}

/** What is sent, of every request. */
export interface RequestMessage {
  readonly method: string;
  readonly headers: HeaderFields;
  readonly body: Uint8Array | null;
  readonly framing: Framing;
  /** Absent if every field is added. */
  readonly added?: AddedFields;
}

/** A request that is ready to be sent, with the token. */
export interface WireRequest extends RequestMessage {
  /** The request target: the path and the query. */
  readonly target: string;
  /** The connection is closed after the answer (`Connection: close`). */
  readonly isLast?: boolean;
  /** A time limit in milliseconds that replaces the usual one. */
  readonly requestMs?: number;
  /** Its place in the run, which the next answer on its connection names. */
  readonly place?: number;
}

/** The parts of an answer other than its header and its body. They are searched for the token, but not recorded. */
export interface SeldomRead {
  /** The text after the status code (RFC 9112 section 4), which HTTP/2 does not have. */
  readonly reason: string;
  /** The fields after the body (RFC 9110 section 6.5); empty if the body was cut off. */
  readonly trailers: HeaderFields;
  /** The answers before the final one (RFC 9110 section 15.2), as text. */
  readonly interim: string;
}

/** An answer, with its body up to the limit. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly seldomRead?: SeldomRead;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly firstByteAt: number;
  /** It came over a connection that had carried an answer before. */
  readonly isReused?: true;
  /** The previous answer on its connection was followed by extra bytes, so a new connection was opened. */
  readonly isAfterMore?: true;
  /** The place of the request before it on its connection, or on that which extra bytes ended; absent if there is none. */
  readonly follows?: number;
}

/** What arrived of an answer that was not read in full: at least its status line. */
export interface PartialResponse {
  readonly status: number;
  /** Null if the header was not read to its end. */
  readonly headers: HeaderFields | null;
  /** The body as far as it was read. */
  readonly body: Uint8Array;
  readonly firstByteAt: number;
}

/** Keeps interim answers as text, up to the limit for a header, because a provider may send them without end. */
export function interimText(limit: number): {
  readonly add: (fields: HeaderFields) => void;
  readonly text: () => string;
} {
  let text = "";
  const add = (fields: HeaderFields): void => {
    if (text.length < limit) text += fields.map((field) => `${field.join(": ")}\n`).join("");
  };
  return { add, text: () => text };
}

/** The most header fields of an answer. The limit in bytes alone would allow tens of thousands. */
export const MOST_FIELDS = 1_000;

/** An answer that the suite cannot use. The message is for users. */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly code: "SWITCHED" | "TIMED_OUT" | "TOO_MANY_FIELDS" | "RESET" | "CLOSED" | "UNREAD" | "BROKEN";

  constructor(code: WireError["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** A connection that had carried an answer before ended during the request that reused it. */
export class ClosedUnderError extends Error {
  override readonly name = "ClosedUnderError";
  /** The provider said that it has not read the request. */
  readonly isUnread: boolean;

  constructor(cause: unknown) {
    super("the connection was closed under the request", { cause });
    this.isUnread = cause instanceof WireError && cause.code === "UNREAD";
  }
}

/** The status with which a server ends a connection on which it no longer waits (RFC 9110 section 15.5.9). */
export const REQUEST_TIMEOUT = 408;

/** The error for a 408 on a connection that was used before: it ends the connection, and answers no request. */
export function endedWith408(): WireError {
  return new WireError("UNREAD", "the provider ended the connection with 408, as if the request had not come in time");
}

/** An answer was not read in full, though its status line arrived. The cause says why. */
export class IncompleteAnswerError extends Error {
  override readonly name = "IncompleteAnswerError";
  readonly arrived: PartialResponse;

  constructor(arrived: PartialResponse, cause: unknown) {
    super("the answer was not read in full", { cause });
    this.arrived = arrived;
  }
}

/** The error for an answer of which only the status line is known; the same error if not even that is. */
export function withStatus(error: unknown, status: number | null): unknown {
  if (status === null || error instanceof IncompleteAnswerError) return error;
  const arrived = { status, headers: null, body: new Uint8Array(), firstByteAt: performance.now() };
  return new IncompleteAnswerError(arrived, error);
}

/**
 * Header fields from a list of alternating names and values.
 * @throws {WireError} when there are too many
 */
export function fieldsOf(flat: readonly string[]): HeaderFields {
  if (flat.length > 2 * MOST_FIELDS) {
    throw new WireError("TOO_MANY_FIELDS", `the answer has more than ${MOST_FIELDS} header fields, the limit`);
  }
  return pairsOf(flat);
}

/** Like `fieldsOf`, but without a limit. */
export function pairsOf(flat: readonly string[]): HeaderFields {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[2 * index]),
    String(flat[2 * index + 1]),
  ]);
}

/**
 * Whether a 405 may be an application's own answer to the body, so that its text says more than its status. The 405 of
 * a server lists the methods of the resource in Allow (RFC 9110 section 15.5.6).
 */
export function isOwn405(status: number, headers: HeaderFields, bodySize: number): boolean {
  return status === 405 && header(headers, "allow") === null && bodySize > 0;
}
