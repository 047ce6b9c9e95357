/** One recorded exchange, with the parts that the recording has lost. Every reader of traffic creates these. */
import type { HeaderFields } from "../http/message.ts";

/** A part of a message whose original bytes are unknown, and why: text that follows "because". */
export interface Lost {
  readonly lost: string;
}

/** The known parts of a request. */
export interface TrafficRequest {
  readonly method: string;
  /** The URL as recorded: absolute, or only the path and the query. */
  readonly url: string;
  readonly headers: HeaderFields | Lost;
  /** The bytes as sent; null if it is known that there were none. */
  readonly body: Uint8Array | null | Lost;
  /** The recorder wrote the body down as text, in which it may have masked values. */
  readonly isText?: boolean;
}

/** The known parts of an answer. */
export interface TrafficResponse {
  readonly status: number;
  readonly headers: HeaderFields | Lost;
  readonly body: Uint8Array | Lost;
  /** The recorder has decoded Content-Encoding, as HAR specifies. */
  readonly isDecoded: boolean;
}

/** When an exchange began and ended, in milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One request and its answer; null if no answer was recorded. */
export interface TrafficExchange {
  readonly request: TrafficRequest;
  readonly response: TrafficResponse | null;
  /** Why there is no answer of the provider, if known. */
  readonly unanswered?: string;
  /** Undefined if the recording does not show it. */
  readonly span?: Span | undefined;
}

/** An entry or a line of a recording: an exchange, or the reason why it contains none. */
export type TrafficItem = TrafficExchange | Lost;

/** Whether a part was lost. */
export function isLost(part: unknown): part is Lost {
  return typeof part === "object" && part !== null && "lost" in part;
}

/** A part, or undefined if it was lost. */
export function unlessLost<T>(part: T | Lost): T | undefined {
  return isLost(part) ? undefined : part;
}
