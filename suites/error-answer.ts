/** The 400: invariants of every one. */
import type { DescribedResponse } from "../spec/described-responses.ts";
import { type Validator, type Validators, validatorOf } from "../spec/validators.ts";
import { bodyIsJson, mediaTypeIs, onlyJson, shapeIs } from "./checks/body-questions.ts";
import type { Check, History, Sent } from "./checks/check.ts";
import { type FindingsIfRead, answersOfOperation } from "./checks/judges.ts";
import { invariant } from "./checks/check-forms.ts";
import { notApplicable } from "./checks/not-applicable.ts";
import type { Requests } from "./checks/requests.ts";

/** The invariants of every 400, and of every other failure whose body the document shows. */
export function errorAnswerChecks(requests: Requests, validators: Validators): readonly Check[] {
  const { path, failure, others } = requests.operation;
  const further = others.flatMap((other) => {
    return other.status < 400 ? [] : ofFailure(path, other, validatorOf(validators, other));
  });
  if (failure !== null) return [...ofFailure(path, failure, validators.error), ...further];
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
    : ofFailure(path, { ...none, requiredHeaders: [] }, validators.error).map((check) => notApplicable(check, reason));
}

/** What is asked of every answer with one status of failure. */
function ofFailure(path: string, response: DescribedResponse, validate: Validator): readonly Check[] {
  const { status, mediaTypes, schemaPath } = response;
  const select = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === status);
  const basis = `the response ${status} of the document (${schemaPath})`;
  const every = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead): Check =>
    invariant({ requirement, slug: `every-${status}`, title, basis }, { what: `a ${status}`, select, ask });
  const inJson = onlyJson(response);
  const types = mediaTypes.join(" or ");
  return [
    every("error-media-type", `The media type of every ${status} is ${types}`, mediaTypeIs(...mediaTypes)),
    every("error-encoding", `The body of every ${status} is JSON in UTF-8`, inJson(bodyIsJson)),
    every("error-shape", `The body of every ${status} matches Error`, inJson(shapeIs(validate))),
  ];
}
