/** The part of a result about causes: each explains failures of one or more requirements. */
import type { Level } from "../spec/requirements.ts";
import type { Finding } from "./check-result.ts";

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
