/** The part of a result about checks: what a check found, the requirements, and the waivers. */
import type { Level, Place } from "../spec/requirements.ts";

/** The status of a check, a requirement or an interaction. Never a boolean, never a percentage. */
export type Status = "passed" | "failed" | "waived" | "not-judged" | "observed";

/**
 * Why a check was not judged. `not-applicable`: the document leaves nothing to ask. `no-occasion`: the condition of the
 * requirement never arose (no 400 was answered). Neither affects the verdict; every other reason leaves a MUST unmet.
 * A result of before `not-applicable` has `no-occasion` in its place, and counts it as not judged.
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

/** What was expected and what was seen, and where in the answer: a JSON Pointer, `header <name>`, `trailer <name>`, `status`, or words. */
export interface Finding {
  readonly where: string;
  readonly expected: string;
  readonly seen: string;
  /** Index into `exchanges`; absent where no single exchange shows it. */
  readonly exchange?: number;
}

/** One finding at least: nothing fails without one. */
export type Findings = readonly [Finding, ...Finding[]];

/** The outcome of one check. Findings are returned, never thrown. */
export type Outcome =
  | { readonly status: "passed" }
  | { readonly status: "failed"; readonly findings: Findings }
  | { readonly status: "waived"; readonly findings: Findings; readonly reason: string }
  | { readonly status: "not-judged"; readonly because: NotJudgedReason; readonly reason: string }
  | { readonly status: "observed"; readonly value: string };

/** Values that the user expects of open points, by their id. */
export type Expectations = Readonly<Record<string, string>>;

/**
 * An outcome as a result has it: `findings` is there for every status, so that a reader in any language finds it.
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
  /** The keyword of the schema that the request breaks, where it breaks one; results of earlier versions have none. */
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
  /** The value that the user expects of this open point; with another value its check has failed. */
  readonly expected?: string;
  readonly checks: readonly CheckResult[];
}

/** The result of a check, and the requirement that it belongs to. */
export interface CheckOfRequirement {
  readonly requirement: string;
  readonly result: CheckResult;
}

/** A requirement or check that a provider is known not to meet, or a cause of such failures. */
export interface Waiver {
  /** Of a requirement, for all its checks and the interactions that break it; or of one check; with `cause`, of a cause. */
  readonly id: string;
  /** The id is of a cause: what this cause explains is waived, and nothing else. */
  readonly cause?: true;
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
  /** Whether waived failures do not change the exit status. */
  readonly allowed: boolean;
  readonly entries: readonly WaiverResult[];
}

/** A waiver, and what became of it. */
export interface WaiverResult extends Waiver {
  readonly status: WaiverStatus;
  /** Of a cause that was found: the requirements of which it explains failures. */
  readonly explains?: readonly [string, ...string[]];
}
