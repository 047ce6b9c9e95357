/**
 * The wording of a result, for renderers that write prose. Text that may come from a provider is cut to an excerpt on
 * one line here; each renderer escapes the whole again for its own output.
 */
import { present } from "../../spec/defined.ts";
import { STATUS_CODES } from "node:http";
import type { Level, Place } from "../../spec/requirements.ts";
import { causesIn } from "../../result/causes/causes-of.ts";
import { ordinaryFields, plainestExchange } from "../../result/causes/simplest-failure.ts";
import { count, excerpt, listed, number } from "../../result/safe-text.ts";
import { requirementSentences } from "../../result/verdict.ts";
import { contractWords } from "../../result/contract-verdict.ts";
import { waiverName } from "../../result/waiver-verdict.ts";
import {
  type CheckResult,
  type Exchange,
  type Finding,
  type InteractionResult,
  type NotJudgedCheck,
  type NotJudgedReason,
  type RecordedBody,
  type RecordedRequest,
  type RecordedResponse,
  type RequirementResult,
  type RunResult,
  type WaiverResults,
  hadNothingToJudge,
  isNotJudged,
} from "../../result/result.ts";

/** The most code points of a provider's text in a line of a report. */
const shortest = 60;

/** The reasons why a check was not judged, in general. */
export const notJudgedWords: Readonly<Record<NotJudgedReason, string>> = {
  "not-applicable": "not applicable: the document leaves nothing to ask",
  "no-occasion": "what the requirement is about did not occur in this run",
  "no-accepted-parent": "the same request without the fault was not accepted, so a refusal proves nothing",
  "no-answer": "no answer to judge",
  "run-ended": "the run ended before this check",
  "needs-state": "requires a provider state that the suite cannot set up",
  "not-run": "not run",
  "harness-fault": "a fault in the suite, not in the provider",
};

/** The notices at the start of each report, because they affect everything else. */
export function notices({ provider, subjects = [], ...run }: RunResult): readonly string[] {
  const { command, selection, complete, limitsReached = [] } = run;
  return present([
    provider.insecure === true && "TLS WAS NOT VERIFIED (--insecure): the responses may come from another server.",
    ...subjects.map(({ name, sha256 }) => `Tested, as the user says: ${name} (sha256:${sha256}).`),
    ...extraWords(provider),
    command?.executable === true &&
      selection === undefined &&
      "The contracts were not verified: the single executable has no verifier of contracts.",
    selection !== undefined && `Partial run: ${selectionWords(selection)}.`,
    !complete && "Incomplete run: some checks were not run.",
    run.exitCode === 0 && selection === undefined && withoutOccasion(run),
    ...limitsReached,
  ]);
}

/** The MUSTs of a green run that nothing was seen of, such as the shape of a 400 where every refusal is a 422. */
function withoutOccasion({ requirements }: Pick<RunResult, "requirements">): string | false {
  const idle = requirements.filter(
    ({ level, status, checks }) =>
      level === "MUST" &&
      status === "not-judged" &&
      checks.every((check) => check.status === "not-judged" && check.because === "no-occasion"),
  );
  const ids = idle.map(({ id }) => id);
  return ids.length > 0 && `${count(ids.length, "MUST", "MUST")} had no occasion to be judged: ${listed(ids)}.`;
}

/** The reasons of a verdict that say more than its figures do. */
export function ownReasons(result: RunResult): readonly string[] {
  const { broken, userSupplied } = contractWords(result.contracts, result.strict);
  // A run of contracts only lists the broken interactions.
  const ofContracts = result.requirements.length === 0 ? [...broken, ...userSupplied.broken] : [];
  const repeated = new Set([...requirementSentences(result), ...ofContracts]);
  return result.reasons.filter((reason) => !repeated.has(reason));
}

/** Whose fixes come first, if there is something to fix; empty if no stack is known. */
export function stackWords(result: RunResult): string {
  const { stack } = result.provider;
  if (stack === undefined || causesIn(result).length === 0) return "";
  const { name, shownBy } = stack;
  const by = shownBy === "--stack" ? shownBy : `recognized by ${excerpt(shownBy, 100)}; --stack names another`;
  return `Fixes are shown for ${excerpt(name, 100)} first (${by}).`;
}

function extraWords({ extraHeaders = [], trace }: RunResult["provider"]): readonly string[] {
  return present([
    extraHeaders.length > 0 &&
      `Every request also carried ${extraHeaders.map((name) => excerpt(name, 100)).join(", ")} (--header), but for what asks whether one without is accepted.`,
    trace === true &&
      "Requests also carried a traceparent (--trace), which stands beside each exchange; the document names no such header field.",
  ]);
}

/** The selection of checks, in words. */
export function selectionWords({ only, skip }: NonNullable<RunResult["selection"]>): string {
  return present([only.length > 0 && `only ${only.join(", ")}`, skip.length > 0 && `without ${skip.join(", ")}`]).join(
    "; ",
  );
}

/** Milliseconds in words: `0.54 ms`, `12 ms`, `1.2 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${Number((ms / 1000).toPrecision(2))} s`;
  return `${ms >= 10 ? ms.toFixed(0) : Number(ms.toPrecision(2))} ms`;
}

/** A moment in words, without its seconds: `2026-01-01 10:00 UTC`. */
export function timeWords(moment: string): string {
  return `${moment.slice(0, 16).replace("T", " ")} UTC`;
}

/** A place in the source document, `Endpoints / Create plant, Rule 1`, or in a standard, `RFC 8259 section 8.1`. */
export function placeWords(place: Place): string {
  if ("document" in place) return `${place.document}, ${place.entry}`;
  return `${place.standard} ${/,| and /.test(place.clause) ? "sections" : "section"} ${place.clause}`;
}

/** The sources of a requirement, a line for each. Several statements of the shipped document may have one place in another. */
export function sourceLines(sources: readonly Place[]): readonly string[] {
  return [...new Set(sources.map(placeWords))].map((place, at) => (at === 0 ? place : `and ${place}`));
}

/** Where a finding was seen; the empty JSON Pointer is the whole body (RFC 6901 section 5). */
export function whereWords(finding: Finding): string {
  return finding.where === "" ? "body" : excerpt(finding.where, shortest);
}

/** A finding on one line. */
export function findingWords(finding: Finding): string {
  const { expected, seen } = spelledOut(finding);
  return `${whereWords(finding)}: expected ${excerpt(expected, shortest)}, seen ${excerpt(seen, shortest)}`;
}

/** A finding of an interaction on one line: who expects what, and who answered. */
export function interactionWords(finding: Finding): string {
  if (finding.expected === "to be present" && finding.seen === "nothing") {
    return `${whereWords(finding)}: the pact expects it to be present, the answer does not have it`;
  }
  return claimWords(finding, "the pact expects", "the provider answered");
}

function claimWords(finding: Finding, one: string, other: string): string {
  const { expected, seen } = spelledOut(finding);
  return `${whereWords(finding)}: ${one} ${expected.startsWith("to be ") ? "it " : ""}${excerpt(expected, shortest)}, ${other} ${excerpt(seen, shortest)}`;
}

/** How an interaction of a user-supplied pact relates to the document: one line per contradiction and open point. */
export function documentLines(related: Pick<InteractionResult, "contradicts" | "openPoints">): readonly string[] {
  const { contradicts = [], openPoints = [] } = related;
  const contradiction = (finding: Finding): string => claimWords(finding, "the document says", "the pact");
  return [
    ...contradicts.map((finding) => `contradicts the document: ${contradiction(finding)}`),
    ...openPoints.map(({ id, where }) => `relies on an open point: ${id} (${excerpt(where, shortest)})`),
  ];
}

/**
 * The expected and the seen text. If they look the same, because they differ only in Unicode normalisation, every code
 * point beyond ASCII is written as `\u{e9}`.
 */
export function spelledOut({ expected, seen }: Finding): { readonly expected: string; readonly seen: string } {
  if (expected.normalize("NFKC") !== seen.normalize("NFKC")) return { expected, seen };
  return { expected: inAscii(expected), seen: inAscii(seen) };
}

function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Status, media type, size and time of a response, or why there is none. */
export function answerWords(exchange: Exchange): readonly string[] {
  const { response, timing, truncated } = exchange;
  const time = `${number(Math.round(timing.totalMs))} ms`;
  const fault = exchange.noAnswer === undefined ? null : excerpt(exchange.noAnswer.detail, 100);
  if (response === null) return [`no answer: ${fault ?? "unknown cause"}`, time];
  const size = `${count(response.body.size, "byte")}${truncated ? " read, the rest not read" : ""}`;
  const known = [statusWords(response.status), typeWords(exchange, response), size, time];
  return fault === null ? known : [...known, `incomplete: ${fault}`];
}

function typeWords({ readTo, notKept }: Exchange, response: RecordedResponse): string {
  if (readTo === "status") return "a header that was not read";
  return notKept === true ? "not kept" : mediaTypeWords(response);
}

/** A status and its reason phrase: `409 Conflict`. */
export function statusWords(status: number): string {
  const phrase = STATUS_CODES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}

function mediaTypeWords({ headers }: RecordedResponse): string {
  const types = headers.filter(([name]) => name.toLowerCase() === "content-type").map(([, value]) => value);
  return types.length === 0 ? "no Content-Type" : excerpt(types.join(", "), shortest);
}

/** The ordinary headers that a request lacks. */
export function missingHeaders({ headers }: RecordedRequest): readonly string[] {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...ordinaryFields.keys()].filter((name) => !names.has(name.toLowerCase()));
}

/** How the body of a request was sent, if not in one piece. */
export function sendingWords({ framing, oddChunks, inPieces }: RecordedRequest): readonly string[] {
  return present([
    framing === "chunked" && (oddChunks === true ? "chunked, with extensions and a trailer section" : "chunked"),
    inPieces === true && "sent in two pieces",
  ]);
}

/** Remarks on an exchange that its request and response do not show. */
export function remarks(exchange: Exchange): readonly string[] {
  const places = exchange.redacted.map((place) => excerpt(place, shortest)).join(", ");
  return present([
    places !== "" && `the response contained the token (${places}); it is removed here`,
    exchange.traceparent !== undefined && `sent with traceparent ${excerpt(exchange.traceparent, 100)}`,
    ...outputRemarks(exchange),
    exchange.attempts === 2 && `sent twice: ${firstAttempt(exchange)}`,
  ]);
}

function firstAttempt({ isReadOnce }: Exchange): string {
  return isReadOnce === true
    ? "the provider ended the used connection during the first attempt, and did not read it"
    : "the connection was closed during the first attempt";
}

/** The most lines of a provider's output to show next to an exchange. The result contains more. */
const mostOutput = 8;

function outputRemarks({ output }: Exchange): readonly string[] {
  if (output === undefined) return [];
  const lines = output.split("\n").slice(-mostOutput);
  return ["while it was in flight, the provider wrote:", ...lines.map((line) => `> ${excerpt(line, 300)}`)];
}

/** A body as text. If it is not UTF-8, bytes beyond ASCII are written as `\xff`. */
export function bodyText(body: RecordedBody): string {
  if (body.encoding === "utf-8") return body.content;
  return Array.from(Buffer.from(body.content, "base64"), (byte) =>
    (byte >= 0x20 && byte < 0x7f) || byte === 0x0a
      ? String.fromCodePoint(byte)
      : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}

/**
 * The exchange that shows a check best: of the exchanges with findings, the easiest one to read; otherwise the last one
 * that was sent.
 */
export function shownExchange(check: CheckResult, result: RunResult): { index: number; exchange: Exchange } | null {
  const found = check.findings.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
  const index = plainestExchange(found, result.exchanges) ?? check.exchanges.at(-1);
  const exchange = index === undefined ? undefined : result.exchanges[index];
  return index === undefined || exchange === undefined ? null : { index, exchange };
}

/** The findings of a check at an exchange or at no single exchange, and the findings at other exchanges. */
export function findingsAt({ findings }: CheckResult, index?: number): Record<"own" | "others", readonly Finding[]> {
  const isOwn = ({ exchange }: Finding): boolean => exchange === undefined || exchange === index;
  return { own: findings.filter(isOwn), others: findings.filter((finding) => !isOwn(finding)) };
}

/** The finding that describes the fault in one line: that of the shown exchange, if there is one. */
export function shownFinding(check: CheckResult, result: RunResult): Finding | undefined {
  const { own, others } = findingsAt(check, shownExchange(check, result)?.index);
  return own[0] ?? others[0];
}

/** Whether a check that was not judged needs no attention: it does not apply to this run, or the user excluded it. */
export function isExpected(because: NotJudgedReason, result: RunResult): boolean {
  return hadNothingToJudge(because) || (because === "not-run" && result.selection !== undefined);
}

/** A check that was not judged, and its requirement. */
export interface NotJudgedOf {
  readonly requirement: string;
  readonly check: NotJudgedCheck;
}

/** The checks of a run that were not judged. */
export function notJudgedChecks({ requirements }: RunResult): readonly NotJudgedOf[] {
  return requirements.flatMap(({ id, checks }) =>
    checks.filter(isNotJudged).map((check) => ({ requirement: id, check })),
  );
}

/** The reason of a check, unless the report ends with it anyway; then the general reason. */
export function reasonWords(because: NotJudgedReason, { check }: NotJudgedOf, result: RunResult): string {
  return result.reasons.includes(check.reason) ? notJudgedWords[because] : check.reason;
}

// Waivers.

export type WaiverEntry = WaiverResults["entries"][number];

const dayMs = 24 * 60 * 60 * 1000;

/** The name in a waiver; for a cause, also the requirements that it breaks. */
export function namedBy(entry: WaiverEntry): string {
  const { explains = [] } = entry;
  return explains.length === 0 ? waiverName(entry) : `${waiverName(entry)} (${listed(explains)})`;
}

/** The level of the waived requirement or check, for a cause the highest; empty if the run does not contain it. */
export function levelOf(entry: WaiverEntry, { requirements }: RunResult): Level | "" {
  const { id, requirement = id, explains } = entry;
  if (entry.cause === true) {
    const levels = requirements.flatMap((one) => (explains?.includes(one.id) === true ? [one.level] : []));
    return levels.includes("MUST") ? "MUST" : (levels[0] ?? "");
  }
  const isOwner = (one: RequirementResult): boolean =>
    one.id === requirement || one.checks.some((check) => check.id === id);
  return requirements.find(isOwner)?.level ?? "";
}

/** The status of a waiver and what to do about it, on one line. */
export function waiverStatusWords({ status, expires }: WaiverEntry): string {
  switch (status) {
    case "applied":
      return "applied";
    case "stale":
      return "stale: what it waives passes now; delete the waiver";
    case "expired":
      return `expired: its last day was ${expires}; delete the waiver or extend it`;
    case "not-judged":
      return "not judged: this run does not show whether it is needed";
  }
}

/** How long a waiver is still valid, counted from the day of the run: `expired`, `last day`, `130 days left`. */
export function daysLeftWords({ expires }: WaiverEntry, { startedAt }: RunResult): string {
  const days = Math.round((Date.parse(expires) - Date.parse(startedAt.slice(0, 10))) / dayMs);
  if (days < 0) return "expired";
  return days === 0 ? "last day" : `${count(days, "day")} left`;
}
