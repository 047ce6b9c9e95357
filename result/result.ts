/**
 * The vocabulary of outcomes: what a run writes and every report reads. Plain JSON, described by `result.schema.json`.
 * A renderer needs this file and nothing else of the suite.
 */
import type { HeaderFields } from "../http/message.ts";
import type { NoAnswer } from "../http/no-answer.ts";
import type { Level, Place } from "../spec/requirements.ts";

export type { HeaderFields };

export const RESULT_FORMAT = "plant-store-conformance/result";
export const RESULT_FORMAT_VERSION = 1;

/** JSON values, as read from an answer or written into a result. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** The status of a check, a requirement or an interaction. Never a boolean, never a percentage. */
export type Status = "passed" | "failed" | "waived" | "not-judged" | "observed";

/**
 * Why a check was not judged. `no-occasion`: the condition that the requirement speaks of never arose (no 400 was
 * answered), which stands in nobody's way; every other reason leaves a MUST unmet.
 */
export type NotJudgedReason =
  | "no-occasion"
  | "no-accepted-parent"
  | "no-answer"
  | "run-ended"
  | "needs-state"
  | "not-run"
  | "harness-fault";

/** What was expected and what was seen, and where in the answer: a JSON Pointer, `header <name>` or `status`. */
export interface Finding {
  readonly where: string;
  readonly expected: string;
  readonly seen: string;
  /** Index into `exchanges`; absent where no single exchange shows it. */
  readonly exchange?: number;
}

/** One finding at least: nothing fails without one. */
export type Findings = readonly [Finding, ...Finding[]];

/** What one check came to. Findings are returned, never thrown. */
export type Outcome =
  | { readonly status: "passed" }
  | { readonly status: "failed"; readonly findings: Findings }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string }
  | { readonly status: "not-judged"; readonly because: NotJudgedReason; readonly reason: string }
  | { readonly status: "observed"; readonly value: string };

/** Values that the user expects of open points, by their id. */
export type Expectations = Readonly<Record<string, string>>;

/**
 * An outcome as a result has it: `findings` is there whatever the status, so that a reader in any language finds it.
 * `value` is the answer to an open point; a failed or waived one has it where it is not the value that the user expects.
 */
export type FlatOutcome =
  | { readonly status: "passed"; readonly findings: readonly [] }
  | { readonly status: "failed"; readonly findings: Findings; readonly value?: string }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string; readonly value?: string }
  | {
      readonly status: "not-judged";
      readonly findings: readonly [];
      readonly because: NotJudgedReason;
      readonly reason: string;
    }
  | { readonly status: "observed"; readonly findings: readonly []; readonly value: string };

/** One check of a result. It stands under the requirement that it is for. */
export type CheckResult = FlatOutcome & {
  /** Permanent. */
  readonly id: string;
  readonly title: string;
  /** A check of fuzzing: it is asked of cases that are drawn from the schema. */
  readonly drawn?: true;
  /** An interaction of a contract, which shows the requirement broken; one that is met is no check. */
  readonly contract?: true;
  /** Why the request is a valid NewPlant or is not one, by the requirement and the schema's path. */
  readonly basis?: string;
  /** Indices into `exchanges`, in the order sent. */
  readonly exchanges: readonly number[];
};

/** A check that was not judged. */
export type NotJudgedCheck = Extract<CheckResult, { readonly status: "not-judged" }>;

export interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly topic: string;
  readonly statement: string;
  readonly sources: readonly Place[];
  /** How to fix a provider that fails, in one sentence. */
  readonly fix: string;
  readonly status: Status;
  /** The value that the user expects of this open point; with another value its check has failed. */
  readonly expected?: string;
  readonly checks: readonly CheckResult[];
}

/** Bytes that were sent or read: as text when they are UTF-8, else in base64. */
export interface RecordedBody {
  readonly encoding: "utf-8" | "base64";
  readonly content: string;
  /** Bytes of the whole as far as it was read. */
  readonly size: number;
  /** Of the bytes read, in hexadecimal; present where `content` holds only the first part. */
  readonly sha256?: string;
}

export interface RecordedRequest {
  readonly method: string;
  /** The URL asked for, with the token nowhere in it. */
  readonly url: string;
  /** What the suite asked for, the token written as `$PLANT_STORE_TOKEN`. The client adds what HTTP needs (Host, Connection, framing). */
  readonly headers: HeaderFields;
  readonly body: RecordedBody | null;
  readonly framing: "content-length" | "chunked";
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: RecordedBody;
}

/** One request and what came back. The index of an exchange is its place in the result's list. */
export interface Exchange {
  /** The check that sent it; others may look at it too. Absent for a sign of life, and where the run ended first. */
  readonly check?: string;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  /** Present when `response` is null or was cut short by a fault of the connection. */
  readonly noAnswer?: NoAnswer;
  /** Milliseconds: when it was sent, counted from the start of the run; to the first byte; to the last. */
  readonly timing: { readonly startedMs: number; readonly firstByteMs: number | null; readonly totalMs: number };
  /** True when the answer's body was longer than the limit and was cut off. */
  readonly truncated: boolean;
  /** The run had kept as much evidence as it may: of the bodies only size and digest are kept, of the answer's header nothing. */
  readonly notKept?: true;
  /** Where the token was found in the answer and taken out: `body`, `header <name>`. */
  readonly redacted: readonly string[];
  /** 2 when the request was sent again because a kept-alive connection had been closed under it. */
  readonly attempts: 1 | 2;
}

/** Counts of requirements of one level. */
export interface LevelCounts {
  readonly passed: number;
  readonly failed: number;
  readonly waived: number;
  readonly notJudged: number;
}

export interface Summary {
  readonly must: LevelCounts;
  readonly should: LevelCounts;
  /** `failed`: open points with another value than the user expects; `waived`: those that are waived, where there are any. */
  readonly open: {
    readonly observed: number;
    readonly failed: number;
    readonly waived?: number;
    readonly notJudged: number;
  };
  readonly checks: number;
  readonly exchanges: number;
  /** Requests answered 200: each may have left a plant in the provider's store. */
  readonly plantsCreated: number;
}

/** What fuzzing sent. Its evidence is a sample: every count is of what was sent, not of what was kept. */
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
  /** Requests more: to ask again what was refused, and to find the smallest body that fails. */
  readonly askedAgain: number;
  readonly shrinking: number;
  readonly plantsCreated: number;
  /** Exchanges of fuzzing, and how many of them are among the result's. */
  readonly exchanges: number;
  readonly kept: number;
}

/** Something that a consumer relies on and the document leaves open: the open point's id, and where in the interaction. */
export interface OpenPoint {
  readonly id: string;
  readonly where: string;
}

/** What an interaction came to. One that is pending and was not met is not judged, and shows what was found. */
export type InteractionOutcome =
  | { readonly status: "passed"; readonly findings: readonly [] }
  | { readonly status: "failed"; readonly findings: Findings }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string }
  | { readonly status: "not-judged"; readonly findings: readonly Finding[]; readonly reason: string };

/** One interaction of a pact, verified. */
export type InteractionResult = InteractionOutcome & {
  readonly description: string;
  readonly states: readonly string[];
  /** The requirements that it can show broken, the one that it asks about first; absent for a pact that the user brought. */
  readonly requirements?: readonly string[];
  /**
   * Where it failed, the highest of them that it shows broken, of which it is a failed check; else the one that it asks
   * about. Absent for a pact that the user brought.
   */
  readonly requirement?: string;
  /** The level of that requirement, at which it counts; absent for a pact that the user brought. */
  readonly level?: Level;
  /** Its consumer does not rely on it yet: it changes neither verdict nor exit status. */
  readonly pending?: true;
  /** What its consumer expects and the document rules out: `expected` is the document's word, `seen` the pact's. */
  readonly contradicts?: readonly Finding[];
  /** What its consumer relies on and the document leaves open. */
  readonly openPoints?: readonly OpenPoint[];
};

/** One pact, verified. */
export interface ContractResult {
  readonly consumer: string;
  readonly provider: string;
  /** Where the pact is from: a file or a URL; absent for those that ship. */
  readonly source?: string;
  readonly interactions: readonly InteractionResult[];
}

/** A requirement or check that a provider is known not to meet. */
export interface Waiver {
  /** Of a requirement, for all its checks and the interactions that break it; or of one check. */
  readonly id: string;
  /** Of a check: the requirement that it is for, where that is known. */
  readonly requirement?: string;
  readonly reason: string;
  /** Where it is followed up: an http or https URL. */
  readonly issue?: string;
  /** The last day on which it counts, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
}

/**
 * What became of a waiver. `applied`: a failure is waived by it. `stale`: everything that it names was judged and
 * passed. `expired`: its last day is over, so that it waives nothing. `not-judged`: neither is known of this run.
 */
export type WaiverStatus = "applied" | "stale" | "expired" | "not-judged";

/** The waivers of a run, in the order in which they were given. */
export interface WaiverResults {
  /** Whether waived failures leave the exit status alone. */
  readonly allowed: boolean;
  readonly entries: ReadonlyArray<Waiver & { readonly status: WaiverStatus }>;
}

export type Verdict = "conformant" | "non-conformant" | "inconclusive";

/**
 * How an outcome differs between two runs. `broken`: passed, and now failed or waived; `mended`: the other way round;
 * `appeared` and `gone`: asked in one of the runs alone; `changed`: everything else, such as what was not judged in one.
 */
export type ChangeKind = "broken" | "mended" | "appeared" | "gone" | "changed";

/** A requirement or a check with another outcome than before; null where it was not asked. */
export interface StatusChange {
  readonly id: string;
  /** Of a check: the requirement that it is for. */
  readonly requirement?: string;
  readonly level: Level;
  readonly before: Status | null;
  readonly now: Status | null;
  readonly change: ChangeKind;
}

/** An interaction with another outcome than before. */
export interface InteractionChange extends Pick<InteractionResult, "description" | "states" | "pending"> {
  readonly consumer: string;
  /** Of a pact that the user brought. */
  readonly brought?: true;
  readonly before: InteractionResult["status"] | null;
  readonly now: InteractionResult["status"] | null;
  readonly change: ChangeKind;
}

/** An open point that is answered otherwise than before; null where no answer was observed. */
export interface ProfileChange {
  readonly id: string;
  readonly before: string | null;
  readonly now: string | null;
}

/** Milliseconds from sending to the last byte, of the exchanges that were answered. */
export interface LatencyFigures {
  readonly exchanges: number;
  readonly medianMs: number;
  /** The 95th percentile. */
  readonly highMs: number;
  readonly slowestMs: number;
}

/** A run as a comparison names it. */
export type RunIdentity = Pick<
  RunResult,
  "tool" | "specification" | "provider" | "strict" | "selection" | "seed" | "startedAt" | "verdict"
>;

/** What changed between two runs: the earlier one, `before`, is the baseline. */
export interface Comparison {
  readonly before: RunIdentity;
  readonly now: RunIdentity;
  /** What bears on the comparison as a whole, in sentences: other versions, other things asked. */
  readonly remarks: readonly string[];
  /** How much was asked in both runs. */
  readonly compared: {
    readonly requirements: number;
    readonly checks: number;
    readonly openPoints: number;
    readonly interactions: number;
  };
  /** Something that counts is broken, or the verdict is worse. */
  readonly regression: boolean;
  /** MUST and SHOULD; open points are compared by their values. */
  readonly requirements: readonly StatusChange[];
  readonly checks: readonly StatusChange[];
  readonly interactions: readonly InteractionChange[];
  readonly profile: readonly ProfileChange[];
  /** For each open point with an answer, since when the answer has been this one as far as the baselines tell: ISO 8601, UTC. */
  readonly since: { readonly [openPoint: string]: string };
  /** Null where nothing was answered. */
  readonly latency: { readonly before: LatencyFigures | null; readonly now: LatencyFigures | null };
}

export interface RunResult {
  readonly format: typeof RESULT_FORMAT;
  readonly formatVersion: typeof RESULT_FORMAT_VERSION;
  /** False when the run was cut short: some checks were not run. */
  readonly complete: boolean;
  readonly tool: { readonly name: string; readonly version: string };
  readonly specification: { readonly version: string; readonly sha256: string };
  /** `insecure`: TLS was not verified, so that anybody may have answered. */
  readonly provider: { readonly baseUrl: string; readonly insecure?: true };
  readonly strict: boolean;
  /** Set when only some checks were selected. A partial run is never called conformant. */
  readonly selection?: { readonly only: readonly string[]; readonly skip: readonly string[] };
  readonly seed: string;
  /** Set when the run was fuzzed. */
  readonly fuzz?: FuzzReport;
  /** The limits of the run that stood in the way, each in a sentence; absent where none did. */
  readonly limitsReached?: readonly string[];
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly verdict: Verdict;
  readonly exitCode: 0 | 1 | 3;
  /** In sentences, the most telling first: the first line that a person reads. */
  readonly reasons: readonly [string, ...string[]];
  readonly summary: Summary;
  /** Set when waivers were given. */
  readonly waivers?: WaiverResults;
  readonly requirements: readonly RequirementResult[];
  /** The answer to each open point, by its id. */
  readonly profile: { readonly [openPoint: string]: string };
  readonly contracts: readonly ContractResult[];
  /** Set when the run was compared with an earlier one. */
  readonly baseline?: Comparison;
  readonly exchanges: readonly Exchange[];
}
