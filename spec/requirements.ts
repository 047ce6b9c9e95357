/** The requirement catalogue, `requirements/`, with types: one record a requirement, one file a topic. */
import { defined } from "./defined.ts";
import { readShipped } from "./shipped-yaml.ts";

/** MUST breaks conformance, SHOULD is a warning, OPEN is observed and never judged. */
export type Level = "MUST" | "SHOULD" | "OPEN";

/** The source of a requirement: a place in the document, or a clause of a standard that the document names. */
export type Place =
  | { readonly document: string; readonly entry: string }
  | { readonly standard: string; readonly clause: string };

/** One statement of the catalogue. `id` is permanent: it never changes its meaning and is never used again. */
export interface Requirement {
  readonly id: string;
  readonly level: Level;
  readonly topic: string;
  /** One sentence, in the indicative. */
  readonly statement: string;
  readonly sources: readonly [Place, ...Place[]];
  /** How to fix a provider that fails; for an open point, what its value means. */
  readonly fix: string;
}

/**
 * The default behaviour of common stacks that breaks a requirement. Tests compare it with the declarations in
 * `proof/real/`, which also has each program with the fix.
 */
export interface Cause {
  /** Names of stacks, as in `docs/stacks.md`. */
  readonly stacks: readonly [string, ...string[]];
  readonly cause: string;
  /** Left out where each of the stacks has a whole program: the fix is cut from that. */
  readonly fix?: string;
}

/** The explanation of one requirement. `explain` and the reports read it; a run does not. Text between backticks is code. */
export interface Explanation {
  /** What goes wrong in a client if the requirement is not met; for an open point, what a client cannot rely on. */
  readonly why: string;
  /** What counts as met; absent for an open point, which is never judged. */
  readonly met?: string;
  readonly causes: readonly Cause[];
}

/** What a document must have for a requirement to apply to it. `suites/checks/check-applicability.ts` says when it has it. */
export type Need =
  | "token"
  | "bearer"
  | "undescribed-401"
  | "limited-refusals"
  | "error-number"
  | "required-body"
  | "object-alone"
  | "one-media-type"
  | "undescribed-members"
  | "no-default";

/** The part of a document that the checks of a requirement are about. Without it, no check is made. */
export type DocumentPart =
  | "identity"
  | "identity-and-label"
  | "open-identity"
  | "int64-identity"
  | "integer"
  | "returned-label"
  | "label"
  | "open-label"
  | "returned-optional-label"
  | "open-optional-label"
  | "returned-text"
  | "success-body"
  | "any-body"
  | "member-left-out"
  | "named-members-only"
  | "other-members"
  | "required-member";

/** What a case of fuzzing tests: the kind of its body, or a part of its answer. */
export type DrawnSubject =
  | "ordinary-plant"
  | "every-plant"
  | "large-id"
  | "missing-member"
  | "invalid-member"
  | "renamed-member"
  | "id-beyond-int64"
  | "unreadable-text"
  | "lenient-text"
  | "non-object"
  | "json-spelling"
  | "integer-spelling"
  | "refusal"
  | "mark"
  | "label"
  | "optional-label"
  | "no-optional-label";

/** A status, or a class of statuses such as `2xx`. */
export type StatusPattern = number | "2xx" | "3xx" | "5xx";

/** One property of an answer, in a closed vocabulary. */
export type AnswerExpectation =
  | { readonly status: readonly StatusPattern[] }
  | { readonly statusNot: readonly StatusPattern[] }
  | { readonly mediaType: string }
  /** The body is JSON text in UTF-8 without a byte order mark. */
  | { readonly json: true }
  | { readonly schema: "Plant" | "Error" }
  | { readonly noMember: string }
  | { readonly noMembersBut: readonly string[] }
  | { readonly eachMemberOnce: true }
  /** The member equals that of the request's `plant`. */
  | { readonly returns: string }
  /** A challenge of `WWW-Authenticate` names the scheme. */
  | { readonly challenge: string }
  | { readonly answered: true };

/** The answers that an expectation applies to; all of the operation if nothing is named. */
export interface AnswerCondition {
  readonly status?: readonly StatusPattern[];
  readonly statusNot?: readonly StatusPattern[];
  readonly kinds?: readonly string[];
  /** Whether the plant that was sent has a tag. */
  readonly tag?: boolean;
  /** Requests with an ordinary id, name and tag. */
  readonly ordinaryValues?: true;
  /** Applies only beside accepted requests: if nothing is accepted, a refusal may have any cause. */
  readonly besideAccepted?: true;
}

/** A rule for every answer of the operation. */
export interface AnswerRule {
  readonly slug: string;
  readonly when: AnswerCondition;
  readonly expect: AnswerExpectation;
}

/** How a failed interaction of a shipped pact proves a requirement broken. `contracts/pact-interaction.ts` decides it. */
export type ContractFault =
  | "refused"
  | "unusual-refused"
  | "accepted"
  | "refused-otherwise"
  | "unanswered"
  | "media-type"
  | "encoding"
  | "shape"
  | "name"
  | "tag";

/** What a pact may rely on although the document leaves it open; a method is in lower case. `contracts/` decides when it does. */
export type PactPoint =
  | "status"
  | "version-field"
  | "exact-error"
  | "trailing-slash"
  | "other-target"
  | "query"
  | "refused-duplicate"
  | "no-credentials"
  | "other-credentials"
  | "no-media-type"
  | "unknown-member"
  | ValuePoint
  | "get"
  | "put"
  | "patch"
  | "delete"
  | "head"
  | "options";

/** What a pact may rely on in a value of a member. */
export type ValuePoint = "zero" | "negative" | "empty" | "blank" | "control-characters" | "lone-surrogate" | "length";

/** All that is said of a requirement in `requirements/`. */
export interface RequirementRecord extends Requirement, Omit<Explanation, "causes"> {
  /** Its place in the catalogue. A topic has a thousand of its own. */
  readonly order: number;
  /** The title of a failure: what the provider does. Left out if there is always a cause with a title of its own. */
  readonly unmet?: string;
  /**
   * Its sentences for another document, where they are specific to the shipped one. `{success}` and the like are the
   * places of `document-catalogue.ts`.
   */
  readonly otherDocument?: Partial<Pick<RequirementRecord, "statement" | "fix" | "unmet">>;
  readonly needs?: readonly Need[];
  readonly about?: DocumentPart;
  /**
   * The check of fuzzing that a drawn case asks itself. Left out if a place of the title has no member. `of` is what the
   * case or its answer tests; absent if that is a feature of the request.
   */
  readonly fuzz?: {
    readonly form: "acceptance" | "refusal" | "comparison" | "tally";
    readonly title: string;
    readonly of?: DrawnSubject;
  };
  /** What it says of every answer, as data for the exported vectors: checks of these slugs judge it. */
  readonly rules?: readonly AnswerRule[];
  /** The statuses of the opening requests by which the operation does not exist, and the slug of their check. */
  readonly notThere?: { readonly slug: string; readonly status: readonly StatusPattern[] };
  /** Left out if no interaction of a shipped pact proves it broken. */
  readonly contract?: ContractFault;
  /** What recorded traffic shows it by, in the words of `traffic/`. Left out if only the check of every answer shows it. */
  readonly traffic?: string;
  /** For an open point that a pact can rely on. */
  readonly pact?: PactPoint;
  readonly causes?: readonly Cause[];
}

/** The records of the shipped catalogue, in its order. */
export function readRecords(): readonly RequirementRecord[] {
  const records = readShipped("requirements.yaml").value as readonly RequirementRecord[];
  return records.toSorted((one, other) => one.order - other.order);
}

/** The shipped catalogue. The tests of this folder check its form. */
export function readRequirements(): readonly Requirement[] {
  return readRecords().map(({ id, level, topic, statement, sources, fix }) => {
    return { id, level, topic, statement, sources, fix };
  });
}

/** The explanations of the shipped catalogue, by the requirement's id. */
export function readExplanations(): ReadonlyMap<string, Explanation> {
  return new Map(readRecords().map(({ id, why, met, causes = [] }) => [id, defined({ why, met, causes })]));
}
