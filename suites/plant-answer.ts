/** The 200: invariants of every one, and what it gives back. */
import type { Finding } from "../result/result.ts";
import type { DescribedResponse } from "../spec/described-responses.ts";
import { type Validator, type Validators, validatorOf } from "../spec/validators.ts";
import type { Check, History, PlannedRequest, Sent } from "./checks/check.ts";
import { bodyFinding, foreign, pointerTo, showIn } from "./checks/findings.ts";
import { addedTag, isAnothers, member, plantIn, returnedName, returnedTag } from "./checks/given-back.ts";
import { orList } from "./checks/documented-statuses.ts";
import { type FindingsIfRead, answersOfOperation, isAccepted, ofBody } from "./checks/judges.ts";
import { type Occasion, comparison, invariant } from "./checks/check-forms.ts";
import { documentedHeaderChecks } from "./pinned-points.ts";
import type { Requests } from "./checks/requests.ts";
import { bodyIsJson, mediaTypeIs, onlyJson, namesAreUnique, shapeIs } from "./checks/body-questions.ts";

/** The invariants of every 200, or whatever statuses the document has for a success. */
export function plantAnswerChecks(requests: Requests, validators: Validators): readonly Check[] {
  const { path, success, failure, others } = requests.operation;
  const statuses = [success, ...(failure === null ? [] : [failure]), ...others].map(({ status }) => status);
  const described = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer !== null && statuses.includes(answer.status));
  return [
    ...ofSuccess(path, success, validators.plant),
    ...others.flatMap((other) => {
      return other.status > 299 ? [] : ofSuccess(path, other, validatorOf(validators, other));
    }),
    invariant(
      {
        requirement: "answers-name-members-once",
        slug: "every-answer",
        title: `No ${orList(statuses)} has a member twice`,
      },
      { what: `a ${orList(statuses)}`, select: described, ask: ofBody(namesAreUnique) },
    ),
    ...documentedHeaderChecks(requests.operation),
  ];
}

/** What is asked of every answer with one status of success. */
function ofSuccess(path: string, response: DescribedResponse, validate: Validator): readonly Check[] {
  const { status, mediaTypes, schemaPath } = response;
  const select = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === status);
  const basis = `the response ${status} of the document (${schemaPath})`;
  const every = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead): Check =>
    invariant({ requirement, slug: `every-${status}`, title, basis }, { what: `a ${status}`, select, ask });
  const inJson = onlyJson(response);
  const types = mediaTypes.join(" or ");
  return [
    every("plant-media-type", `The media type of every ${status} is ${types}`, mediaTypeIs(...mediaTypes)),
    every("plant-encoding", `The body of every ${status} is JSON in UTF-8`, inJson(bodyIsJson)),
    every("plant-shape", `The body of every ${status} matches Plant`, inJson(shapeIs(validate))),
    every("plant-has-no-id", `No ${status} has a member \`id\``, inJson(idMember)),
    every("plant-has-no-other-members", `No ${status} has members except \`name\` and \`tag\``, inJson(otherMembers)),
  ];
}

/** What the 200s to ordinary requests give back. */
export function givesBackChecks(): readonly Check[] {
  // A valid request has ordinary texts as well, in an unusual form.
  const accepted = (run: History): readonly Sent[] => run.filter((sent) => isValid(sent.request) && isAccepted(sent));
  const ordinary = (requirement: string, title: string, occasion: Occasion): Check =>
    comparison({ requirement, slug: "ordinary", title }, occasion);
  return [
    ordinary("returns-name", "An ordinary name is returned unchanged", {
      what: "a 200 to a valid request",
      // An answer that belongs to another request is reported by keeps-answers-apart.
      select: (run) => accepted(run).filter((sent) => !isAnothers(sent, run)),
      ask: ofBody(returnedName),
    }),
    ordinary("returns-tag", "An ordinary tag is returned unchanged", {
      what: "a 200 to a valid request with a tag",
      select: (run) => accepted(run).filter((sent) => sent.request.plant?.tag !== undefined && !isAnothers(sent, run)),
      ask: ofBody(returnedTag),
    }),
    ordinary("adds-no-tag", "A 200 has no tag if the request had none", {
      what: "a 200 to a valid request without a tag",
      select: (run) => accepted(run).filter((sent) => sent.request.plant?.tag === undefined && !isAnothers(sent, run)),
      ask: ofBody(addedTag),
    }),
  ];
}

function isValid({ kind, plant, idMayBeTaken }: PlannedRequest): boolean {
  return (kind === "ordinary" || kind === "valid") && plant !== undefined && idMayBeTaken !== true;
}

function idMember(sent: Sent): readonly Finding[] {
  const id = member(sent, "id");
  return id === undefined ? [] : [bodyFinding(sent, "/id", "no such member", showIn(sent, id))];
}

/** Listed for one answer, at most; further names add nothing. */
const MOST_MEMBERS = 20;

function otherMembers(sent: Sent): readonly Finding[] {
  const others = plantIn(sent)?.others.slice(0, MOST_MEMBERS) ?? [];
  return others.map((name) =>
    bodyFinding(sent, pointerTo(foreign(sent, name)), "no such member", showIn(sent, member(sent, name))),
  );
}
