/** The 400: invariants of every one. */
import type { Validator } from "../spec/validators.ts";
import { bodyIsJson, mediaTypeIs, shapeIs } from "./checks/body-questions.ts";
import type { Check, History, Sent } from "./checks/check.ts";
import { type FindingsIfRead, answersOfOperation, ofBody } from "./checks/judges.ts";
import { invariant } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";

/** The invariants of every 400. */
export function errorAnswerChecks(requests: Requests, error: Validator): readonly Check[] {
  const { path, failure } = requests.operation;
  const all400 = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === 400);
  const basis = `the response 400 of the document (${failure.schemaPath})`;
  const of400 = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead): Check =>
    invariant({ requirement, slug: "every-400", title, basis }, { what: "a 400", select: all400, ask });
  return [
    of400("error-media-type", `The media type of every 400 is ${failure.mediaType}`, mediaTypeIs(failure.mediaType)),
    of400("error-encoding", "The body of every 400 is JSON in UTF-8", ofBody(bodyIsJson)),
    of400("error-shape", "The body of every 400 matches Error", ofBody(shapeIs(error))),
  ];
}
