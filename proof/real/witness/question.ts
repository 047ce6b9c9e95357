/** A request that shows what a stack does, with the answer that the document or a standard requires. */
import type { RawRequest } from "./raw-exchange.ts";

/**
 * The purpose of a request. `asBody`: it is refused for its body, and therefore with 400. `open`: only the invariants
 * apply to its answer.
 */
export type Expectation =
  | { readonly outcome: "accepted"; readonly requirement: string; readonly name: string; readonly tag?: string }
  | { readonly outcome: "refused"; readonly requirement: string; readonly asBody: boolean }
  | { readonly outcome: "open" };

export interface Question {
  readonly what: string;
  readonly expectation: Expectation;
  readonly request: RawRequest;
}

/** How a request differs from an ordinary one. `undefined` removes a header. */
interface Difference {
  readonly target?: string;
  readonly authorization?: string | undefined;
  readonly contentType?: string | undefined;
  readonly accept?: string;
  readonly framing?: RawRequest["framing"];
}

/** Writes questions with one expectation. */
export type AskQuestion = (what: string, body: string | Uint8Array, difference?: Difference) => Question;

/** The means to write questions: the token, unique ids, and a writer for each expectation. */
export interface Means {
  readonly token: string;
  readonly id: () => string;
  readonly asking: (expectation: Expectation) => AskQuestion;
}

/** New means for a token, with ids from 5,000,001 on. */
export function meansFor(token: string): Means {
  let last = 5_000_000;
  return {
    token,
    id: () => String((last += 1)),
    asking: (expectation) => (what, body, difference) => ({
      what,
      expectation,
      request: post(token, body, difference),
    }),
  };
}

/** A plant with an ordinary name, and by default an ordinary id. */
export function fern({ id }: Means, value = id(), more = ""): string {
  return `{"id":${value},"name":"Fern"${more}}`;
}

/** An ordinary request of the operation with this body. */
export function post(token: string, body: string | Uint8Array, difference: Difference = {}): RawRequest {
  const { target = "/plants", framing = "content-length", accept = "application/json" } = difference;
  const authorization = "authorization" in difference ? difference.authorization : `Bearer ${token}`;
  const contentType = "contentType" in difference ? difference.contentType : "application/json";
  const headers = [
    ["Authorization", authorization],
    ["Content-Type", contentType],
    ["Accept", accept],
    ["User-Agent", "stacks"],
  ] as const;
  return {
    method: "POST",
    target,
    headers: headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    body: Buffer.from(body),
    framing,
  };
}
