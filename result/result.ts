/**
 * A result, which a run writes and every report reads. Plain JSON, described by `result.schema.json`. A renderer needs
 * this file and nothing else of the suite. Each topic has a separate file, which is exported here.
 */
import type { HeaderFields } from "../http/message.ts";
import type { Level } from "../spec/requirements.ts";
import type {
  CauseResult,
  CheckResult,
  NotJudgedCheck,
  NotJudgedReason,
  RequirementResult,
  Status,
  WaiverResults,
} from "./check-result.ts";
import type { ContractResult, InteractionResult } from "./contract-result.ts";
import type { Comparison, LatencyFigures, RunIdentity } from "./over/comparison-result.ts";
import type { MergedFrom, ShardResult } from "./shard-result.ts";
import type { NoAnswer } from "../http/no-answer.ts";

// The command line that repeats a run. It contains no secret.

/** The program, the command and the options, as words that are not yet quoted for a shell. */
export interface RunCommand {
  /** How the program was called: `npx plant-store-conformance`. */
  readonly program: string;
  readonly name: "check" | "contracts";
  /** The program was the single executable, which verifies no contracts. */
  readonly executable?: true;
  /** The options that reach the provider. A word such as `$PLANT_STORE_INVALID_TOKEN` is a variable of the shell. */
  readonly reach: readonly string[];
  /** The options that name the document to judge by; absent for the one that ships. */
  readonly document?: readonly string[];
  /**
   * The options that a single request needs: the source of the token, and the transport, including those from the
   * configuration file.
   */
  readonly request: readonly string[];
  /** The options about contracts. */
  readonly contracts: readonly string[];
  /** The options for what is asked and what fails the run, without the selection and the seed. */
  readonly judging: readonly string[];
}

export type { HeaderFields } from "../http/message.ts";
export type * from "./over/comparison-result.ts";
export type * from "./contract-result.ts";
export type * from "./check-result.ts";
export type * from "./shard-result.ts";

/** The `format` of a result. @internal */
export const RESULT_FORMAT = "plant-store-conformance/result";
/** It increases when readers have to change. @internal */
export const RESULT_FORMAT_VERSION = 1;

/** JSON values, as read from an answer or written into a result. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A time at which the provider stopped answering. Its exchanges are indices into `exchanges`. */
export interface Outage {
  /** How its process ended, in words; absent if the suite did not start it. */
  readonly end?: string;
  /**
   * The exchange whose request ended the process again when it was sent alone; absent if none did, or none was tried.
   */
  readonly endedBy?: number;
  /** The exchanges in flight when the provider stopped. */
  readonly inFlight: readonly number[];
  /** The exchanges sent last before that, the latest first. */
  readonly before: readonly number[];
  /** The last lines that its process wrote, without secrets. */
  readonly output?: string;
  /** Whether it was restarted and the run continued. */
  readonly restarted: boolean;
}

/** Something that was tested: an image, a package, a commit. */
export interface Subject {
  readonly name: string;
  /** In hexadecimal, in lower case. */
  readonly sha256: string;
}

/** Counts of requirements of one level. */
export interface LevelCounts {
  readonly passed: number;
  readonly failed: number;
  readonly waived: number;
  readonly notJudged: number;
  /** Requirements for which the document leaves nothing to ask; absent if there are none. */
  readonly notApplicable?: number;
}

export interface Summary {
  readonly must: LevelCounts;
  readonly should: LevelCounts;
  /**
   * `failed`: open points with another value than the user expects; `waived`: those of them that are waived, if any.
   */
  readonly open: Omit<LevelCounts, "passed" | "waived"> & { readonly observed: number; readonly waived?: number };
  readonly checks: number;
  readonly exchanges: number;
  /** POST requests answered with a 2xx: each may have left a plant in the provider's store. */
  readonly plantsCreated: number;
}

/** The counts of fuzzing. Its evidence is a sample, so every count is of requests sent, not of exchanges kept. */
export interface FuzzReport {
  /** Cases that were asked for. */
  readonly cases: number;
  /** Cases that were sent, by kind. */
  readonly sent: {
    readonly ordinary: number;
    readonly oddValues: number;
    readonly singleDepartures: number;
    readonly doubleDepartures: number;
    readonly spellings: number;
  };
  /** Additional requests: to repeat refused requests, and to find the smallest request that fails. */
  readonly askedAgain: number;
  readonly shrinking: number;
  readonly plantsCreated: number;
  /** Exchanges of fuzzing, and how many of them are among the result's. */
  readonly exchanges: number;
  readonly kept: number;
}

/** A run with all its findings. */
export interface RunResult extends RunIdentity {
  readonly format: typeof RESULT_FORMAT;
  readonly formatVersion: typeof RESULT_FORMAT_VERSION;
  /** False if the run ended early: some checks were not run. */
  readonly complete: boolean;
  /** Set when the command made the run: how to repeat it. */
  readonly command?: RunCommand;
  /** The tested subjects, as given by the user. */
  readonly subjects?: readonly Subject[];
  /** Set when the run is one part of a run. There is no verdict on the provider until all parts are merged. */
  readonly shard?: ShardResult;
  /** Set when the result was merged from shards. */
  readonly merged?: MergedFrom;
  /** Set when the run was fuzzed. */
  readonly fuzz?: FuzzReport;
  /** The limits that the run reached, each in a sentence; absent if none was reached. */
  readonly limitsReached?: readonly string[];
  readonly durationMs: number;
  readonly exitCode: 0 | 1 | 3;
  /** In sentences, the most important first: it is the first line that a person reads. */
  readonly reasons: readonly [string, ...string[]];
  readonly summary: Summary;
  /** Set when waivers were given. */
  readonly waivers?: WaiverResults;
  readonly requirements: readonly RequirementResult[];
  /** The causes of the failures, the one that explains most first; absent if nothing failed. */
  readonly causes?: readonly [CauseResult, ...CauseResult[]];
  /** The answer to each open point, by its id. */
  readonly profile: { readonly [openPoint: string]: string };
  readonly contracts: readonly ContractResult[];
  /** Set when the run was compared with an earlier one. */
  readonly baseline?: Comparison;
  /** The times at which the provider stopped answering; absent if there was none. */
  readonly outages?: readonly Outage[];
  readonly exchanges: readonly Exchange[];
}

// Readers of outcomes of any status. Pure.

/** Whether a requirement, a check or an interaction is not met, by a waiver or not. */
export function isUnmet(status: Status | undefined): boolean {
  return status === "failed" || status === "waived";
}

/** Whether a result is of another document than the one that ships. One that does not name a document is of that. */
export function isOfAnotherDocument({ specification }: Pick<RunResult, "specification">): boolean {
  return specification.another !== undefined;
}

/**
 * The times of the exchanges that were answered: median, 95th percentile (both by nearest rank, so that each is a measured
 * time) and the slowest; null if none was.
 */
export function latencyOf(exchanges: readonly Exchange[]): LatencyFigures | null {
  const sorted = exchanges
    .filter(({ response, noAnswer }) => response !== null && noAnswer === undefined)
    .map(({ timing }) => timing.totalMs)
    .toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return sorted.length === 0
    ? null
    : { exchanges: sorted.length, medianMs: at(0.5), highMs: at(0.95), slowestMs: at(1) };
}

/** Whether an exchange was answered with a 2xx. */
export function isSuccess(exchange: Pick<Exchange, "response"> | undefined): boolean {
  const status = exchange?.response?.status ?? 0;
  return status >= 200 && status <= 299;
}

/** The value of the first header field with a name, which is given in lower case. */
export function fieldOf(headers: HeaderFields, name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1];
}

// The names of outcomes.

/** The word for the outcome of a requirement. */
export function requirementWord(status: Status, level: Level): string {
  if (status === "passed") return "met";
  if (status === "failed") return { MUST: "broken", SHOULD: "not met", OPEN: "not as expected" }[level];
  return status === "not-judged" ? "not judged" : status;
}

/** The word for the outcome of a check or an interaction. */
export function checkWord(status: Status): string {
  return status === "not-judged" ? "not judged" : status;
}

/** The answer to an open point, if there is one: observed, or not as the user expects. */
export function valueOf(check: CheckResult): string | undefined {
  return "value" in check ? check.value : undefined;
}

/** Why a check or an interaction was not judged, or was waived; undefined for other outcomes. */
export function reasonOf(outcome: CheckResult | InteractionResult): string | undefined {
  return "reason" in outcome ? outcome.reason : undefined;
}

/**
 * Whether the document leaves nothing to ask for a requirement. This differs from a requirement that was not judged.
 */
export function isNotApplicable({ status, checks }: Pick<RequirementResult, "status" | "checks">): boolean {
  const isInapplicable = (check: CheckResult): boolean => isNotJudged(check) && check.because === "not-applicable";
  return status === "not-judged" && checks.length > 0 && checks.every(isInapplicable);
}

/**
 * Whether there was nothing to judge: the document leaves nothing to ask, or the condition of the requirement never
 * arose in the run.
 */
export function hadNothingToJudge(because: NotJudgedReason): boolean {
  return because === "not-applicable" || because === "no-occasion";
}

/** Whether a check was not judged. */
export function isNotJudged(check: CheckResult): check is NotJudgedCheck {
  return check.status === "not-judged";
}

// The part of a result about requests and answers.

/** Bytes that were sent or read: as text if they are UTF-8, otherwise in base64. */
export interface RecordedBody {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
  /** The number of bytes of the whole body, as far as it was read. */
  readonly size: number;
  /** The SHA-256 of the bytes read, in hexadecimal; present if `content` contains only the first part. */
  readonly sha256?: string;
}

export interface RecordedRequest {
  readonly method: string;
  /** The requested URL. It never contains the token. */
  readonly url: string;
  /**
   * The header fields that the suite set, with the token written as `$PLANT_STORE_TOKEN`. The client adds the fields
   * that HTTP needs (Host, Connection, framing).
   */
  readonly headers: HeaderFields;
  readonly body: RecordedBody | null;
  readonly framing: "content-length" | "chunked";
  /** Its chunks had extensions, sizes in capitals with leading zeros, and a trailer section. */
  readonly oddChunks?: true;
  /** Its body was sent in two pieces, with a pause between them. */
  readonly inPieces?: true;
  /** It was sent without a Connection field, over HTTP/1.1. */
  readonly noConnection?: true;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: RecordedBody;
}

/** One request and its answer. The index of an exchange is its place in the result's list. */
export interface Exchange {
  /**
   * The check that sent the request; other checks may judge it too. Absent for a request that only tests whether the
   * provider is alive, and if the run ended first.
   */
  readonly check?: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  /**
   * Present if the answer was not read in full, for the reason that `noAnswer` gives: whether its header was read, or
   * only its status line. The header fields are then empty.
   */
  readonly readTo?: "header" | "status";
  /** Present if `response` is null or was not read in full. */
  readonly noAnswer?: NoAnswer;
  /** The `traceparent` that was added to the header fields of the request; absent if there was none. */
  readonly traceparent?: string;
  /** Milliseconds: when it was sent, counted from the start of the run; to the first byte; to the last. */
  readonly timing: { readonly startedMs: number; readonly firstByteMs: number | null; readonly totalMs: number };
  /** True when the answer's body was longer than the limit and was cut off. */
  readonly truncated: boolean;
  /**
   * The run had reached its limit for evidence. Only the size and digest of the bodies are kept, and nothing of the
   * answer's header.
   */
  readonly notKept?: true;
  /**
   * The last lines that the provider's process wrote while the exchange was in flight, if it was started for the run.
   */
  readonly output?: string;
  /**
   * The places where the token was found in the answer: `body` and `header <name>`, from which it was removed, and
   * `trailer <name>`, `reason phrase` and `interim response`, which are not recorded.
   */
  readonly redacted: readonly string[];
  /** 2 if the request was sent again because a kept-alive connection ended during the first attempt. */
  readonly attempts: 1 | 2;
  /**
   * The provider said that it did not read the first attempt: it ended the connection with 408 (RFC 9110 section
   * 15.5.9), or refused the stream (RFC 9113 section 8.7).
   */
  readonly isReadOnce?: true;
  /** It was answered over a connection that had carried an answer before. */
  readonly isReused?: true;
  /** The previous answer on its connection was followed by extra bytes, so a new connection was opened. */
  readonly isAfterMore?: true;
  /** The index of the exchange before it on its connection, or on the previous one if that was followed by extra bytes. */
  readonly follows?: number;
  /**
   * Present if the connection was closed during the first attempt: the pause before the connection was reused, in
   * milliseconds.
   */
  readonly closedAfterMs?: number;
}
