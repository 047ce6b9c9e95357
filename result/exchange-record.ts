/** The part of a result about requests and answers. */
import type { HeaderFields } from "../http/message.ts";
import type { NoAnswer } from "../http/no-answer.ts";

/** Bytes that were sent or read: as text if they are UTF-8, otherwise in base64. */
export interface RecordedBody {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
  /** The number of bytes of the whole body, as far as it was read. */
  readonly size: number;
  /** The SHA-256 of the bytes read, in hexadecimal; present if `content` contains only the first part. */
  readonly sha256?: string;
}

export interface RecordedRequest {
  readonly method: string;
  /** The requested URL. It never contains the token. */
  readonly url: string;
  /**
   * The header fields that the suite set, with the token written as `$PLANT_STORE_TOKEN`. The client adds the fields
   * that HTTP needs (Host, Connection, framing).
   */
  readonly headers: HeaderFields;
  readonly body: RecordedBody | null;
  readonly framing: "content-length" | "chunked";
  /** Its chunks had extensions, sizes in capitals with leading zeros, and a trailer section. */
  readonly oddChunks?: true;
  /** Its body was sent in two pieces, with a pause between them. */
  readonly inPieces?: true;
  /** It was sent without a Connection field, over HTTP/1.1. */
  readonly noConnection?: true;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: RecordedBody;
}

/** One request and its answer. The index of an exchange is its place in the result's list. */
export interface Exchange {
  /**
   * The check that sent the request; other checks may judge it too. Absent for a request that only tests whether the
   * provider is alive, and if the run ended first.
   */
  readonly check?: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  /**
   * Present if the answer was not read in full, for the reason that `noAnswer` gives: whether its header was read, or
   * only its status line. The header fields are then empty.
   */
  readonly readTo?: "header" | "status";
  /** Present if `response` is null or was not read in full. */
  readonly noAnswer?: NoAnswer;
  /** The `traceparent` that was added to the header fields of the request; absent if there was none. */
  readonly traceparent?: string;
  /** Milliseconds: when it was sent, counted from the start of the run; to the first byte; to the last. */
  readonly timing: { readonly startedMs: number; readonly firstByteMs: number | null; readonly totalMs: number };
  /** True when the answer's body was longer than the limit and was cut off. */
  readonly truncated: boolean;
  /**
   * The run had reached its limit for evidence. Only the size and digest of the bodies are kept, and nothing of the
   * answer's header.
   */
  readonly notKept?: true;
  /**
   * The last lines that the provider's process wrote while the exchange was in flight, if it was started for the run.
   */
  readonly output?: string;
  /**
   * The places where the token was found in the answer: `body` and `header <name>`, from which it was removed, and
   * `trailer <name>`, `reason phrase` and `interim response`, which are not recorded.
   */
  readonly redacted: readonly string[];
  /** 2 if the request was sent again because a kept-alive connection ended during the first attempt. */
  readonly attempts: 1 | 2;
  /**
   * The provider said that it did not read the first attempt: it ended the connection with 408 (RFC 9110 section
   * 15.5.9), or refused the stream (RFC 9113 section 8.7).
   */
  readonly isReadOnce?: true;
  /** It was answered over a connection that had carried an answer before. */
  readonly isReused?: true;
  /** The previous answer on its connection was followed by extra bytes, so a new connection was opened. */
  readonly isAfterMore?: true;
  /** The index of the exchange before it on its connection, or on the previous one if that was followed by extra bytes. */
  readonly follows?: number;
  /**
   * Present if the connection was closed during the first attempt: the pause before the connection was reused, in
   * milliseconds.
   */
  readonly closedAfterMs?: number;
}
