/** The 200: invariants of every one, and what it gives back. */
import type { Finding } from "../result/result.ts";
import type { Validator } from "../spec/validators.ts";
import type { Check, History, PlannedRequest, Sent } from "./checks/check.ts";
import { bodyFinding, foreign, pointerTo, showIn } from "./checks/findings.ts";
import { addedTag, isAnothers, member, plantIn, returnedName, returnedTag } from "./checks/given-back.ts";
import { type FindingsIfRead, answersOfOperation, ofBody } from "./checks/judges.ts";
import { type Occasion, comparison, invariant } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { bodyIsJson, mediaTypeIs, namesAreUnique, shapeIs } from "./checks/body-questions.ts";

/** The invariants of every 200. */
export function plantAnswerChecks(requests: Requests, plant: Validator): readonly Check[] {
  const { path, success } = requests.operation;
  const all200 = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === 200);
  const described = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === 200 || answer?.status === 400);
  const basis = `the response 200 of the document (${success.schemaPath})`;
  const of200 = (requirement: string, title: string, ask: (sent: Sent) => FindingsIfRead): Check =>
    invariant({ requirement, slug: "every-200", title, basis }, { what: "a 200", select: all200, ask });
  return [
    of200("plant-media-type", `The media type of every 200 is ${success.mediaType}`, mediaTypeIs(success.mediaType)),
    of200("plant-encoding", "The body of every 200 is JSON in UTF-8", ofBody(bodyIsJson)),
    of200("plant-shape", "The body of every 200 matches Plant", ofBody(shapeIs(plant))),
    of200("plant-has-no-id", "No 200 has a member `id`", ofBody(idMember)),
    of200("plant-has-no-other-members", "No 200 has members except `name` and `tag`", ofBody(otherMembers)),
    invariant(
      { requirement: "answers-name-members-once", slug: "every-answer", title: "No 200 or 400 has a member twice" },
      { what: "a 200 or 400", select: described, ask: ofBody(namesAreUnique) },
    ),
  ];
}

/** What the 200s to ordinary requests give back. */
export function givesBackChecks(): readonly Check[] {
  // A valid request has ordinary texts as well, in an unusual form.
  const accepted = (run: History): readonly Sent[] =>
    run.filter(({ request, answer }) => isValid(request) && answer?.status === 200);
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
