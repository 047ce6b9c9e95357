/** The invariants of every 400. */
import type { DescribedResponse, PlainResponse } from "../../spec/described-responses.ts";
import { type Validator, validatorOf, type Validators } from "../../spec/validators.ts";
import { notApplicable } from "../checks/check-applicability.ts";
import { bodyChecks, everyOf, mediaTypeIs } from "../checks/answer-body.ts";
import type { Check, History, Sent } from "../checks/check.ts";
import type { Requests } from "../checks/check-requests.ts";
import type { Finding } from "../../result/result.ts";
import { type DescribedHeader, requiredHeaders, valuedHeaders } from "../../spec/described-headers.ts";
import { DOCUMENTED_HEADERS } from "../../spec/document-catalogue.ts";
import { mismatchOf } from "../bodies/constraints.ts";
import { invariant } from "../checks/check-forms.ts";
import { answersOfOperation } from "../checks/exchange-facts.ts";
import { foreign, headerFinding } from "../checks/findings.ts";
import { ofHeader } from "../checks/judges.ts";

/** The invariants of every 400, and of every other failure whose body the document shows. */
export function errorAnswerChecks({ operation }: Requests, validators: Validators): readonly Check[] {
  const { path, failure, others, plain } = operation;
  const ofFailure = (response: DescribedResponse, validate: Validator): readonly Check[] =>
    bodyChecks(operation, response, { of: "error", validate });
  const further = [
    ...others.flatMap((other) => (other.status < 400 ? [] : ofFailure(other, validatorOf(validators, other)))),
    ...plain.map((response) => plainCheck(path, response)),
  ];
  if (failure !== null) return [...ofFailure(failure, validators.error), ...further];
  const none = {
    status: 400,
    mediaType: "application/json",
    mediaTypes: ["application/json"],
    path: "",
    schemaPath: "",
    requiredHeaders: [],
  };
  const reason = "the document shows no body for a request that is refused";
  const asked = new Set(further.map(({ requirement }) => requirement));
  const lacking = ofFailure(none, validators.error).filter(({ requirement }) => !asked.has(requirement));
  return [...further, ...lacking.map((check) => notApplicable(check, reason))];
}

/** The media type of a body that is not JSON. The document does not say that there must be a body. */
function plainCheck(path: string, { status, mediaTypes, path: schemaPath }: PlainResponse): Check {
  const ask = mediaTypeIs(...mediaTypes);
  return everyOf(path, { status, schemaPath })(
    "error-media-type",
    `The media type of every ${status} with a body is ${mediaTypes.join(" or ")}`,
    (sent) => (sent.answer?.size === 0 && sent.answer.readTo === "end" ? [] : ask(sent)),
  );
}

// The header fields that a document describes for its responses: required fields, and the values of fields that are
// present.

/** The checks of required header fields of a response, and of the values of fields that are present. */
export function documentedHeaderChecks({ operation }: Requests): readonly Check[] {
  const { path, operationPath } = operation;
  const headersOf = (status: number, name: string): string => `${operationPath}/responses/${status}/headers/${name}`;
  return [
    ...requiredHeaders(operation).map(([status, name]) =>
      headerCheck(path, [status, name], {
        slug: slugOf(status, name),
        title: `Every ${status} has the header field ${name}`,
        basis: `${headersOf(status, name)} is required`,
        ask: (sent, values) =>
          values.length === 0
            ? [headerFinding(sent, name.toLowerCase(), { expected: "to be present", seen: null })]
            : [],
      }),
    ),
    ...valuedHeaders(operation).map((described) => {
      const { status, name } = described;
      return headerCheck(path, [status, name], {
        slug: `${slugOf(status, name)}-value`,
        title: `The header field ${name} of every ${status} that has it matches its schema`,
        basis: `the schema of ${headersOf(status, name)}`,
        onlyPresent: true,
        ask: (sent, values) => wrongValue(sent, described, values),
      });
    }),
  ];
}

interface HeaderQuestion {
  readonly slug: string;
  readonly title: string;
  readonly basis: string;
  /** Judges only answers that have the field. */
  readonly onlyPresent?: true;
  /** @param values one value, unless the fields of this name do not form one list */
  readonly ask: (sent: Sent, values: readonly string[]) => readonly Finding[];
}

function headerCheck(
  path: string,
  [status, name]: readonly [number, string],
  { slug, title, basis, onlyPresent, ask }: HeaderQuestion,
): Check {
  const select = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(
      (sent) => sent.answer?.status === status && (onlyPresent !== true || valuesIn(sent, name).length > 0),
    );
  const what = onlyPresent === true ? `a ${status} with the header field ${name}` : `a ${status}`;
  return invariant(
    { requirement: DOCUMENTED_HEADERS, slug, title, basis },
    { what, select, ask: ofHeader((sent) => ask(sent, valuesIn(sent, name))) },
  );
}

/**
 * The values of a header field. Several fields of one name form one list, so their value is joined. The exception is
 * Set-Cookie, whose fields are separate values (RFC 9110 section 5.3).
 */
function valuesIn({ answer }: Sent, name: string): readonly string[] {
  const wanted = name.toLowerCase();
  const own = (answer?.headers ?? []).filter(([field]) => field.toLowerCase() === wanted).map(([, value]) => value);
  return own.length === 0 || wanted === "set-cookie" ? own : [own.join(", ")];
}

function slugOf(status: number, name: string): string {
  return `${status}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")}`;
}

/** A value is wrong only if no value matches: a gateway before the provider may set its own cookie. */
function wrongValue(sent: Sent, { name, shape }: DescribedHeader, values: readonly string[]): readonly Finding[] {
  const mismatches = values.map((value) => mismatchOf(shape, value));
  if (!mismatches.every((one) => one !== null)) return [];
  return mismatches.map((expected, at) =>
    headerFinding(sent, name.toLowerCase(), { expected, seen: foreign(sent, values[at] ?? "") }),
  );
}
