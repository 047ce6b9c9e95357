/**
 * A generated mutant: a correct provider with one fault, drawn from a grammar of WHERE (which requests), WHAT (what is
 * done to their answers) and WHEN (how often). A plain value, so that it can be printed, stored and drawn again.
 *
 * The grammar was written from the document and the rules of judging, without a look at the requests of the suite: it
 * stands for the author of a provider, who has not read the suite either.
 */
import type { ProviderAnswer } from "../behaviour.ts";
import type { Facts, Realm } from "./facts.ts";
import type { Random } from "./random.ts";

/** A parameter of an axis or an effect: a word of a closed list, or a number. */
export type Parameter = string | number;

/** One condition on the request. A mutant has at most two, and all must hold. */
export interface Term {
  readonly axis: string;
  readonly value: Parameter;
}

export interface What {
  readonly effect: string;
  readonly value: Parameter;
}

/** How often the fault shows, among the requests whose answer it would change. */
export type When =
  | { readonly kind: "always" | "first" | "used-connection" }
  | { readonly kind: "share"; readonly oneIn: number }
  | { readonly kind: "once"; readonly nth: number }
  | { readonly kind: "after"; readonly requests: number }
  /** One in a hundred, one in twenty, and one in five in the end, as a store that fills up. */
  | { readonly kind: "growing" };

export interface GeneratedMutant {
  readonly realm: Realm;
  readonly where: readonly Term[];
  readonly what: What;
  readonly when: When;
}

/** How strongly the document asks for something. `OPEN` means that it says nothing. */
export type Strength = "MUST" | "SHOULD" | "OPEN";

/** A property that a request may have. */
export interface FaultAxis {
  /** The class by which the reports group axes: `id`, `name`, `framing`, ... */
  readonly class: string;
  readonly draw: (random: Random) => Parameter;
  /** Completes "a request ...". */
  readonly words: (value: Parameter) => string;
  readonly holds: (facts: Facts, value: Parameter) => boolean;
  /** How strongly the document asks that such a valid request is accepted, or that such an invalid one is refused. */
  readonly strength: (value: Parameter) => Strength;
  /** The approximate share of the realm's requests that have it, 0 to 1, if all ordinary values are equally likely. */
  readonly share: (value: Parameter) => number;
}

/** The kind of a fault, which decides how it is judged. */
export type FaultKind =
  /** A valid request is answered with another 2xx or a 3xx. */
  | "other-success"
  /** A valid request is answered 4xx. */
  | "refusal"
  | "server-error"
  /** A valid request is answered 503 without Retry-After, and accepted when it is asked again. */
  | "unavailable"
  | "no-answer"
  /** A 200 that is not a Plant in application/json. */
  | "plant-broken"
  /** A 200 that is a Plant, but not the one that was sent. */
  | "not-given-back"
  /** Success for a request that must be refused. */
  | "accepted"
  /** A refusal other than the one that the document shows. */
  | "other-refusal"
  /** A 400 that is not an Error in application/json. */
  | "error-broken"
  /** A 401 without the challenge, or an answer that discloses the token. */
  | "authentication"
  /** No fault. */
  | "none";

/** What is done to an answer. */
export interface Effect {
  readonly class: string;
  readonly realms: readonly Realm[];
  readonly values: readonly Parameter[];
  /** Completes "is answered ...". */
  readonly words: (value: Parameter) => string;
  readonly kind: (value: Parameter) => FaultKind;
  readonly apply: (answer: ProviderAnswer, facts: Facts, value: Parameter) => ProviderAnswer | undefined | "never";
}
