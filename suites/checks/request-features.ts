/** A feature of a request: a way to write or send it that does not change its meaning. */
import type { Framing } from "../../http/message.ts";
import type { Operation } from "../../spec/read-operation.ts";
import type { Shape } from "../../spec/schema.ts";
import type { Draft } from "../bodies/body-drafts.ts";

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

/** The member that an open point sends. A provider that accepts it does not refuse a request because of it. */
export const UNKNOWN = { member: "colour", literal: '"green"' } as const;

/** A name that the schema does not have. */
export function unknownName(shape: Shape, name: string): string {
  return shape.members.some((member) => member.name === name) ? unknownName(shape, `${name}X`) : name;
}

/** A draft with an unknown member, if the variant has one. */
export function withUnknown(draft: Draft, { request }: Operation, { hasUnknownMember }: Change): Draft {
  if (hasUnknownMember !== true) return draft;
  return [...draft, [unknownName(request, UNKNOWN.member), UNKNOWN.literal]];
}

/** Whether two features change the same part of a request, so that it cannot have both. */
export function areAlike(one: Feature, other: Feature): boolean {
  return partsOf(one).some((part) => partsOf(other).includes(part));
}

/** The parts that each feature changes. Cached, because each feature of a request is compared with every other. */
const parts = new WeakMap<Feature, readonly string[]>();

function partsOf(of: Feature): readonly string[] {
  const known = parts.get(of) ?? partsChanged(of);
  parts.set(of, known);
  return known;
}

function partsChanged({ change: { headers = {}, ...own } }: Feature): readonly string[] {
  return [...Object.keys(own), ...Object.keys(headers)];
}

/**
 * The features without `Connection: close` if the body is sent in parts. A provider that refuses before it has read the
 * body closes the connection while the rest is sent, and then the answer can be lost (RFC 9112 section 9.6).
 */
export function withoutLostAnswers(features: readonly Feature[]): readonly Feature[] {
  const isInParts = features.some(({ change }) => change.framing !== undefined);
  return isInParts ? features.filter(({ change }) => change.headers?.["Connection"] === undefined) : features;
}

/** The changes of several features together. */
export function together(features: readonly Feature[]): Change {
  return features.reduce<Change>(
    (all, { change }) => ({
      ...all,
      ...change,
      ...(change.headers === undefined ? {} : { headers: { ...all.headers, ...change.headers } }),
    }),
    {},
  );
}

const NO_SPACE: NonNullable<Change["space"]> = { before: "", colon: "", between: "" };

/** The text of a body in a variant; the order of its members is the draft's. */
export function variedText(draft: Draft, change: Change): string {
  const { escapeValue = plain, escapeName = plain, space = NO_SPACE } = change;
  const { before, colon, between, after = between } = space;
  const members = draft.map(([name, literal]) => {
    const value = literal.startsWith('"') ? `"${escapeValue(JSON.parse(literal) as string)}"` : literal;
    return `"${escapeName(name)}"${before}:${colon}${value}`;
  });
  return `${between}{${between}${members.join(`${before},${between}`)}${between}}${after}`;
}

function plain(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
