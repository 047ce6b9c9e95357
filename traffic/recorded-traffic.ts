/** One exchange as somebody recorded it, and what the recording has lost of it. Every reader of traffic makes these. */
import type { HeaderFields } from "../http/message.ts";

/** A part of a message that is not known as it was on the wire, and why: words that follow "not readable because". */
export interface Lost {
  readonly lost: string;
}

/** What is known of a request. */
export interface TrafficRequest {
  readonly method: string;
  /** As it was recorded: absolute, or the path and the query alone. */
  readonly url: string;
  readonly headers: HeaderFields | Lost;
  /** The bytes as they were sent; null where it is known that there were none. */
  readonly body: Uint8Array | null | Lost;
}

/** What is known of an answer. */
export interface TrafficResponse {
  readonly status: number;
  readonly headers: HeaderFields | Lost;
  readonly body: Uint8Array | Lost;
  /** The recorder has undone Content-Encoding, as the format HAR says. */
  readonly isDecoded: boolean;
}

/** One request and what came back; null where no answer was recorded. */
export interface TrafficExchange {
  readonly request: TrafficRequest;
  readonly response: TrafficResponse | null;
  /** Why there is none of the provider, where that is known. */
  readonly unanswered?: string;
}

/** An entry or a line of a recording: an exchange, or the reason why it holds none. */
export type TrafficItem = TrafficExchange | Lost;

/** Whether a part was lost. */
export function isLost(part: unknown): part is Lost {
  return typeof part === "object" && part !== null && "lost" in part;
}

/** A part, or undefined where it was lost. */
export function known<T>(part: T | Lost): T | undefined {
  return isLost(part) ? undefined : part;
}
