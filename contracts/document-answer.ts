/** Compares the answer that a pact expects with the two answers in the document. */
import type { Validators } from "../spec/validators.ts";
import { type PactBody, bodyOf, headerNames, headerOf, isJson, matchersOf } from "./http-parts.ts";
import { at, isObject, shown } from "./json-values.ts";
import { type Remark, contradicts, open, schemaRemarks } from "./remark.ts";

/** Remarks on an expected answer. */
export function answerRemarks(response: unknown, request: unknown, validators: Validators): readonly Remark[] {
  const status = String(at(response, "status"));
  const body = bodyOf(response);
  if (status === "200") return [...aroundRemarks(response), ...plantRemarks(response, { body, request }, validators)];
  if (status === "400") return [...aroundRemarks(response), ...errorRemarks(response, body, validators)];
  return /^2\d\d$/.test(status) ? [contradicts("status", "200", status)] : [open("other-statuses", "status")];
}

/** Endpoints, Create plant: both answers are `application/json`; no other header is shown. */
function aroundRemarks(response: unknown): readonly Remark[] {
  const mediaType = headerOf(response, "content-type");
  return [
    ...(mediaType === undefined || isJson(mediaType)
      ? []
      : [contradicts("header content-type", "application/json", mediaType)]),
    ...headerNames(response)
      .filter((name) => name !== "content-type")
      .map((name) => open("version-headers", `header ${name}`)),
  ];
}

/** Rule 1: a 200 has a Plant, which has no id. A member that was not sent is not returned. */
function plantRemarks(
  response: unknown,
  { body, request }: { readonly body: PactBody; readonly request: unknown },
  validators: Validators,
): readonly Remark[] {
  if (body.kind === "none") return [];
  if (body.kind === "not-json") return [contradicts("", "a Plant", "no JSON")];
  const sent = bodyOf(request);
  const hasTag = sent.kind === "json" && at(sent.value, "tag") !== undefined;
  const known = new Set(hasTag ? ["name", "tag"] : ["name"]);
  const more = isObject(body.value) ? Object.keys(body.value).filter((member) => !known.has(member)) : [];
  return [
    ...schemaRemarks(body.value, validators.plant),
    ...more.map((member) => contradicts(`/${member}`, "no such member", shown(at(body.value, member)))),
    ...matcherRemarks(response, "name", TEXT),
    ...matcherRemarks(response, "tag", TEXT),
  ];
}

/** Rule 2: a 400 has an Error. The values of `error` and the messages are "not shown". */
function errorRemarks(response: unknown, body: PactBody, validators: Validators): readonly Remark[] {
  if (body.kind === "none") return [];
  if (body.kind === "not-json") return [contradicts("", "an Error", "no JSON")];
  const { value } = body;
  const exact = ["error", "message"].filter(
    (member) => at(value, member) !== undefined && !matchersOf(response, member).some((one) => LOOSE.has(one)),
  );
  return [
    ...schemaRemarks(value, validators.error),
    ...matcherRemarks(response, "error", WHOLE),
    ...matcherRemarks(response, "message", TEXT),
    ...exact.map((member) => open("error-values", `/${member}`)),
  ];
}

/** Matchers that accept other values than the example. */
const LOOSE: ReadonlySet<string> = new Set(["type", "number", "integer", "notEmpty"]);
/** Matchers that accept no string, and matchers that accept no integer. */
const TEXT: ReadonlySet<string> = new Set(["integer", "decimal", "number", "boolean", "null"]);
const WHOLE: ReadonlySet<string> = new Set(["decimal", "boolean", "null"]);

function matcherRemarks(response: unknown, member: string, impossible: ReadonlySet<string>): readonly Remark[] {
  const expected = impossible === TEXT ? "a string" : "an integer";
  return matchersOf(response, member)
    .filter((one) => impossible.has(one))
    .map((one) => contradicts(`/${member}`, expected, `the matcher ${one}`));
}
