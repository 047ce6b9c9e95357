/** A feature of a request: a way to write or send it that does not change its meaning. */
import type { Framing } from "../../http/message.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Shape } from "../../spec/schema.ts";
import type { Draft } from "../bodies/body-drafts.ts";
import type { Known } from "./check.ts";

// Finds the features that make a provider refuse requests, with few requests. A set of requests in which each two
// features meet shows that something is refused; asking again with fewer features shows what. Pure.

/** The features of a request, and whether it was refused. */
export interface Tried<F> {
  readonly features: readonly F[];
  readonly isRefused: boolean;
}

/** The features to ask about next, or the result. */
export type Isolated<F> =
  | { readonly ask: readonly F[] }
  | {
      /** Sets of features that are refused whenever they meet, while none of them is refused without the others. */
      readonly causes: readonly (readonly F[])[];
      /** Refused once and not again, or not looked into. */
      readonly unexplained: readonly Tried<F>[];
    };

type Search<F, Found> = Generator<readonly F[], Found, boolean>;

/** The next question, given the first requests and the answers since then: whether each was refused, in order. */
export function isolate<F>(first: readonly Tried<F>[], answers: readonly boolean[], most: number): Isolated<F> {
  const causes: (readonly F[])[] = [];
  const search = searchAll(first, causes);
  let step = search.next();
  for (const isRefused of answers) {
    if (step.done === true) break;
    step = search.next(isRefused);
  }
  if (step.done !== true && answers.length < most) return { ask: step.value };
  const isExplained = ({ features }: Tried<F>): boolean => causes.some((cause) => isWithin(cause, features));
  return { causes, unexplained: first.filter((tried) => tried.isRefused && !isExplained(tried)) };
}

/** Looks for the cause of each refusal that no earlier cause explains. */
function* searchAll<F>(first: readonly Tried<F>[], causes: (readonly F[])[]): Search<F, undefined> {
  const accepted = first.filter(({ isRefused }) => !isRefused);
  for (const refused of first) {
    const { features } = refused;
    if (!refused.isRefused || causes.some((cause) => isWithin(cause, features))) continue;
    // A feature that is refused by itself occurs in no accepted request.
    const suspects = features.filter((feature) => !accepted.some((other) => other.features.includes(feature)));
    const quick = suspects.length > 0 ? yield* searchOne(suspects) : null;
    const cause = quick ?? (suspects.length < features.length ? yield* searchOne(features) : null);
    if (cause !== null) causes.push(cause);
  }
  return undefined;
}

/** The fewest of the features that are refused, asked once more at the end; null if they are accepted. */
function* searchOne<F>(features: readonly F[]): Search<F, readonly F[] | null> {
  if (features.length === 0 || !(yield features)) return null;
  let left = features;
  for (let isHalved = true; isHalved && left.length > 1;) {
    const [one, other] = halves(left);
    const half = (yield one) ? one : (yield other) ? other : null;
    isHalved = half !== null;
    left = half ?? left;
  }
  // Neither half is refused, so the cause has features of both.
  for (const feature of left.length > 1 ? left : []) {
    const without = left.filter((other) => other !== feature);
    if (without.length > 0 && (yield without)) left = without;
  }
  return (yield left) ? left : null;
}

function halves<F>(list: readonly F[]): readonly [readonly F[], readonly F[]] {
  const middle = Math.ceil(list.length / 2);
  return [list.slice(0, middle), list.slice(middle)];
}

function isWithin<F>(some: readonly F[], all: readonly F[]): boolean {
  return some.every((feature) => all.includes(feature));
}

/** What a feature changes in a plain request. Everything left out is plain. */
export interface Change {
  readonly order?: (draft: Draft) => Draft;
  /** White space between the tokens of the body, before and after it (RFC 8259 section 2). */
  readonly space?: {
    readonly before: string;
    readonly colon: string;
    readonly between: string;
    /** After the body; by default as between tokens. */
    readonly after?: string;
  };
  /** How the text of a string is written in the body, and how the name of a member is (RFC 8259 section 7). */
  readonly escapeValue?: (text: string) => string;
  readonly escapeName?: (text: string) => string;
  readonly framing?: Framing;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The scheme before the token (RFC 9110 section 11.1). */
  readonly scheme?: string;
  readonly fieldName?: (name: string) => string;
  /** The order of fields with different names has no meaning (RFC 9110 section 5.3). */
  readonly reversesFields?: true;
  readonly which?: "required";
  /** Added to an identity that is an integer. */
  readonly beyond?: bigint;
  /** An additional member, which the schema does not name. */
  readonly hasUnknownMember?: true;
  /** The request that was sent right before on the same connection. */
  readonly before?: "accepted" | "chunked" | "refused" | "unauthorized";
}

/** A named way in which a request may differ from a plain one. */
export interface Feature {
  /** Identifies it in a check and among the requests of a run. */
  readonly name: string;
  /** What the request has; completes the sentence "requests with ...". */
  readonly words: string;
  readonly requirement: string;
  readonly change: Change;
  /** A request with it is not authenticated, so it is refused whatever else it has. */
  readonly isKeptOut?: true;
  /** Rare in a run, because it replaces other features. */
  readonly isSingle?: true;
}

/** Features of which a request has at most one. */
export type Axis = readonly Feature[];

function beyond(bits: 32 | 53): Feature {
  return {
    name: `id-beyond-${bits}-bits`,
    words: `an identity of 2^${bits} or more`,
    requirement: "accepts-every-positive-id",
    change: { beyond: 2n ** BigInt(bits) },
  };
}

/** By the slug of the check that asks whether these identities are accepted. */
export const largeIdentities: Readonly<Record<string, Feature>> = {
  "beyond-32-bits": beyond(32),
  "beyond-53-bits": beyond(53),
};

/** The axis by which refusals vary, besides the features of valid requests. */
export const identityAxis: Axis = Object.values(largeIdentities);

/** The greatest identities that the provider is known to accept. */
export function largestAccepted({ variants }: Known): readonly Feature[] {
  return identityAxis.filter(({ name }) => variants.some((names) => names.includes(name))).slice(-1);
}

/** The member that an open point sends. A provider that accepts it does not refuse a request because of it. */
export const UNKNOWN = { member: "colour", literal: '"green"' } as const;

/** The name of the feature, also in the request that asks whether unknown members are accepted. */
export const BESIDE_UNKNOWN = "unknown-member";

/** The axis by which refusals of wrong members vary. */
export const unknownMemberAxis: Axis = [
  {
    name: BESIDE_UNKNOWN,
    words: "a member that the schema does not name",
    requirement: "unknown-members",
    change: { hasUnknownMember: true },
  },
];

/** A name that the schema does not have. */
export function unknownName(shape: Shape, name: string): string {
  return shape.members.some((member) => member.name === name) ? unknownName(shape, `${name}X`) : name;
}

/** A draft with an unknown member, if the variant has one. */
export function withUnknown(draft: Draft, { request }: Operation, { hasUnknownMember }: Change): Draft {
  if (hasUnknownMember !== true) return draft;
  return [...draft, [unknownName(request, UNKNOWN.member), UNKNOWN.literal]];
}
