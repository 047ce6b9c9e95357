/** The requirements that do not apply to a document, and why. */
import { type Operation, shapeIfKnown } from "../../spec/read-operation.ts";
import { isObjectAlone } from "../../spec/shape.ts";
import type { Check } from "./check.ts";
import { notJudged } from "./judges.ts";

// Checks that do not apply to a document.

/**
 * The same check, for a document that it does not apply to. It sends nothing and affects no verdict, and the result
 * gives the reason.
 * @param reason what the document does not have, in a sentence without a capital or a full stop
 */
export function notApplicable(check: Check, reason: string): Check {
  const { reads: _, ...own } = check;
  const outcome = notJudged("not-applicable", reason);
  return { ...own, next: () => [], judge: () => ({ outcome }) };
}

/** Requirements that do not apply if the document lacks something. */
interface Row {
  readonly requirements: readonly string[];
  /** What the document lacks, in a sentence without a capital or a full stop; null if it has it. */
  readonly lacks: (operation: Operation) => string | null;
}

/** The requirements about authentication that depend on the security scheme. */
const OF_BEARER = [
  "requires-bearer-scheme",
  "accepts-bearer-in-any-case",
  "refuses-empty-token",
  "challenges-with-401",
  "keeps-token-secret",
];
const OF_SECURITY = ["requires-authorization", "missing-token", "missing-token-body", ...OF_BEARER];
const OF_TOKENS = ["malformed-token", "malformed-token-body", "unknown-token", "unknown-token-body"];

const rows: readonly Row[] = [
  {
    requirements: ["missing-token-body"],
    lacks: ({ others }) =>
      others.some(({ status }) => status === 401)
        ? "the document shows the body of a 401, which error-media-type and error-shape ask for"
        : null,
  },
  {
    requirements: ["refuses-with-400"],
    lacks: ({ refusals }) => (refusals === null ? "the document does not limit the statuses of a refusal" : null),
  },
  {
    requirements: ["error-values", "error-equals-status"],
    lacks: ({ document, failure }) =>
      failure !== null && hasNumber(document, failure.schemaPath, "error")
        ? null
        : "the document shows no failure with a number `error`",
  },
  {
    requirements: ["refuses-no-body"],
    lacks: ({ bodyIsRequired }) => (bodyIsRequired ? null : "the document does not require a request body"),
  },
  {
    requirements: ["refuses-non-object"],
    lacks: ({ request }) =>
      isObjectAlone(request)
        ? null
        : "the schema of the body allows other values than objects, such as one without a type",
  },
  {
    requirements: ["refuses-other-media-types"],
    lacks: ({ requestMediaTypes }) =>
      requestMediaTypes.length === 1 ? null : "the document shows several media types for a request",
  },
  {
    requirements: ["unknown-members"],
    lacks: ({ request: { others } }) =>
      others === undefined || others === true ? null : "the schema of the body says which other members there may be",
  },
  {
    requirements: ["adds-no-tag"],
    lacks: ({ request }) =>
      request.members.some(({ role, shape }) => role === "optionalLabel" && shape.default !== undefined)
        ? "the document has a default for a member that is not sent"
        : null,
  },
  {
    requirements: [...OF_SECURITY, ...OF_TOKENS],
    lacks: ({ security }) => security.notJudged ?? (security.kind === "none" ? "the document asks for no token" : null),
  },
  {
    requirements: [...OF_BEARER, ...OF_TOKENS],
    lacks: ({ security: { kind } }) => (kind === "bearer" ? null : "the document does not name the bearer scheme"),
  },
];

/** Whether a schema names a member that may be a number. */
function hasNumber(document: Operation["document"], path: string, name: string): boolean {
  const member = shapeIfKnown(document, path)?.members.find((one) => one.name === name);
  return member?.shape.types.some((type) => type === "integer" || type === "number") === true;
}

/** Why requirements do not apply to a document, by requirement; the first of several reasons. */
export function notApplicableIn(operation: Operation): ReadonlyMap<string, string> {
  const found = rows.flatMap(({ requirements, lacks }) => {
    const reason = lacks(operation);
    return reason === null ? [] : requirements.map((id) => [id, reason] as const);
  });
  return new Map(found.toReversed());
}

/** The same check, asked only if it applies to the document. */
export function asApplicable(operation: Operation): (check: Check) => Check {
  const reasons = notApplicableIn(operation);
  return (check) => {
    const reason = reasons.get(check.requirement);
    return reason === undefined ? check : notApplicable(check, reason);
  };
}
