/** Compares the answer that a pact expects with the answers in the document. */
import { successInWords } from "../spec/described-responses.ts";
import type { Shape } from "../spec/shape.ts";
import { type AnswerForPacts, type DocumentForPacts, isOneOf } from "./document-for-pacts.ts";
import { type PactBody, bodyOf, headerNames, headerOf, matchersOf } from "./http-parts.ts";
import { at, isObject, shown } from "./json-values.ts";
import { type Remark, contradicts, schemaRemarks } from "./remark.ts";

/** Remarks on an expected answer. */
export function answerRemarks(response: unknown, request: unknown, document: DocumentForPacts): readonly Remark[] {
  const { operation, answers, hasOtherSuccesses, ifOpen } = document;
  const status = String(at(response, "status"));
  if (!operation.statuses.some((one) => String(one) === status)) {
    return /^2\d\d$/.test(status) && !hasOtherSuccesses
      ? [contradicts("status", successInWords(operation), status)]
      : ifOpen("other-statuses", "status");
  }
  const answer = answers.get(Number(status));
  const around = aroundRemarks(response, answer, document);
  const mediaType = headerOf(response, "content-type");
  // The document shows the body of the answer only in JSON, or shows none.
  if (answer === undefined || isInOtherMediaType(answer, mediaType)) return around;
  const body = bodyOf(response);
  if (operation.successes.includes(Number(status)))
    return [...around, ...successRemarks({ response, request, body }, answer, document)];
  return [...around, ...failureRemarks({ response, body }, answer, document)];
}

function isInOtherMediaType({ mediaType, mediaTypes }: AnswerForPacts, given: string | undefined): boolean {
  return given !== undefined && !isOneOf([mediaType], given) && isOneOf(mediaTypes, given);
}

/**
 * Remarks on the media types that the document shows for the status, and on the header fields. Ours shows no other
 * header.
 */
function aroundRemarks(
  response: unknown,
  answer: AnswerForPacts | undefined,
  { headersOf, ifOpen }: DocumentForPacts,
): readonly Remark[] {
  const mediaType = headerOf(response, "content-type");
  const known = headersOf(Number(String(at(response, "status"))));
  return [
    ...(mediaType === undefined || answer === undefined || isOneOf(answer.mediaTypes, mediaType)
      ? []
      : [contradicts("header content-type", answer.mediaTypes.join(" or "), mediaType)]),
    ...headerNames(response)
      .filter((name) => name !== "content-type" && !known.has(name))
      .flatMap((name) => ifOpen("version-headers", `header ${name}`)),
  ];
}

interface Success {
  readonly response: unknown;
  readonly request: unknown;
  readonly body: PactBody;
}

/** Rule 1 of ours: a 200 has a Plant, which has no id. A label that was not sent is not returned. */
function successRemarks(
  { response, request, body }: Success,
  answer: AnswerForPacts,
  { operation: { roles } }: DocumentForPacts,
): readonly Remark[] {
  if (body.kind !== "json") return noJsonRemarks(body, answer);
  const { shape } = answer;
  const sent = bodyOf(request);
  const isSent = (name: string): boolean => sent.kind === "json" && at(sent.value, name) !== undefined;
  const named = new Set(shape?.members.map(({ name }) => name));
  const isNone = (name: string): boolean =>
    roles.leftOut.includes(name) ||
    (name === roles.optionalLabel && roles.returned.includes(name) && !isSent(name)) ||
    (roles.namedOnly && shape !== null && shape.others === undefined && !named.has(name));
  const { value } = body;
  const more = isObject(value) ? Object.keys(value).filter(isNone) : [];
  return [
    ...schemaRemarks(value, answer.validate),
    ...more.map((member) => contradicts(`/${member}`, "no such member", shown(at(value, member)))),
    ...matchersRemarks(response, answer),
  ];
}

function noJsonRemarks({ kind }: PactBody, { name }: AnswerForPacts): readonly Remark[] {
  return kind === "not-json" ? [contradicts("", name, "no JSON")] : [];
}

/** Ours, rule 2: a 400 has an Error. The values of `error` and the messages are "not shown". */
function failureRemarks(
  { response, body }: Omit<Success, "request">,
  answer: AnswerForPacts,
  { ifOpen }: DocumentForPacts,
): readonly Remark[] {
  if (body.kind !== "json") return noJsonRemarks(body, answer);
  const exact = (answer.shape?.members ?? [])
    .filter(({ shape: { values } }) => values === undefined)
    .map(({ name }) => name)
    .filter(
      (member) => at(body.value, member) !== undefined && !matchersOf(response, member).some((one) => LOOSE.has(one)),
    );
  return [
    ...schemaRemarks(body.value, answer.validate),
    ...matchersRemarks(response, answer),
    ...exact.flatMap((member) => ifOpen("error-values", `/${member}`)),
  ];
}

/** Matchers that accept other values than the example. */
const LOOSE: ReadonlySet<string> = new Set(["type", "number", "integer", "notEmpty"]);
/** Matchers that accept no string, then matchers that accept no integer. */
const TEXT: ReadonlySet<string> = new Set(["integer", "decimal", "number", "boolean", "null"]);
const WHOLE: ReadonlySet<string> = new Set(["decimal", "boolean", "null"]);

/** Remarks on matchers that accept only values that a member's schema does not allow. */
function matchersRemarks(response: unknown, { shape }: AnswerForPacts): readonly Remark[] {
  return (shape?.members ?? []).flatMap((member) => matcherRemarks(response, member.name, member.shape));
}

function matcherRemarks(response: unknown, member: string, { types }: Shape): readonly Remark[] {
  const impossible = types.join() === "string" ? TEXT : types.join() === "integer" ? WHOLE : new Set<string>();
  const expected = impossible === TEXT ? "a string" : "an integer";
  return matchersOf(response, member)
    .filter((one) => impossible.has(one))
    .map((one) => contradicts(`/${member}`, expected, `the matcher ${one}`));
}
