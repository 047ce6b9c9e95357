/**
 * A generated mutant: a correct provider with one fault drawn from a grammar of WHERE (which requests), WHAT (what is
 * done to their answers) and WHEN (how often). A plain value, so that it can be printed, kept and drawn again.
 *
 * The grammar was written from the document and the rules of judging, without a look at what the suite asks: it stands
 * in for the author of a provider, who has not read the suite either.
 */
import type { ProviderAnswer } from "../behaviour.ts";
import type { Facts, Realm } from "./facts.ts";
import type { Random } from "./random.ts";

/** A parameter of an axis or an effect: a word of a closed list, or a number. */
export type Parameter = string | number;

/** One condition on the request; a mutant has one or two, and both have to hold. */
export interface Term {
  readonly axis: string;
  readonly value: Parameter;
}

export interface What {
  readonly effect: string;
  readonly value: Parameter;
}

/** How often the fault shows, of the requests whose answer it would change. */
export type When =
  | { readonly kind: "always" | "first" | "used-connection" }
  | { readonly kind: "share"; readonly oneIn: number }
  | { readonly kind: "once"; readonly nth: number }
  | { readonly kind: "after"; readonly requests: number };

export interface GeneratedMutant {
  readonly realm: Realm;
  readonly where: readonly Term[];
  readonly what: What;
  readonly when: When;
}

/** How strongly the document asks for something; `OPEN` is what it says nothing about. */
export type Strength = "MUST" | "SHOULD" | "OPEN";

/** A property that requests have or have not. */
export interface FaultAxis {
  /** The words between which the reports tell: `id`, `name`, `framing`, ... */
  readonly class: string;
  readonly draw: (random: Random) => Parameter;
  /** Completes "a request ...". */
  readonly words: (value: Parameter) => string;
  readonly holds: (facts: Facts, value: Parameter) => boolean;
  /** How strongly the document asks that such a valid request is accepted, or that such an invalid one is refused. */
  readonly strength: (value: Parameter) => Strength;
  /** About how many of the requests of the realm have it, where all ordinary values are drawn alike: 0 to 1. */
  readonly share: (value: Parameter) => number;
}

/** The kind of a fault, which decides how it is judged. */
export type FaultKind =
  /** A valid request is answered with another 2xx or a 3xx. */
  | "other-success"
  /** A valid request is answered 4xx. */
  | "refusal"
  | "server-error"
  | "no-answer"
  /** A 200 that is no Plant in application/json. */
  | "plant-broken"
  /** A 200 that is a Plant, but not the one that was sent. */
  | "not-given-back"
  /** Success for what has to be refused. */
  | "accepted"
  /** Another refusal than the document shows. */
  | "other-refusal"
  /** A 400 that is no Error in application/json. */
  | "error-broken"
  /** A 401 without the challenge, or an answer that shows the token. */
  | "authentication"
  /** Nothing is wrong with it. */
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
