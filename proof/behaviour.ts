/**
 * What a provider of the operation does, as a value with one small function per step. A mutant or another correct
 * provider is the correct behaviour with one step replaced.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Value } from "./json-text.ts";

/** The parsed request body: section NewPlant. */
export interface NewPlant {
  readonly id: bigint;
  readonly name: string;
  readonly tag?: string;
}

/** What a connection has seen so far, without this request. */
export interface ConnectionHistory {
  requests: number;
  refusals: number;
}

/** What a provider keeps between requests: empty at each start, written by the steps. */
export interface Memory {
  /** The stored plants, by the decimal form of the id. */
  readonly plants: Map<string, NewPlant>;
  /** How many requests to the operation were refused so far. */
  refusals: number;
  /** How many requests have arrived and are not answered yet, including this one. */
  inFlight: number;
  /** The plant that was accepted last. */
  last: NewPlant | undefined;
  /** Counters and similar values that only one behaviour uses. */
  readonly notes: Map<string, number>;
}

/** One request as it arrived, with its body. */
export interface Request {
  readonly method: string;
  /** The path without the query and without the provider's base path. */
  readonly path: string;
  readonly query: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** The names of the header fields as they were written. */
  readonly headerNames: readonly string[];
  readonly body: Buffer;
  /** The only token that the provider knows. */
  readonly token: string;
  readonly connection: ConnectionHistory;
  readonly memory: Memory;
}

/** An answer before it is framed. Content-Length is added when it is sent. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

/** Why a request is refused. `answerError` decides what the answer looks like. */
export type RefusalKind =
  | "other-path"
  | "other-method"
  | "headers"
  | "authentication"
  | "media-type"
  | "no-body"
  | "not-utf8"
  | "not-json"
  | "not-a-new-plant"
  | "constraint"
  | "duplicate"
  | "limit"
  | "fault";

/** A refusal that is not yet an answer. */
export interface Refusal {
  readonly refused: RefusalKind;
  readonly status: number;
  readonly message: string;
}

/** The steps, in the order in which they handle a request. A step refuses a request by returning a refusal. */
export interface Behaviour {
  /**
   * Sees the request before its body is read. Returns true if it has handled the request; then the other steps are
   * skipped.
   */
  readonly takeOver: (incoming: IncomingMessage, response: ServerResponse) => boolean;
  /** Called for `Expect: 100-continue`, before the body is read. Returns true as above. */
  readonly expect: (incoming: IncomingMessage, response: ServerResponse) => boolean;
  readonly route: (request: Request) => Refusal | undefined;
  readonly authenticate: (request: Request) => Refusal | undefined;
  readonly checkHeaders: (request: Request) => Refusal | undefined;
  readonly checkMediaType: (request: Request) => Refusal | undefined;
  readonly decode: (request: Request) => string | Refusal;
  readonly parse: (text: string, request: Request) => Value | Refusal;
  readonly validate: (value: Value, request: Request) => NewPlant | Refusal;
  /** Checks a valid NewPlant for constraints and limits that the document does not show. */
  readonly constrain: (plant: NewPlant, request: Request) => Refusal | undefined;
  readonly store: (plant: NewPlant, request: Request) => Refusal | undefined;
  readonly answerPlant: (plant: NewPlant, request: Request) => ProviderAnswer | Promise<ProviderAnswer>;
  readonly answerError: (refusal: Refusal, request: Request) => ProviderAnswer | Promise<ProviderAnswer>;
  /** Sees every answer last. Undefined closes the connection without an answer, `never` leaves it open. */
  readonly finish: (
    answer: ProviderAnswer,
    request: Request,
  ) => ProviderAnswer | undefined | "never" | Promise<ProviderAnswer>;
  /** Writes the answer. */
  readonly send: (answer: ProviderAnswer, response: ServerResponse, socket: Socket) => void | Promise<void>;
}

/** Makes a refusal of one kind. */
export function refuse(refused: RefusalKind, status: number, message: string): Refusal {
  return { refused, status, message };
}

/** Tells whether a step returned a refusal. */
export function isRefusal(step: unknown): step is Refusal {
  return typeof step === "object" && step !== null && "refused" in step;
}
