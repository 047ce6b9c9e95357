/** The part of a result about what was sent and received. */
import type { HeaderFields } from "../http/message.ts";
import type { NoAnswer } from "../http/no-answer.ts";

/** Bytes that were sent or read: as text when they are UTF-8, else in base64. */
export interface RecordedBody {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
  /** Bytes of the whole as far as it was read. */
  readonly size: number;
  /** Of the bytes read, in hexadecimal; present where `content` holds only the first part. */
  readonly sha256?: string;
}

export interface RecordedRequest {
  readonly method: string;
  /** The URL asked for, with the token nowhere in it. */
  readonly url: string;
  /** What the suite asked for, the token written as `$PLANT_STORE_TOKEN`. The client adds what HTTP needs (Host, Connection, framing). */
  readonly headers: HeaderFields;
  readonly body: RecordedBody | null;
  readonly framing: "content-length" | "chunked";
  /** Its chunks had extensions, sizes in capitals with leading zeros, and a trailer section. */
  readonly oddChunks?: true;
  /** It was sent without a Connection field, over HTTP/1.1. */
  readonly noConnection?: true;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: RecordedBody;
}

/** One request and what came back. The index of an exchange is its place in the result's list. */
export interface Exchange {
  /** The check that sent it; others may look at it too. Absent for a sign of life, and where the run ended first. */
  readonly check?: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  /** Present when `response` is null or was cut short by a fault of the connection. */
  readonly noAnswer?: NoAnswer;
  /** Milliseconds: when it was sent, counted from the start of the run; to the first byte; to the last. */
  /** The `traceparent` that it was sent with, beside the header fields of the request; absent where it had none. */
  readonly traceparent?: string;
  readonly timing: { readonly startedMs: number; readonly firstByteMs: number | null; readonly totalMs: number };
  /** True when the answer's body was longer than the limit and was cut off. */
  readonly truncated: boolean;
  /** The run had kept as much evidence as it may: of the bodies only size and digest are kept, of the answer's header nothing. */
  readonly notKept?: true;
  /** The last lines that the process of the provider wrote while the exchange was in flight, where it was started for the run. */
  readonly output?: string;
  /**
   * Where the token was found in the answer: `body` and `header <name>`, of which it was taken out, and `trailer <name>`,
   * `reason phrase` and `interim response`, which are not recorded.
   */
  readonly redacted: readonly string[];
  /** 2 when the request was sent again because a kept-alive connection had been closed under it. */
  readonly attempts: 1 | 2;
  /** It was answered over a connection that had carried an answer before. */
  readonly isReused?: true;
  /** The answer before it on its connection had more bytes than an answer, so that a new connection was opened. */
  readonly isAfterMore?: true;
  /** The connection was closed under the first attempt: how long had been waited before it was used again, in milliseconds. */
  readonly closedAfterMs?: number;
}
