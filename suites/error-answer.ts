/** The 400: invariants of every one. */
import type { DescribedResponse } from "../spec/described-responses.ts";
import { componentAt } from "../spec/document-words.ts";
import type { Operation } from "../spec/read-operation.ts";
import { type Validator, type Validators, validatorOf } from "../spec/validators.ts";
import type { Check } from "./checks/check.ts";
import { bodyChecks, everyAnswer } from "./described-answer.ts";
import { notApplicable } from "./checks/not-applicable.ts";
import type { Requests } from "./checks/requests.ts";

/** The invariants of every 400, and of every other failure whose body the document shows. */
export function errorAnswerChecks({ operation }: Requests, validators: Validators): readonly Check[] {
  const { failure, others } = operation;
  const further = others.flatMap((other) => {
    return other.status < 400 ? [] : ofFailure(operation, other, validatorOf(validators, other));
  });
  if (failure !== null) return [...ofFailure(operation, failure, validators.error), ...further];
  const none = {
    status: 400,
    mediaType: "application/json",
    mediaTypes: ["application/json"],
    path: "",
    schemaPath: "",
  };
  const reason = "the document shows no body for a request that is refused";
  return further.length > 0
    ? further
    : ofFailure(operation, { ...none, requiredHeaders: [] }, validators.error).map((check) =>
        notApplicable(check, reason),
      );
}

/** What is asked of every answer with one status of failure. */
function ofFailure(operation: Operation, response: DescribedResponse, validate: Validator): readonly Check[] {
  return bodyChecks(everyAnswer(operation.path, response), response, {
    of: "error",
    schema: componentAt(operation.document, response.schemaPath) ?? "its schema",
    validate,
  });
}
