/** The invariants of every 400. */
import type { DescribedResponse, PlainResponse } from "../../spec/described-responses.ts";
import { componentAt } from "../../spec/document-words.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { type Validator, validatorOf, type Validators } from "../../spec/validators.ts";
import { notApplicable } from "../checks/applicability.ts";
import { mediaTypeIs } from "../checks/body-questions.ts";
import type { Check } from "../checks/check.ts";
import { bodyChecks, everyAnswer, everyOf } from "../checks/every-answer.ts";
import type { Requests } from "../checks/requests.ts";

/** The invariants of every 400, and of every other failure whose body the document shows. */
export function errorAnswerChecks({ operation }: Requests, validators: Validators): readonly Check[] {
  const { path, failure, others, plain } = operation;
  const further = [
    ...others.flatMap((other) => {
      return other.status < 400 ? [] : ofFailure(operation, other, validatorOf(validators, other));
    }),
    ...plain.map((response) => plainCheck(path, response)),
  ];
  if (failure !== null) return [...ofFailure(operation, failure, validators.error), ...further];
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
  const lacking = ofFailure(operation, none, validators.error).filter(({ requirement }) => !asked.has(requirement));
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

/** The checks of every answer with one status of failure. */
function ofFailure(operation: Operation, response: DescribedResponse, validate: Validator): readonly Check[] {
  return bodyChecks(everyAnswer(operation.path, response), response, {
    of: "error",
    schema: componentAt(operation.document, response.schemaPath) ?? "its schema",
    validate,
  });
}
