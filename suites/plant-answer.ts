/** The 200: invariants of every one, and what it gives back. */
import type { Finding } from "../result/result.ts";
import { shapeIfKnown } from "../spec/read-operation.ts";
import type { Roles } from "../spec/roles.ts";
import type { Validator } from "../spec/validators.ts";
import type { Check, History, PlannedRequest, Sent } from "./checks/check.ts";
import { bodyFinding, foreign, pointerTo, showIn } from "./checks/findings.ts";
import {
  addedOptionalLabel,
  hasOptionalLabel,
  isAnothers,
  member,
  returnedIn,
  returnedLabel,
  returnedOptionalLabel,
} from "./checks/given-back.ts";
import { type FindingsIfRead, answersOfOperation, ofBody } from "./checks/judges.ts";
import { type Occasion, comparison, invariant } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { aOrAn, ifAny, membersInWords } from "./checks/role-members.ts";
import { bodyIsJson, mediaTypeIs, namesAreUnique, shapeIs } from "./checks/body-questions.ts";

/** The invariants of every 200. */
export function plantAnswerChecks(requests: Requests, plant: Validator): readonly Check[] {
  const { path, success, roles } = requests.operation;
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
    ...(roles.leftOut.length === 0
      ? []
      : [
          of200(
            "plant-has-no-id",
            `No 200 has a member ${membersInWords(roles.leftOut, "or")}`,
            ofBody(leftOut(roles)),
          ),
        ]),
    ...ifAny(namedMembers(requests), (named) => [
      of200(
        "plant-has-no-other-members",
        `No 200 has members except ${membersInWords(named, "and")}`,
        ofBody(otherMembers(roles, named)),
      ),
    ]),
    invariant(
      { requirement: "answers-name-members-once", slug: "every-answer", title: "No 200 or 400 has a member twice" },
      { what: "a 200 or 400", select: described, ask: ofBody(namesAreUnique) },
    ),
  ];
}

/** What the 200s to ordinary requests give back. */
export function givesBackChecks({ operation: { roles } }: Requests): readonly Check[] {
  const { label, optionalLabel } = roles;
  // A valid request has ordinary texts as well, in an unusual form.
  const accepted = (run: History): readonly Sent[] =>
    run.filter(({ request, answer }) => isValid(request) && answer?.status === 200);
  const ordinary = (requirement: string, title: string, occasion: Occasion): Check =>
    comparison({ requirement, slug: "ordinary", title }, occasion);
  // An answer that belongs to another request is reported by keeps-answers-apart.
  const own = (run: History, isMeant: (request: PlannedRequest) => boolean): readonly Sent[] =>
    accepted(run).filter((sent) => isMeant(sent.request) && !isAnothers(sent, run));
  return [
    ...ifAny(label ?? undefined, (name) => [
      ordinary("returns-name", `An ordinary ${name} is returned unchanged`, {
        what: "a 200 to a valid request",
        select: (run) => own(run, () => true),
        ask: ofBody(returnedLabel),
      }),
    ]),
    ...ifAny(optionalLabel ?? undefined, (name) => [
      ordinary("returns-tag", `An ordinary ${name} is returned unchanged`, {
        what: `a 200 to a valid request with ${aOrAn(name)}`,
        select: (run) => own(run, hasOptionalLabel),
        ask: ofBody(returnedOptionalLabel),
      }),
      ordinary("adds-no-tag", `A 200 has no ${name} if the request had none`, {
        what: `a 200 to a valid request without ${aOrAn(name)}`,
        select: (run) => own(run, (request) => !hasOptionalLabel(request)),
        ask: ofBody(addedOptionalLabel),
      }),
    ]),
  ];
}

function isValid({ kind, plant, idMayBeTaken }: PlannedRequest): boolean {
  return (kind === "ordinary" || kind === "valid") && plant !== undefined && idMayBeTaken !== true;
}

function leftOut(roles: Roles): (sent: Sent) => readonly Finding[] {
  return (sent) =>
    roles.leftOut.flatMap((name) => {
      const held = member(sent, name);
      return held === undefined ? [] : [bodyFinding(sent, pointerTo(name), "no such member", showIn(sent, held))];
    });
}

/** Listed for one answer, at most; further names add nothing. */
const MOST_MEMBERS = 20;

/** The members that the schema of the success names; none where it says something of others. */
function namedMembers({ operation: { document, success } }: Requests): readonly string[] | undefined {
  const shape = shapeIfKnown(document, success.schemaPath);
  const isOpen = shape?.others === undefined && shape?.types.includes("object") === true;
  return isOpen ? shape.members.map(({ name }) => name) : undefined;
}

function otherMembers(roles: Roles, named: readonly string[]): (sent: Sent) => readonly Finding[] {
  const known = new Set([...named, ...roles.leftOut]);
  return (sent) => {
    const value =
      returnedIn(sent, roles) === null || sent.answer?.reading.as !== "json" ? {} : sent.answer.reading.value;
    const others = Object.keys(value ?? {}).filter((name) => !known.has(name));
    return others
      .slice(0, MOST_MEMBERS)
      .map((name) =>
        bodyFinding(sent, pointerTo(foreign(sent, name)), "no such member", showIn(sent, member(sent, name))),
      );
  };
}
