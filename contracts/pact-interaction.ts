/** Judges one interaction by the observation of the proxy and the report of Pact's verifier. Pure. */
import { isLosslessNumber } from "lossless-json";
import type { Finding, Findings, InteractionResult } from "../result/result.ts";
import { OF_SIZE } from "../spec/described-responses.ts";
import { token } from "../spec/schema.ts";
import type { ContractFault, RequirementRecord } from "../spec/requirements.ts";
import { type DocumentForPacts, oncePerPlace } from "./document-for-pacts.ts";
import { readAgainstDocument } from "./pact-against-document.ts";
import {
  type Interaction,
  at,
  isObject,
  listAt,
  parseJson,
  shown,
  stringAt,
  bodyOf,
  isGenerated,
} from "./pact-file.ts";
import type { Observation } from "./verifier-proxy.ts";
import { NEW_PLANT, isSupplied } from "./provider-states.ts";

// Decides which requirement a failed interaction breaks. Pure.

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

/** Requires that an ordinary request was accepted: a provider that refuses all requests does not refuse this one for its content. */
function besideParent(shows: Shows): Shows {
  return (failed) => failed.hasAcceptedParent && shows(failed);
}

/** Requires the expected status, because the document describes the rest of the answer for that status. */
function inAnswer(shows: Shows): Shows {
  return (failed) => failed.answer.status === failed.expected && shows(failed);
}

/** Whether a finding is about a place in the body; an empty place is the whole body. */
function isAt(place: string): Shows {
  return ({ findings, answer: { value } }) => isObject(value) && findings.some(({ where }) => where === place);
}

/** The types of the members that consumers read. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["/name", "string"],
  ["/tag", "string"],
  ["/error", "number"],
  ["/message", "string"],
]);

/** The body is JSON, but a required member is missing or a member has another type. */
const isOfOtherShape: Shows = ({ findings, answer: { value } }) =>
  value !== undefined &&
  findings.some(({ where }) => {
    if (where === "") return !isObject(value);
    const [type, member] = [TYPES.get(where), at(value, where.slice(1))];
    // The schema of Plant allows an answer without a tag.
    const isLeftOut = where === "/tag" && member === undefined;
    return type !== undefined && typeof member !== type && !isLeftOut;
  });

/** What proves a requirement broken, by the word in its record. */
const shows: Readonly<Record<ContractFault, Shows>> = {
  refused: isNotAccepted,
  "unusual-refused": besideParent(isNotAccepted),
  accepted: ({ expected, answer }) => expected === 400 && isSuccess(answer.status),
  "refused-otherwise": besideParent(
    ({ expected, answer: { status } }) =>
      expected === 400 && status !== 400 && !isSuccess(status) && !OF_SIZE.includes(status),
  ),
  unanswered: () => false,
  "media-type": inAnswer(({ findings }) => findings.some(({ where }) => where === "header content-type")),
  encoding: inAnswer((failed) => hasBodyFinding(failed) && failed.answer.value === undefined),
  shape: inAnswer(isOfOtherShape),
  name: inAnswer(isAt("/name")),
  tag: inAnswer(isAt("/tag")),
};

/**
 * The requirement that the failure of an interaction proves broken: a MUST before a SHOULD, then in the order in which the
 * interaction names them. Undefined if it proves none of them broken.
 */
export function brokenRequirement(
  named: readonly string[],
  records: Judging["records"],
  failed: Failed,
): string | undefined {
  const broken = named.filter((id) => {
    const fault = records.get(id)?.contract;
    return fault !== undefined && shows[fault](failed);
  });
  return broken.find((id) => records.get(id)?.level === "MUST") ?? broken[0];
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function hasBodyFinding({ findings }: Failed): boolean {
  return findings.some(({ where }) => where === "" || where.startsWith("/"));
}

// Converts mismatches of Pact's verifier to findings: what was expected, what was seen, and where in the answer.

/** The most characters of a value that are shown. */
const SHOWN = 200;

/**
 * Findings for the mismatches of one interaction, one for each place.
 * @param mismatches as `@pact-foundation/pact-core` 19 reports them, without a documented type
 * @param redact removes secrets from texts of the pact and the provider, before they are truncated
 */
function findingsOf(mismatches: readonly unknown[], redact: (text: string) => string): readonly Finding[] {
  const findings = mismatches.flatMap((mismatch) => findingsFor(mismatch, redact));
  // A wrong media type is reported twice, for the header and for the body.
  return oncePerPlace(findings, ({ where }) => where).map(({ where, expected, seen }) => ({
    where: shorten(where),
    expected: shorten(expected),
    seen: shorten(seen),
  }));
}

function findingsFor(mismatch: unknown, redact: (text: string) => string): readonly Finding[] {
  const expected = redact(demandOf(mismatch));
  const live = show(at(mismatch, "actual"));
  const seen = redact(live);
  switch (stringAt(mismatch, "type")) {
    case "StatusMismatch":
      return [{ where: "status", expected: show(at(mismatch, "expected")), seen }];
    case "HeaderMismatch": {
      const name = redact(stringAt(mismatch, "key") ?? "").toLowerCase();
      return [{ where: `header ${name}`, expected, seen: seen === "" ? "no such header" : seen }];
    }
    case "BodyTypeMismatch":
      return [{ where: "header content-type", expected: show(at(mismatch, "expected")), seen }];
    case "BodyMismatch":
      return bodyFindings(mismatch, { expected, seen, live }, redact);
    case undefined:
    default:
      return [{ where: "", expected: redact(stringAt(mismatch, "mismatch") ?? show(mismatch)), seen }];
  }
}

/** The verifier reports a missing member for the object. The finding is for the member. */
function bodyFindings(
  mismatch: unknown,
  { expected, seen, live }: { readonly expected: string; readonly seen: string; readonly live: string },
  redact: (text: string) => string,
): readonly Finding[] {
  const where = redact(pointerOf(stringAt(mismatch, "path") ?? "$"));
  const sentence = stringAt(mismatch, "mismatch") ?? "";
  if (sentence.startsWith("Actual map is missing")) {
    const present = new Set(listAt({ keys: parseJson(live) }, "keys"));
    const missing = listAt({ keys: parseJson(show(at(mismatch, "expected"))) }, "keys").filter(
      (key) => !present.has(key),
    );
    return missing.map((key) => ({
      where: `${where}/${token(redact(String(key)))}`,
      expected: "to be present",
      seen: "nothing",
    }));
  }
  if (sentence.startsWith("Failed to parse")) return [{ where, expected: "JSON text", seen }];
  return [{ where, expected, seen: seen === "null" && at(mismatch, "actual") === null ? "an empty body" : seen }];
}

/** What the pact expects: the end of a sentence for a matcher, or the value of an example. */
function demandOf(mismatch: unknown): string {
  const sentence = stringAt(mismatch, "mismatch") ?? "";
  const words =
    /^(?:Mismatch with header .*: |Type mismatch: )?Expected .* (to (?:be|match|have|contain|start|end) .*)$/s;
  return words.exec(sentence)?.[1] ?? show(at(mismatch, "expected"));
}

/** A JSON Pointer (RFC 6901) for a path such as `$.name`, `$['a b'][0]` or, for an empty body, `/`. */
function pointerOf(path: string): string {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+|\*)\]|\['((?:[^'\\]|\\.)*)'\]/g);
  return Array.from(
    steps,
    ([, name, index, quoted]) => `/${token(name ?? index ?? quoted?.replaceAll("\\'", "'") ?? "")}`,
  ).join("");
}

function show(value: unknown): string {
  return typeof value === "string" ? value : shown(value);
}

function shorten(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 3)}...`;
}

/** The values that all interactions of a verification share. */
export interface Judging {
  /** Removes secrets from a text that is not ours. */
  readonly redact: (text: string) => string;
  /** The shipped requirements, by id. */
  readonly records: ReadonlyMap<string, RequirementRecord>;
  /** Whether there is a URL that sets up the states that the suite does not supply. */
  readonly hasStatesUrl: boolean;
  /** Present if user-supplied pacts are compared with the document. */
  readonly document?: DocumentForPacts;
}

/** The evidence that one interaction is judged by. */
export interface InteractionEvidence extends Judging {
  readonly seen: Observation | undefined;
  /** Whether an ordinary request, with a tag if this one has a tag, was accepted in the same verification. */
  readonly hasAcceptedParent: boolean;
  /** The report of the verifier, as JSON text. */
  readonly report: string | undefined;
  /** Why a report is missing. */
  readonly ended: string;
}

/** The states of an interaction that the suite does not supply. */
export function unsuppliedStates({ states }: Interaction): readonly string[] {
  return states.filter((state) => !isSupplied(state));
}

/** Whether an interaction of a shipped pact sends an ordinary request: it proves broken that each of them is accepted. */
export function isOrdinary({ source, requirements }: Interaction, { records }: Pick<Judging, "records">): boolean {
  return source.origin === "shipped" && requirements.some((id) => records.get(id)?.contract === "refused");
}

const noParent = "No ordinary request was accepted, so this one may have been refused for any reason.";

/** Judges one interaction. */
export function judgeInteraction(interaction: Interaction, evidence: InteractionEvidence): InteractionResult {
  const { description, states, source } = interaction;
  const isPending = interaction.pending || source.pending === true;
  const isShipped = source.origin === "shipped";
  const common = {
    description,
    states,
    ...(isShipped ? basisOf(interaction.requirements, evidence) : {}),
    ...(isPending ? { pending: true as const } : {}),
    ...documentWords(interaction, evidence),
  };
  const notJudged = (reason: string, findings: readonly Finding[] = []): InteractionResult => {
    return { ...common, status: "not-judged", reason, findings };
  };
  const unanswered = unansweredBy(interaction, evidence);
  if (unanswered !== undefined) return { ...common, ...unanswered };
  const hindrance = hindranceOf(interaction, evidence);
  if (hindrance !== undefined) return notJudged(hindrance);
  const { isMet, mismatches } = readReport(evidence.report ?? "");
  if (isMet) {
    const isProof = !isShipped || interaction.status === 200 || evidence.hasAcceptedParent;
    return isProof ? { ...common, status: "passed", findings: [] } : notJudged(noParent);
  }
  const [first, ...others] = findingsOf(mismatches, evidence.redact).toSorted((one, two) => rankOf(one) - rankOf(two));
  if (first === undefined) return notJudged("Pact's verifier gave no reason for a failure.");
  const findings: Findings = [first, ...others];
  // The consumer does not rely on a pending interaction yet.
  if (isPending) return notJudged("It is pending, and it is not met.", findings);
  if (!isShipped) return { ...common, ...takenRemark(interaction, evidence), status: "failed", findings };
  const { records, seen: answer, hasAcceptedParent } = evidence;
  const failed = answer?.answered === true && { expected: interaction.status, findings, answer, hasAcceptedParent };
  const broken = failed === false ? undefined : brokenRequirement(interaction.requirements, records, failed);
  if (broken === undefined) {
    const isOther = evidence.hasAcceptedParent || isOrdinary(interaction, evidence);
    return notJudged(isOther ? "The findings of Pact's verifier break no requirement." : noParent, findings);
  }
  return { ...common, ...basisOf(interaction.requirements, evidence, broken), status: "failed", findings };
}

/** The refusals with which a provider may answer an id that its store has. */
const OF_TAKEN: readonly number[] = [400, 403, 409, 422];

/** A remark that an earlier run may have left the id of a refused plant in the store: it stands in the pact. */
function takenRemark(
  { value, status, states }: Interaction,
  { seen, document, redact }: InteractionEvidence,
): Pick<InteractionResult, "remark"> {
  const name = document?.operation.roles.identity ?? undefined;
  const request = at(value, "request");
  const body = bodyOf(request);
  const isRefused = seen?.answered === true && OF_TAKEN.includes(seen.status) && status >= 200 && status <= 299;
  if (!isRefused || states.length > 0 || name === undefined || body.kind !== "json") return {};
  const id = at(body.exact, name);
  if (id === undefined || isGenerated(request, name)) return {};
  const written = redact(isLosslessNumber(id) ? id.value : shown(id));
  return {
    remark: `The ${name} ${shorten(written)} stands in the pact, so the store may have it since an earlier run. Use plantId of the provider state "${NEW_PLANT}".`,
  };
}

/** The status is reported first, then header fields, then the body: a wrong status explains the rest. */
function rankOf({ where }: Finding): number {
  if (where === "status") return 0;
  return where.startsWith("header") ? 1 : 2;
}

/**
 * The failure of a shipped interaction whose request ended the process of the provider each time, although an ordinary
 * request was accepted: the request was not answered. If a MUST depends on the answer, the interaction is not judged
 * instead.
 */
function unansweredBy(
  { source, requirements }: Interaction,
  evidence: InteractionEvidence,
):
  | (Pick<InteractionResult, "requirements" | "requirement" | "level"> & { status: "failed"; findings: Findings })
  | undefined {
  const { seen, records, hasAcceptedParent } = evidence;
  if (seen?.answered !== false || seen.endsProcess !== true || source.origin !== "shipped") return undefined;
  if (!hasAcceptedParent || records.get(requirements[0] ?? "")?.level === "MUST") return undefined;
  const findings: Findings = [{ where: "status", expected: "an answer", seen: seen.why }];
  const broken = [...records.values()].find(({ contract }) => contract === "unanswered")?.id;
  return { ...basisOf(requirements, evidence, broken), status: "failed", findings };
}

/** The requirements that an interaction of a shipped pact can prove broken, and the one whose level counts. */
function basisOf(
  requirements: readonly string[],
  { records }: Judging,
  requirement = requirements[0] ?? "",
): Pick<InteractionResult, "requirements" | "requirement" | "level"> {
  const level = records.get(requirement)?.level;
  return level === undefined ? {} : { requirements, requirement, level };
}

function documentWords(
  interaction: Interaction,
  { document }: InteractionEvidence,
): Pick<InteractionResult, "contradicts" | "openPoints"> {
  if (interaction.source.origin === "shipped" || document === undefined || "cannot" in interaction.run) return {};
  const { contradicts, openPoints } = readAgainstDocument(interaction, document);
  return {
    ...(contradicts.length === 0 ? {} : { contradicts }),
    ...(openPoints.length === 0 ? {} : { openPoints }),
  };
}

/** Why an interaction is not judged; undefined if it was run. */
function hindranceOf(
  interaction: Interaction,
  { hasStatesUrl, seen, report, ended, redact }: InteractionEvidence,
): string | undefined {
  if ("cannot" in interaction.run) return interaction.run.cannot;
  const unsupplied = unsuppliedStates(interaction).map((state) => JSON.stringify(state));
  if (unsupplied.length > 0 && !hasStatesUrl) {
    return `It needs a provider state that the suite cannot set up: ${unsupplied.join(", ")}. Give --provider-states-url.`;
  }
  if (seen?.answered === false) return seen.why;
  return seen === undefined || report === undefined ? `It was not run: ${redact(ended)}.` : undefined;
}

/** Reads the report of one interaction. It is met only if exactly one interaction was run, and reported as met. */
function readReport(text: string): { readonly isMet: boolean; readonly mismatches: readonly unknown[] } {
  const report = parseJson(text);
  const results = listAt(report, "interactionResults");
  const mismatches = listAt(report, "errors").flatMap((error) => listAt(error, "mismatch", "mismatches"));
  const isMet =
    results.length === 1 && stringAt(results[0], "result") === "OK" && listAt(report, "errors").length === 0;
  return { isMet, mismatches };
}
