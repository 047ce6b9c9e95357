/** The part of a result about checks: what a check found, the requirements, the causes of failures, and the waivers. */
import type { Level, Place } from "../spec/requirements.ts";

/** The status of a check, a requirement or an interaction. Never a boolean, never a percentage. */
export type Status = "passed" | "failed" | "waived" | "not-judged" | "observed";

/**
 * Why a check was not judged. `not-applicable`: the document leaves nothing to ask. `no-occasion`: the condition of the
 * requirement never arose (no 400 was answered). Neither affects the verdict; every other reason leaves a MUST unmet.
 * Results of versions before `not-applicable` use `no-occasion` instead, and count it as not judged.
 */
export type NotJudgedReason =
  | "not-applicable"
  | "no-occasion"
  | "no-accepted-parent"
  | "no-answer"
  | "run-ended"
  | "needs-state"
  | "not-run"
  | "harness-fault";

/**
 * What was expected and what was seen, and where in the answer: a JSON Pointer, `header <name>`, `trailer <name>`,
 * `status`, or words.
 */
export interface Finding {
  readonly where: string;
  readonly expected: string;
  readonly seen: string;
  /** Index into `exchanges`; absent if no single exchange shows it. */
  readonly exchange?: number;
}

/** At least one finding: no check fails without one. */
export type Findings = readonly [Finding, ...Finding[]];

/** The outcome of one check. Findings are returned, never thrown. */
export type Outcome =
  | { readonly status: "passed" }
  | { readonly status: "failed"; readonly findings: Findings }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string }
  | { readonly status: "not-judged"; readonly because: NotJudgedReason; readonly reason: string }
  | { readonly status: "observed"; readonly value: string };

/** The values that the user expects for open points, by their id. */
export type Expectations = Readonly<Record<string, string>>;

/**
 * An outcome in a result. Every status has `findings`, so that readers in any language can rely on it. `value` is the
 * answer to an open point. A failed or waived outcome has it if it is not the value that the user expects.
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

/** One check of a result, listed under its requirement. */
export type CheckResult = FlatOutcome & {
  /** Permanent. */
  readonly id: string;
  readonly title: string;
  /** A check of fuzzing. Its cases are drawn from the schema. */
  readonly drawn?: true;
  /** An interaction of a contract that breaks the requirement. An interaction that passed is not a check. */
  readonly contract?: true;
  /** Why the request is a valid NewPlant or not, by the requirement and the path in the schema. */
  readonly basis?: string;
  /** The keyword of the schema that the request breaks, if any. Results of earlier versions do not have it. */
  readonly keyword?: string;
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
  /** How to fix a failure, in one sentence. */
  readonly fix: string;
  readonly status: Status;
  /** The value that the user expects for this open point. With another value, its check fails. */
  readonly expected?: string;
  readonly checks: readonly CheckResult[];
}

/** The result of a check, and its requirement. */
export interface CheckOfRequirement {
  readonly requirement: string;
  readonly result: CheckResult;
}

/** The plainest failure of a cause. */
export interface CauseExample {
  readonly requirement: string;
  readonly check: string;
  readonly finding: Finding;
}

/** One entry of a report: what the provider does, everything that it breaks, one example and one fix. */
export interface CauseResult {
  /** Permanent. The id of the requirement if no general cause explains the failure. */
  readonly id: string;
  /** What the provider does, in one sentence. */
  readonly title: string;
  /** The highest level of its requirements. */
  readonly level: Level;
  /** The requirements that the provider breaks, the highest level first. */
  readonly requirements: readonly [string, ...string[]];
  /** The failed checks that it explains, wholly or in part. */
  readonly checks: readonly [string, ...string[]];
  readonly example: CauseExample;
  readonly fix: string;
}

/** A requirement or check that a provider is known not to meet, or a cause of such failures. */
export interface Waiver {
  /**
   * The id of a requirement (for all its checks and the interactions that break it), of one check, or, with `cause`, of
   * a cause.
   */
  readonly id: string;
  /** The id is that of a cause. Only failures that this cause explains are waived. */
  readonly cause?: true;
  /** For a check: its requirement, if known. */
  readonly requirement?: string;
  readonly reason: string;
  /** An http or https URL where the failure is tracked. */
  readonly issue?: string;
  /** The last day on which the waiver applies, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
}

/**
 * The status of a waiver. `applied`: it waives a failure. `stale`: everything that it names was judged and passed.
 * `expired`: its last day is over, so it waives nothing. `not-judged`: the run does not show whether it applies or is
 * stale.
 */
export type WaiverStatus = "applied" | "stale" | "expired" | "not-judged";

/** The waivers of a run, in the order in which they were given. */
export interface WaiverResults {
  /** Whether waived failures do not change the exit status. */
  readonly allowed: boolean;
  readonly entries: readonly WaiverResult[];
}

/** A waiver and its status. */
export interface WaiverResult extends Waiver {
  readonly status: WaiverStatus;
  /** For a cause that was found: the requirements whose failures it explains. */
  readonly explains?: readonly [string, ...string[]];
}
