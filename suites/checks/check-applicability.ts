/** The requirements that do not apply to a document, and why; those whose checks are about a part that it lacks, too. */
import type { Outcome } from "../../result/result.ts";
import { rulesFor } from "../../spec/document-catalogue.ts";
import { type Operation, shapeIfKnown } from "../../spec/read-operation.ts";
import { type DocumentPart, type Need, readRecords } from "../../spec/requirements.ts";
import { isObjectAlone } from "../../spec/schema.ts";
import { checkOf, notSent } from "./check-forms.ts";
import type { Check, History } from "./check.ts";
import { isAccepted, TIMES } from "./exchange-facts.ts";
import { statusFinding } from "./findings.ts";
import { fromFindings, notJudged, passed } from "./judges.ts";
import { judgeAskedAgain } from "./judges.ts";

/**
 * The same check, for a document that it does not apply to. It affects no verdict, and the result gives the reason.
 * @param reason what the document does not have, in a sentence without a capital or a full stop
 */
export function notApplicable(check: Check, reason: string): Check {
  return notSent(check, notJudged("not-applicable", reason));
}

/** What the document lacks, by need, in a sentence without a capital or a full stop; null if it has it. */
const lacks: Readonly<Record<Need, (operation: Operation) => string | null>> = {
  "undescribed-401": ({ others }) =>
    others.some(({ status }) => status === 401)
      ? "the document shows the body of a 401, which error-media-type and error-shape ask for"
      : null,
  "limited-refusals": ({ refusals }) =>
    refusals === null ? "the document does not limit the statuses of a refusal" : null,
  "error-number": ({ document, failure }) =>
    failure !== null && hasNumber(document, failure.schemaPath, "error")
      ? null
      : "the document shows no failure with a number `error`",
  "required-body": ({ bodyIsRequired }) => (bodyIsRequired ? null : "the document does not require a request body"),
  "object-alone": ({ request }) =>
    isObjectAlone(request)
      ? null
      : "the schema of the body allows other values than objects, such as one without a type",
  "one-media-type": ({ requestMediaType, requestMediaTypes }) =>
    requestMediaTypes.every((one) => one === requestMediaType)
      ? null
      : "the document shows several media types for a request",
  "undescribed-members": ({ request: { others } }) =>
    others === undefined || others === true ? null : "the schema of the body says which other members there may be",
  "no-default": ({ request }) =>
    request.members.some(({ role, shape }) => role === "optionalLabel" && shape.default !== undefined)
      ? "the document has a default for a member that is not sent"
      : null,
  token: ({ security }) => security.notJudged ?? (security.kind === "none" ? "the document asks for no token" : null),
  bearer: ({ security: { kind } }) => (kind === "bearer" ? null : "the document does not name the bearer scheme"),
};

function hasNumber(document: Operation["document"], path: string, name: string): boolean {
  const member = shapeIfKnown(document, path)?.members.find((one) => one.name === name);
  return member?.shape.types.some((type) => type === "integer" || type === "number") === true;
}

/** Why requirements do not apply to a document, by requirement; the first of several reasons. */
export function notApplicableIn(operation: Operation): ReadonlyMap<string, string> {
  return new Map(
    readRecords().flatMap(({ id, needs = [] }) => {
      const reason = needs.map((need) => lacks[need](operation)).find((lack) => lack !== null);
      return reason === undefined ? [] : [[id, reason]];
    }),
  );
}

/** The same check, asked only if it applies to the document. */
export function asApplicable(operation: Operation): (check: Check) => Check {
  const reasons = notApplicableIn(operation);
  return (check) => {
    const reason = reasons.get(check.requirement);
    return reason === undefined ? check : notApplicable(check, reason);
  };
}

const IDENTITY = "the document has no member that a client identifies what is created by";
const OPEN_IDENTITY = `${IDENTITY}, as an integer whose schema leaves this value open`;
const NO_LABEL = "no required member with free text that a success has too";
const LABEL = `the document has ${NO_LABEL}`;
const OPTIONAL_LABEL = "the document has no member with free text that is not required and that a success has too";
const OPEN = "whose schema leaves this value open";
const UNSAID = "nothing says that a success returns";

/** Why no check is made, by the part that a document does not have. */
const withoutPart: Readonly<Record<DocumentPart, string>> = {
  identity: IDENTITY,
  "identity-and-label": `${IDENTITY}, or ${NO_LABEL}`,
  "open-identity": OPEN_IDENTITY,
  "int64-identity": `${IDENTITY}, as an integer of format int64`,
  integer: "the document has no member that is an integer",
  "returned-label": `${UNSAID} a required member with free text`,
  label: LABEL,
  "open-label": `${LABEL}, ${OPEN}`,
  "returned-optional-label": `${UNSAID} a member with free text that is not required`,
  "open-optional-label": `${OPTIONAL_LABEL}, ${OPEN}`,
  "returned-text": `${UNSAID} a text, which would distinguish the answers`,
  "success-body": "the document shows no body in JSON for a success",
  "any-body": "the document shows no body in JSON",
  "member-left-out": "the document names no member that a success leaves out",
  "named-members-only": "nothing says that a success has the named members only, or its schema says it",
  "other-members": "the schema of the body says which other members there may be",
  "required-member": "the document requires no member of the body",
};

/** The checks and, for each requirement about a part that the document does not have, one that says so. */
export function withAbsentParts(checks: readonly Check[]): readonly Check[] {
  const asked = new Set(checks.map(({ requirement }) => requirement));
  const absent = readRecords().flatMap(({ id, about }) =>
    about === undefined || asked.has(id) ? [] : [notMade(id, withoutPart[about])],
  );
  return absent.length === 0 ? checks : [...checks, ...absent];
}

function notMade(requirement: string, reason: string): Check {
  const own = { requirement, slug: "not-asked", title: "Not asked for this document" };
  return notApplicable(checkOf("tally", own, { judge: () => ({ outcome: passed }) }), reason);
}

// Open points that a document decides: they are observed for the shipped document, and judged for this one.

/** The same check, judged if the document decides its open point. */
export function asPinned(operation: Operation): (check: Check) => Check {
  const rules = rulesFor(operation);
  return (check) => {
    const rule = rules.get(check.requirement);
    if (rule === undefined) return check;
    return check.requirement === "unknown-members" ? accepted(check) : pinned(check, rule.allowed(operation));
  };
}

/** If the document explicitly allows something, it is sent again after a refusal, as every valid request is. */
function accepted(check: Check): Check {
  return {
    ...check,
    form: "acceptance",
    asksAgain: true,
    next: (fresh, own) => {
      if (own.length === TIMES || own.some(isAccepted)) return [];
      return check.next((k) => fresh(own.length + k), []).map((request) => ({ ...request, kind: "valid" }));
    },
    judge: judgeAskedAgain,
  };
}

function pinned(check: Check, allowed: readonly string[]): Check {
  return {
    ...check,
    title: `${check.title}: ${allowed.join(" or ")}`,
    judge: (own, run) => {
      const judged = check.judge(own, run);
      if (judged.outcome.status !== "observed") return judged;
      if (!own.slice(0, -1).every(isAccepted)) return { ...judged, outcome: notThere };
      return { ...judged, outcome: outcomeOf(check, judged.outcome.value, { own, allowed }) };
    },
  };
}

const notThere = notJudged("no-occasion", "the request before it, which it depends on, was not accepted");

/** @param value the status of the last answer, as it is observed if the document does not decide */
function outcomeOf(
  { requirement }: Check,
  value: string,
  { own, allowed }: { readonly own: History; readonly allowed: readonly string[] },
): Outcome {
  const status = Number(value);
  if (status >= 500 || status === 408)
    return notJudged("no-answer", "the provider failed, which other requirements report");
  if (requirement === "missing-token" && value.startsWith("2")) {
    return notJudged("no-occasion", "the request was let in, which requires-authorization reports");
  }
  const isRight = allowed.includes(value);
  return fromFindings(isRight ? [] : own.slice(-1).map((last) => statusFinding(last, allowed.join(" or "))));
}
