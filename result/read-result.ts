/** Reads and validates the file of a result. Error messages say what is wrong and where. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { packageFile } from "../spec/package-file.ts";
import { isOfContracts } from "./contract-result.ts";
import { brokenCheckId, contractChecks } from "./contract-check-results.ts";
import {
  RESULT_FORMAT,
  RESULT_FORMAT_VERSION,
  type RequirementResult,
  type RunResult,
  isUnmet,
  reasonOf,
} from "./result.ts";
import { excerpt, number } from "./safe-text.ts";
import { MOST_SHARDS } from "./shard-result.ts";
import { type Conclusion, profileOf, statusOf, summarise, verdictOf, verdictOfContracts } from "./verdict.ts";
import { waiverReason } from "./waivers.ts";

// Checks that a result, possibly written by others, is consistent: everything that can be derived is derived again.
// Pure.

/** The most checks and interactions of one result: ten times as many as any run has. Reports are for people to read. */
const MOST_OUTCOMES = 20_000;

/** The latest valid time. No real clock is later, and some report formats have four-digit years. */
const LAST_MOMENT = Date.UTC(9999, 0);

/** The contradiction in a result, as text that follows "it" or the file's name; null if the result is consistent. */
export function contradictionIn(result: RunResult): string | null {
  return (
    tooMany(result) ??
    wrongTime(result) ??
    wrongStatus(result) ??
    wrongWaiver(result) ??
    wrongCause(result) ??
    wrongShard(result) ??
    wrongConclusion(result)
  );
}

function tooMany({ requirements, contracts }: RunResult): string | null {
  const checks = requirements.reduce((sum, one) => sum + one.checks.length, requirements.length);
  const outcomes = contracts.reduce((sum, { interactions }) => sum + interactions.length, checks);
  return outcomes > MOST_OUTCOMES
    ? `has ${outcomes} requirements, checks and interactions, and ${MOST_OUTCOMES} is the limit`
    : null;
}

function wrongTime({ startedAt, durationMs, exchanges }: RunResult): string | null {
  const longest = exchanges.reduce((most, { timing }) => Math.max(most, timing.startedMs + timing.totalMs), durationMs);
  const ends = Date.parse(startedAt) + longest;
  return ends < LAST_MOMENT ? null : `has a date after the year 9998: /startedAt is ${excerpt(startedAt, 40)}`;
}

function wrongStatus({ requirements, contracts, selection }: RunResult): string | null {
  for (const requirement of requirements) {
    const status = statusOf(requirement.checks);
    const id = excerpt(requirement.id, 80);
    if (status !== requirement.status) return `says that ${id} is ${requirement.status}, and its checks say ${status}`;
    if (isUnlikeExpected(requirement)) return `has a value of ${id} that is not the expected one, and does not say so`;
  }
  if (isOfContracts({ selection }))
    return requirements.length === 0 ? null : "says that only contracts were verified, and has requirements";
  const met = new Set(requirements.filter(({ status }) => !isUnmet(status)).map(({ id }) => id));
  const lost = contractChecks(contracts).find(({ requirement }) => met.has(requirement));
  if (lost === undefined) return null;
  return `does not say that ${excerpt(lost.requirement, 80)} is broken, as an interaction shows it`;
}

function isUnlikeExpected({ expected, checks }: RequirementResult): boolean {
  return expected !== undefined && checks.some((check) => check.status === "observed" && check.value !== expected);
}

/** Everything that is waived must have a waiver that applied on the day of the run. */
function wrongWaiver({ requirements, contracts, waivers, startedAt }: RunResult): string | null {
  const today = startedAt.slice(0, 10);
  const entries = waivers?.entries ?? [];
  const late = entries.find(({ status, expires }) => status !== "expired" && expires < today);
  if (late !== undefined) return `counts the waiver of ${excerpt(late.id, 80)}, whose last day had passed`;
  const outcomes = [
    ...requirements.flatMap(({ id: of, checks }) => checks.map((one) => ({ of, id: one.id, one }))),
    ...contracts.flatMap((contract) =>
      contract.interactions.map((one) => ({ of: one.requirement ?? "", id: brokenCheckId(contract, one) ?? "", one })),
    ),
  ];
  const isCovered = ({ of, id, one }: (typeof outcomes)[number]): boolean =>
    entries.some((entry) => {
      if (entry.status !== "applied") return false;
      if (entry.cause !== true) return [of, id].includes(entry.id);
      // The cause of a waived failure is no longer known, so the reason of its waiver is compared.
      return entry.explains?.includes(of) === true && waiverReason(entry) === reasonOf(one);
    });
  const other = outcomes.find((outcome) => outcome.one.status === "waived" && !isCovered(outcome));
  return other === undefined ? null : `says that ${excerpt(other.id, 120)} is waived, and has no waiver of it`;
}

/**
 * Causes must explain every failure and nothing else. The choice of the cause depends on the version that wrote the
 * result, so it is not checked.
 */
function wrongCause({ requirements, causes, exchanges }: RunResult): string | null {
  if (causes === undefined) return null;
  const failed = new Set(requirements.flatMap(({ checks }) => checks.filter(isFailed).map(({ id }) => id)));
  const levels = new Map(requirements.filter(isFailed).map(({ id, level }) => [id, level]));
  const explained = new Set(causes.flatMap(({ checks }) => checks));
  const left = [...failed].find((id) => !explained.has(id));
  if (left !== undefined) return `has no cause of the failure of ${excerpt(left, 120)}`;
  const wrong = causes.find(
    ({ level, requirements: ids, checks, example }) =>
      levels.get(ids[0]) !== level ||
      ![...ids, example.requirement].every((id) => levels.has(id)) ||
      ![...checks, example.check].every((id) => failed.has(id)) ||
      (example.finding.exchange ?? 0) >= Math.max(exchanges.length, 1),
  );
  return wrong === undefined ? null : `has a cause of what did not fail: ${excerpt(wrong.id, 80)}`;
}

function isFailed({ status }: { readonly status: string }): boolean {
  return status === "failed";
}

/** The index of a shard must be one of the existing ones, and a shard cannot describe more exchanges than it has. */
function wrongShard({ shard, exchanges }: RunResult): string | null {
  if (shard === undefined) return null;
  const { index, of, sent } = shard;
  if (index > of || of > MOST_SHARDS) return `says that it is shard ${index} of ${of}`;
  return sent.length > exchanges.length ? "lists more requests in /shard/sent than it has exchanges" : null;
}

function wrongConclusion(result: RunResult): string | null {
  const { requirements, summary, profile, verdict, exitCode } = result;
  if (differs(summary, summarise(requirements, summary))) return "has a /summary that is not that of its requirements";
  if (differs(profile, profileOf(requirements))) return "has a /profile that is not that of its requirements";
  const possible = conclusionsOf(result);
  const agreeing = possible.filter((one) => one.verdict === verdict);
  const derived = [...new Set(possible.map((one) => one.verdict))].join(" or ");
  if (agreeing.length === 0) return `says ${verdict}, and its outcomes say ${derived}`;
  const codes = new Set(agreeing.flatMap((one) => exitCodesOf(one, result)));
  if (codes.has(exitCode)) return null;
  return `has the exit status ${exitCode}, and its outcomes lead to ${[...codes].join(" or ")}`;
}

/**
 * The conclusions that can follow from the outcomes. General causes are recorded only as sentences, so only their
 * presence is known. At most, they make a run inconclusive.
 */
function conclusionsOf(result: RunResult): readonly Conclusion[] {
  const { contracts, strict, selection, complete } = result;
  const stopped = complete ? null : "The run ended early.";
  if (isOfContracts({ selection })) return [verdictOfContracts({ contracts, stopped, strict })];
  const evidence = { ...result, stopped, partial: selection !== undefined };
  return [[], ["There is a general cause."]].map((causes) => verdictOf({ ...evidence, causes }));
}

/** The possible exit codes: 1 for a regression, and 3 for a result that could not be published. */
function exitCodesOf({ exitCode }: Conclusion, { baseline }: RunResult): readonly number[] {
  return [exitCode, ...(baseline?.regression === true ? [1] : []), ...(exitCode === 0 ? [3] : [])];
}

/** Whether two objects of numbers, strings and objects differ. The order of members does not matter. */
function differs(one: object, other: object): boolean {
  return JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}

/** The error for a text that is not a result. The message continues a sentence that begins with the file's name. */
export class ResultError extends Error {
  override readonly name = "ResultError";
}

let validator: ValidateFunction<RunResult> | undefined;

/** The result in the text of a file. @throws {ResultError} for another text */
export function readResult(text: string): RunResult {
  const value = parsed(text);
  // The schema is compiled only once.
  validator ??= new Ajv2020({ strict: false }).compile<RunResult>(
    JSON.parse(packageFile("result/result.schema.json")) as object,
  );
  if (!validator(value)) {
    const fault = faultWords(validator.errors ?? []);
    throw new ResultError(`is not a result of format version ${RESULT_FORMAT_VERSION}: ${fault}`);
  }
  const contradiction = contradictionIn(value);
  if (contradiction === null) return value;
  throw new ResultError(`${contradiction}; use the file that a run has written`);
}

function parsed(text: string): object {
  if (text.trim() === "") throw new ResultError("is empty");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ResultError(
      isCutOff(text, message)
        ? `is cut off: its JSON ends in the middle, after ${number(text.length)} characters; copy or write it again`
        : `is not JSON: ${placeOf(text, message)}; give a result.json as check has written it`,
    );
  }
  if (typeof value !== "object" || value === null || Reflect.get(value, "format") !== RESULT_FORMAT) {
    throw new ResultError(`is not a result: its member /format is not ${JSON.stringify(RESULT_FORMAT)}`);
  }
  refuseVersion(Reflect.get(value, "formatVersion"));
  return value;
}

/**
 * The place where a text is not JSON. The parser gives the place of some faults; for the others, the start of the text
 * is quoted.
 */
function placeOf(text: string, message: string): string {
  const place = /at position (\d+)/.exec(message)?.[1];
  if (place === undefined) return `it begins with ${excerpt(JSON.stringify(text.trimStart().slice(0, 30)), 80)}`;
  const line = `line ${text.slice(0, Number(place)).split("\n").length}`;
  return message.includes("after JSON") ? `${line} has something after the end of the JSON` : `${line} is wrong`;
}

/**
 * Whether the JSON is valid up to its end, so that the file was cut off. A fault in an escape sequence is reported a
 * few characters before the end of the text.
 */
function isCutOff(text: string, message: string): boolean {
  if (!text.trimStart().startsWith("{")) return false;
  const place = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
  if (/end of JSON|Unterminated string/.test(message) || place >= text.trimEnd().length) return true;
  return /escape/i.test(message) && place > text.length - 6;
}

function refuseVersion(found: unknown): void {
  if (typeof found !== "number" || !Number.isInteger(found) || found < 1) {
    throw new ResultError("is not a result: its member /formatVersion is not a whole number from 1");
  }
  if (found > RESULT_FORMAT_VERSION) {
    throw new ResultError(
      `was written by a newer version: its formatVersion is ${found}, and this version reads ${RESULT_FORMAT_VERSION} at most; install a newer one`,
    );
  }
}

/** The deepest fault in words. The faults above it only say that something below is wrong. */
function faultWords(errors: readonly ErrorObject[]): string {
  const [first] = errors.toSorted((one, other) => other.instancePath.length - one.instancePath.length);
  if (first === undefined) return "it does not match the schema";
  const where = first.instancePath === "" ? "the whole" : excerpt(first.instancePath, 200);
  return `${where} ${ruleWords(first)}`;
}

function ruleWords({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case "required":
      return `lacks the member ${JSON.stringify(params["missingProperty"])}`;
    case "additionalProperties":
      return `has an unknown member ${excerpt(JSON.stringify(params["additionalProperty"]), 80)}`;
    case "type":
      return `is not of the type ${String(params["type"])}`;
    case "enum":
      return `is none of ${JSON.stringify(params["allowedValues"])}`;
    case "const":
      return `is not ${JSON.stringify(params["allowedValue"])}`;
    default:
      return message ?? "does not match the schema";
  }
}
