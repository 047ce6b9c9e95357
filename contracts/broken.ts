/** Which of its requirements a failed interaction shows broken. Pure. */
import type { Finding } from "../result/result.ts";
import type { Level } from "../spec/requirements.ts";
import { at, isObject } from "./json-values.ts";

/** A failed interaction, as far as it says what is broken. */
export interface Failed {
  /** The status that the pact expects: 200 of a valid NewPlant, 400 of what is none. */
  readonly expected: number;
  /** What Pact's verifier found. */
  readonly findings: readonly Finding[];
  /** The status and the JSON value that the provider answered with; no value where the body is not JSON. */
  readonly answer: { readonly status: number; readonly value?: unknown };
  /** Whether an ordinary request with a tag, or without one as here, was accepted in the same verification. */
  readonly hasAcceptedParent: boolean;
}

/** Whether a failed interaction shows that a requirement is broken. */
type Shows = (failed: Failed) => boolean;

/** Of a valid NewPlant: the answer is another one than 200. */
const isNotAccepted: Shows = ({ expected, answer }) => expected === 200 && answer.status !== 200;

/** Of what is to be refused: it was answered with success. */
const isNotRefused: Shows = ({ expected, answer }) => expected === 400 && isSuccess(answer.status);

/** Beside an accepted ordinary request alone: a provider that refuses them all says nothing of what is odd in this one. */
function besideParent(shows: Shows): Shows {
  return (failed) => failed.hasAcceptedParent && shows(failed);
}

const isRefusedOtherwise: Shows = ({ expected, answer }) =>
  expected === 400 && answer.status !== 400 && !isSuccess(answer.status);

/** The status is the expected one, so that the rest of the answer is what the document says of that status. */
function inAnswer(status: number, shows: (failed: Failed) => boolean): Shows {
  return (failed) => failed.expected === status && failed.answer.status === status && shows(failed);
}

const hasOtherMediaType: Shows = ({ findings }) => findings.some(({ where }) => where === "header content-type");

const isNoJson: Shows = (failed) => hasBodyFinding(failed) && failed.answer.value === undefined;

/** A body that is JSON, and in which a required member is missing or one has another type. */
const isNoPlant: Shows = ({ findings, answer: { value } }) =>
  value !== undefined &&
  findings.some(({ where }) => {
    if (where === "") return !isObject(value);
    if (where === "/name") return typeof at(value, "name") !== "string";
    return where === "/tag" && at(value, "tag") !== undefined && typeof at(value, "tag") !== "string";
  });

const isNoError: Shows = ({ findings, answer: { value } }) =>
  value !== undefined &&
  findings.some(({ where }) => {
    if (where === "") return !isObject(value);
    if (where === "/error") return typeof at(value, "error") !== "number";
    return where === "/message" && typeof at(value, "message") !== "string";
  });

/** A tag may be left out by the shape of a Plant; one that was sent should come back. */
const isOtherTag: Shows = ({ findings, answer: { value } }) =>
  findings.some(({ where }) => where === "/tag") && isObject(value);

const isOtherName: Shows = ({ findings, answer: { value } }) =>
  findings.some(({ where }) => where === "/name") && typeof at(value, "name") === "string";

/** What shows each requirement broken, by its id: every requirement that a pact that ships may name. */
const shows: ReadonlyMap<string, Shows> = new Map([
  ["accepts-valid-plant", isNotAccepted],
  ["accepts-every-positive-id", besideParent(isNotAccepted)],
  ["plant-media-type", inAnswer(200, hasOtherMediaType)],
  ["plant-encoding", inAnswer(200, isNoJson)],
  ["plant-shape", inAnswer(200, isNoPlant)],
  ["returns-name", inAnswer(200, isOtherName)],
  ["returns-tag", inAnswer(200, isOtherTag)],
  ["refuses-missing-member", isNotRefused],
  ["refuses-invalid-member", isNotRefused],
  ["refuses-id-beyond-int64", isNotRefused],
  ["refuses-with-400", besideParent(isRefusedOtherwise)],
  ["error-media-type", inAnswer(400, hasOtherMediaType)],
  ["error-encoding", inAnswer(400, isNoJson)],
  ["error-shape", inAnswer(400, isNoError)],
]);

/** Whether an interaction can show the requirement broken. */
export function canShow(requirement: string): boolean {
  return shows.has(requirement);
}

/**
 * The highest of the requirements that an interaction names and that its failure shows broken; of several at one level
 * the one that is named first. Undefined where it shows none of them broken.
 */
export function brokenRequirement(
  named: readonly string[],
  levels: ReadonlyMap<string, Level>,
  failed: Failed,
): string | undefined {
  const broken = named.filter((id) => shows.get(id)?.(failed) === true);
  return broken.find((id) => levels.get(id) === "MUST") ?? broken[0];
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function hasBodyFinding({ findings }: Failed): boolean {
  return findings.some(({ where }) => where === "" || where.startsWith("/"));
}
