/** One request that shows what a stack does, and what the document or a standard expects of its answer. */
import type { RawRequest } from "./raw-exchange.ts";

/**
 * What a request was sent to find out. `asBody`: it is refused for its body, and so with 400. `open`: only the
 * invariants look at its answer.
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

/** A request as it differs from an ordinary one. `undefined` takes a header out. */
interface Difference {
  readonly target?: string;
  readonly authorization?: string | undefined;
  readonly contentType?: string | undefined;
  readonly accept?: string;
  readonly framing?: RawRequest["framing"];
}

/** Writes questions of one expectation down. */
export type AskQuestion = (what: string, body: string | Uint8Array, difference?: Difference) => Question;

/** What the questions are made with: the token, ids that all differ, and a writer for each expectation. */
export interface Means {
  readonly token: string;
  readonly id: () => string;
  readonly asking: (expectation: Expectation) => AskQuestion;
}

/** Fresh means: the first id is 5,000,001. */
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

/** A plant with an ordinary name, and an ordinary id unless one is given. */
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
