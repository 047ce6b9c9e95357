/** The 200: invariants of every one, and what it gives back. */
import type { Finding, Json } from "../result/result.ts";
import type { Validator } from "../spec/validators.ts";
import type { Check, History, PlannedRequest, Sent } from "./checks/check.ts";
import { bodyFinding, foreign, pointerTo, show, showBoth, showIn, valueAt } from "./checks/findings.ts";
import { type Told, answersOfOperation, ofBody } from "./checks/judges.ts";
import { invariant } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { bodyIsJson, mediaTypeIs, shapeIs } from "./checks/body-questions.ts";

/** The invariants of every 200. */
export function plantAnswerChecks(requests: Requests, plant: Validator): readonly Check[] {
  const { path, success } = requests.operation;
  const all200 = (run: History): readonly Sent[] =>
    answersOfOperation(run, path).filter(({ answer }) => answer?.status === 200);
  const of200 = (id: Check["id"], title: string, ask: (sent: Sent) => Told): Check =>
    invariant({ id, title, basis: `the response 200 of the document (${success.schemaPath})` }, "a 200", all200, ask);
  return [
    of200("plant-media-type/every-200", `Every 200 is ${success.mediaType}`, mediaTypeIs(success.mediaType)),
    of200("plant-encoding/every-200", "Every 200 is JSON in UTF-8", ofBody(bodyIsJson)),
    of200("plant-shape/every-200", "Every 200 matches Plant", ofBody(shapeIs(plant))),
    of200("plant-has-no-id/every-200", "No 200 has a member `id`", ofBody(idMember)),
    of200("plant-has-no-other-members/every-200", "No 200 has members beside `name` and `tag`", ofBody(otherMembers)),
  ];
}

/** What the 200s to ordinary requests give back. */
export function givesBackChecks(): readonly Check[] {
  // A valid request has ordinary texts as well, in an unusual form.
  const accepted = (run: History): readonly Sent[] =>
    run.filter(({ request, answer }) => isValid(request) && answer?.status === 200);
  return [
    invariant(
      { id: "returns-name/ordinary", title: "An ordinary name comes back as it was sent" },
      "a 200 to a valid request",
      // An answer that belongs to another request is a matter of keeps-answers-apart.
      (run) => accepted(run).filter((sent) => !isAnothers(sent, run)),
      ofBody(returnedName),
    ),
    invariant(
      { id: "returns-tag/ordinary", title: "An ordinary tag comes back as it was sent" },
      "a 200 to a valid request with a tag",
      (run) => accepted(run).filter((sent) => sent.request.plant?.tag !== undefined && !isAnothers(sent, run)),
      ofBody(returnedTag),
    ),
    invariant(
      { id: "adds-no-tag/ordinary", title: "No tag comes back where none was sent" },
      "a 200 to a valid request without a tag",
      (run) => accepted(run).filter((sent) => sent.request.plant?.tag === undefined && !isAnothers(sent, run)),
      ofBody(addedTag),
    ),
  ];
}

/** Whether a 200 gives back the name of another request of the run; its own tag in place of its name is no such thing. */
export function isAnothers(sent: Sent, run: ReadonlyArray<Pick<Sent, "request">>): boolean {
  const name = plantIn(sent)?.name;
  if (sent.request.idMayBeTaken === true) return false;
  // A blank name may be what is left of any other. What has no name to give back is compared with nothing.
  if (name === undefined || name.trim() === "" || sent.request.plant === undefined) return false;
  if (name === sent.request.plant.name || name === sent.request.plant.tag) return false;
  return run.some((other) => other.request.plant?.name === name);
}

/** Compares the name that came back with the one that was sent. */
export function returnedName(sent: Sent): readonly Finding[] {
  const seen = plantIn(sent)?.name;
  const expected = sent.request.plant?.name;
  if (seen === undefined || expected === undefined || seen === expected) return [];
  return [bodyFinding(sent, "/name", ...showBoth(expected, foreign(sent, seen)))];
}

/** Compares the tag that came back with the one that was sent. */
export function returnedTag(sent: Sent): readonly Finding[] {
  const plant = plantIn(sent);
  const expected = sent.request.plant?.tag;
  if (plant === null || expected === undefined || plant.tag === expected) return [];
  return [
    plant.tag === undefined
      ? bodyFinding(sent, "/tag", show(expected), "no such member")
      : bodyFinding(sent, "/tag", ...showBoth(expected, foreign(sent, plant.tag))),
  ];
}

function isValid({ kind, plant, idMayBeTaken }: PlannedRequest): boolean {
  return (kind === "ordinary" || kind === "valid") && plant !== undefined && idMayBeTaken !== true;
}

/** Finds a tag where none was sent. */
export function addedTag(sent: Sent): readonly Finding[] {
  const tag = plantIn(sent)?.tag;
  return tag === undefined ? [] : [bodyFinding(sent, "/tag", "no such member", showIn(sent, tag))];
}

function idMember(sent: Sent): readonly Finding[] {
  const id = member(sent, "id");
  return id === undefined ? [] : [bodyFinding(sent, "/id", "no such member", showIn(sent, id))];
}

/** Told of one answer, at most; the rest of thousands says no more. */
const MOST_MEMBERS = 20;

function otherMembers(sent: Sent): readonly Finding[] {
  const others = plantIn(sent)?.others.slice(0, MOST_MEMBERS) ?? [];
  return others.map((name) =>
    bodyFinding(sent, pointerTo(foreign(sent, name)), "no such member", showIn(sent, member(sent, name))),
  );
}

interface PlantIn {
  readonly name: string;
  readonly tag: string | undefined;
  /** The names of members beside those of Plant; `id` is a requirement of its own. */
  readonly others: readonly string[];
}

/** The Plant in a 200; null where there is none, which is a matter of plant-shape and is told there, once. */
function plantIn({ answer }: Sent): PlantIn | null {
  if (answer?.reading.as !== "json") return null;
  const { value } = answer.reading;
  const [name, tag] = [valueAt(value, "/name"), valueAt(value, "/tag")];
  if (typeof name !== "string" || (tag !== undefined && typeof tag !== "string")) return null;
  const others = Object.keys(value ?? {}).filter((other) => !["name", "tag", "id"].includes(other));
  return { name, tag, others };
}

function member({ answer }: Sent, name: string): Json | undefined {
  return answer?.reading.as === "json" ? valueAt(answer.reading.value, pointerTo(name)) : undefined;
}
