/** Decides which requirement a failed interaction breaks. Pure. */
import type { Finding } from "../result/result.ts";
import type { Level } from "../spec/requirements.ts";
import { OF_SIZE } from "../spec/described-responses.ts";
import { at, isObject } from "./json-values.ts";

/** A failed interaction. */
export interface Failed {
  /** The status that the pact expects: 200 for a valid NewPlant, 400 for an invalid one. */
  readonly expected: number;
  /** The findings of Pact's verifier. */
  readonly findings: readonly Finding[];
  /** The status of the answer and its JSON value. There is no value if the body is not JSON. */
  readonly answer: { readonly status: number; readonly value?: unknown };
  /** Whether an ordinary request, with a tag if this one has a tag, was accepted in the same verification. */
  readonly hasAcceptedParent: boolean;
}

/** Whether a failed interaction proves that a requirement is broken. */
type Shows = (failed: Failed) => boolean;

/** A valid NewPlant was not answered 200. */
const isNotAccepted: Shows = ({ expected, answer }) => expected === 200 && answer.status !== 200;

/** An invalid NewPlant was answered with success. */
const isNotRefused: Shows = ({ expected, answer }) => expected === 400 && isSuccess(answer.status);

/** Requires that an ordinary request was accepted: a provider that refuses all requests does not refuse this one for its content. */
function besideParent(shows: Shows): Shows {
  return (failed) => failed.hasAcceptedParent && shows(failed);
}

const isRefusedOtherwise: Shows = ({ expected, answer }) =>
  expected === 400 && answer.status !== 400 && !isSuccess(answer.status) && !OF_SIZE.includes(answer.status);

/** Requires the expected status, because the document describes the rest of the answer for that status. */
function inAnswer(status: number, shows: (failed: Failed) => boolean): Shows {
  return (failed) => failed.expected === status && failed.answer.status === status && shows(failed);
}

const hasOtherMediaType: Shows = ({ findings }) => findings.some(({ where }) => where === "header content-type");

const isNoJson: Shows = (failed) => hasBodyFinding(failed) && failed.answer.value === undefined;

/** The body is JSON, but a required member is missing or a member has another type. */
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

/** The schema of Plant allows an answer without a tag, but a tag that was sent should be returned. */
const isOtherTag: Shows = ({ findings, answer: { value } }) =>
  findings.some(({ where }) => where === "/tag") && isObject(value);

const isOtherName: Shows = ({ findings, answer: { value } }) =>
  findings.some(({ where }) => where === "/name") && typeof at(value, "name") === "string";

/**
 * Decides for each requirement, by its id, whether it is proved broken: every requirement that a shipped pact can name.
 */
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

/** Whether an interaction can prove the requirement broken. */
export function canShow(requirement: string): boolean {
  return shows.has(requirement);
}

/**
 * The requirement that the failure of an interaction proves broken: a MUST before a SHOULD, then in the order in which the
 * interaction names them. Undefined if it proves none of them broken.
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
