/** The result of a fleet: many providers, each with its own result. Plain JSON, described by `fleet.schema.json`. */
import type { Level } from "../spec/requirements.ts";
import type { CauseResult } from "./cause-result.ts";
import type { Status } from "./check-result.ts";
import type { JudgedDocument, LatencyFigures, Verdict } from "./comparison-result.ts";
import type { RunResult, Summary } from "./result.ts";

/** What the result of a fleet says that it is. @internal */
export const FLEET_FORMAT = "plant-store-conformance/fleet";
/** It increases when a reader would have to change. @internal */
export const FLEET_FORMAT_VERSION = 1;

/** A requirement that the providers were judged by. */
export interface FleetRequirement {
  readonly id: string;
  readonly level: Level;
  readonly topic: string;
  readonly statement: string;
}

/** A cause of failures of one provider, without its example. */
export type FleetCause = Pick<CauseResult, "id" | "title" | "level" | "requirements" | "fix">;

/** The files of one provider, as paths from the folder of the fleet's result. */
export interface FleetFiles {
  readonly result: string;
  readonly report: string;
}

/** One provider of a fleet, and what its own result says. */
export interface FleetMember {
  readonly name: string;
  readonly labels: readonly string[];
  /** Its exit status does not count. */
  readonly mayFail?: true;
  readonly baseUrl: string;
  /** The version of the provider, as the user says. */
  readonly version?: string;
  readonly verdict: Verdict;
  readonly exitCode: 0 | 1 | 3;
  readonly reasons: readonly [string, ...string[]];
  /** A SHOULD that is not met fails its run. */
  readonly strict: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
  /** Absent where no run took place. */
  readonly summary?: Summary;
  readonly latency?: LatencyFigures;
  readonly causes: readonly FleetCause[];
  /** The status of each requirement, by its id. */
  readonly statuses: { readonly [requirement: string]: Status };
  /** The answer to each open point, by its id. */
  readonly profile: { readonly [openPoint: string]: string };
  /** Absent where no run took place. */
  readonly files?: FleetFiles;
}

/** A provider as the file of the fleet names it. */
export type PlannedMember = Pick<FleetMember, "name" | "labels" | "mayFail" | "baseUrl">;

/** Set in the result of a part of a fleet: its providers are those of one shard. */
export interface FleetShard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
  /** Every provider of the fleet, in the order in which the user names them. */
  readonly planned: readonly PlannedMember[];
}

/** Many providers, judged in one go. */
export interface FleetResult {
  readonly format: typeof FLEET_FORMAT;
  readonly formatVersion: typeof FLEET_FORMAT_VERSION;
  readonly tool: RunResult["tool"];
  readonly specification: JudgedDocument;
  readonly shard?: FleetShard;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The worst of the providers that may not fail. */
  readonly exitCode: 0 | 1 | 3;
  readonly requirements: readonly FleetRequirement[];
  /** In the order in which the user names them. */
  readonly providers: readonly [FleetMember, ...FleetMember[]];
}
