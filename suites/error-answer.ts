/** The 400: invariants of every one. */
import type { Validator } from "../spec/validators.ts";
import { bodyIsJson, mediaTypeIs, shapeIs } from "./checks/body-questions.ts";
import type { Check, History, Sent } from "./checks/check.ts";
import { type FindingsIfRead, answersOfOperation, ofBody } from "./checks/judges.ts";
import { invariant } from "./checks/check-forms.ts";
import { notApplicable } from "./checks/not-applicable.ts";
import type { Requests } from "./checks/requests.ts";

/** The invariants of every 400, or whatever status the document has a failure of a request answered with. */
export function errorAnswerChecks(requests: Requests, error: Validator): readonly Check[] {
  const { path, failure } = requests.operation;
  const status = failure?.status ?? 400;
  const mediaType = failure?.mediaType ?? "application/json";
  const ofStatus = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === status);
  const basis = `the response ${status} of the document (${failure?.schemaPath})`;
  const every = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead): Check =>
    invariant({ requirement, slug: `every-${status}`, title, basis }, { what: `a ${status}`, select: ofStatus, ask });
  const checks = [
    every("error-media-type", `The media type of every ${status} is ${mediaType}`, mediaTypeIs(mediaType)),
    every("error-encoding", `The body of every ${status} is JSON in UTF-8`, ofBody(bodyIsJson)),
    every("error-shape", `The body of every ${status} matches Error`, ofBody(shapeIs(error))),
  ];
  const reason = "the document shows no body for a request that is refused";
  return failure === null ? checks.map((check) => notApplicable(check, reason)) : checks;
}
