/** The rules for answers, as data: the invariants that a runner of vectors checks for every answer. */
import { defined, ifAny } from "../../spec/defined.ts";
import { OF_SIZE } from "../../spec/described-responses.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { type Schema, type SchemaOrBoolean, at, pointerOf } from "../../spec/schema.ts";
import { idOf } from "../checks/check-forms.ts";
import type { CheckId, Kind } from "../checks/check.ts";

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
  | { readonly returns: "name" | "tag" }
  /** A challenge of `WWW-Authenticate` names the scheme. */
  | { readonly challenge: string }
  | { readonly answered: true };

/** A status, or a class of statuses such as `2xx`. */
export type StatusPattern = number | "2xx" | "3xx" | "5xx";

/** The answers that an expectation applies to; all of the operation if nothing is named. */
export interface AnswerCondition {
  readonly status?: readonly StatusPattern[];
  readonly statusNot?: readonly StatusPattern[];
  readonly kinds?: readonly Kind[];
  /** Whether the plant that was sent has a tag. */
  readonly tag?: boolean;
  /** Requests with an ordinary id, name and tag. */
  readonly ordinaryValues?: true;
  /** Applies only beside accepted requests: if nothing is accepted, a refusal may have any cause. */
  readonly besideAccepted?: true;
}

/** A rule for every answer of the operation. */
export interface AnswerRule {
  readonly id: CheckId;
  readonly requirement: string;
  readonly when: AnswerCondition;
  readonly expect: AnswerExpectation;
}

const valid: readonly Kind[] = ["ordinary", "valid"];

/** The invariants of the suite that a single answer shows. */
export function answerRules({ success, failure }: Operation): readonly AnswerRule[] {
  const rule = (requirement: string, slug: string, when: AnswerCondition, expect: AnswerExpectation): AnswerRule => ({
    id: idOf({ requirement, slug }),
    requirement,
    when,
    expect,
  });
  const of200 = (requirement: string, expect: AnswerExpectation): AnswerRule =>
    rule(requirement, "every-200", { status: [200] }, expect);
  const of400 = (requirement: string, expect: AnswerExpectation): AnswerRule =>
    rule(requirement, "every-400", { status: [400] }, expect);
  const plants = (requirement: string, tag: boolean | null, expect: AnswerExpectation): AnswerRule =>
    rule(requirement, "ordinary", defined({ status: [200], kinds: valid, tag: tag ?? undefined }), expect);
  // Another success, or a redirect, does not depend on the values: the document says 200.
  const otherSuccess: AnswerCondition = { status: ["2xx", "3xx"], kinds: valid, ordinaryValues: true };
  const refused: AnswerCondition = { kinds: ["not-a-plant"], statusNot: ["2xx", ...OF_SIZE], besideAccepted: true };
  return [
    rule("accepts-valid-plant", "with-every-member", { ...otherSuccess, tag: true }, { status: [200] }),
    rule("accepts-valid-plant", "with-required-members", { ...otherSuccess, tag: false }, { status: [200] }),
    ...(success.hasNoBody === true
      ? []
      : [of200("plant-media-type", { mediaType: success.mediaType }), of200("plant-encoding", { json: true })]),
    of200("plant-shape", { schema: "Plant" }),
    of200("plant-has-no-id", { noMember: "id" }),
    of200("plant-has-no-other-members", { noMembersBut: ["name", "tag", "id"] }),
    rule("answers-name-members-once", "every-answer", { status: [200, 400] }, { eachMemberOnce: true }),
    plants("returns-name", null, { returns: "name" }),
    plants("returns-tag", true, { returns: "tag" }),
    plants("adds-no-tag", false, { noMember: "tag" }),
    ...ifAny(failure, (given) => [
      of400("error-media-type", { mediaType: given.mediaType }),
      of400("error-encoding", { json: true }),
      of400("error-shape", { schema: "Error" }),
    ]),
    rule("refuses-with-400", "every-refusal", refused, { status: [400] }),
    rule("challenges-with-401", "every-401", { status: [401] }, { challenge: "Bearer" }),
    rule("answers-without-server-error", "every-answer", {}, { statusNot: ["5xx"] }),
    rule("answers-every-request", "every-request", {}, { answered: true }),
  ];
}

/** How the answers to the opening requests are read if none of them is accepted. */
export interface OpeningRule {
  /** The operation does not exist: this requirement is broken, and nothing else is judged. */
  readonly notThere: { readonly id: CheckId; readonly requirement: string; readonly status: readonly StatusPattern[] };
  /** The token is refused: nothing is judged. */
  readonly tokenRefused: { readonly status: readonly StatusPattern[] };
}

export const openingRule: OpeningRule = {
  notThere: {
    id: idOf({ requirement: "operation-exists", slug: "is-there" }),
    requirement: "operation-exists",
    status: ["3xx", 404, 405],
  },
  tokenRefused: { status: [401, 403] },
};

/** The schemas of the two answers, with their references resolved. */
export function answerSchemas({ document, success, failure }: Operation): Readonly<Record<"Plant" | "Error", unknown>> {
  const error = failure === null ? true : whole(document, failure.schemaPath);
  return { Plant: whole(document, success.schemaPath), Error: error };
}

function whole(document: unknown, path: string): unknown {
  return withoutReferences(document, at(document, path));
}

function withoutReferences(document: unknown, schema: SchemaOrBoolean): unknown {
  if (typeof schema === "boolean") return schema;
  const { $ref, properties, items, allOf, ...rest }: Schema = schema;
  const target = $ref === undefined ? [] : [at(document, pointerOf($ref, ""))];
  const all = [...target, ...(allOf ?? [])].map((one) => withoutReferences(document, one));
  const members = Object.entries(properties ?? {}).map(([name, one]) => [name, withoutReferences(document, one)]);
  const own = defined({
    ...rest,
    properties: properties && (Object.fromEntries(members) as unknown),
    items: items === undefined ? undefined : withoutReferences(document, items),
  });
  if (Object.keys(own).length === 0 && all.length === 1) return all[0];
  return all.length === 0 ? own : { ...own, allOf: all };
}
