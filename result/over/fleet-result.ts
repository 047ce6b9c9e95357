/** The result of a fleet: many providers, each with its own result. Plain JSON, described by `fleet.schema.json`. */
import type { Level } from "../../spec/requirements.ts";
import type { CauseResult, Status } from "../check-result.ts";
import type { JudgedDocument, LatencyFigures, Verdict } from "./comparison-result.ts";
import type { RunResult, Summary } from "../result.ts";

/** The `format` of the result of a fleet. @internal */
export const FLEET_FORMAT = "plant-store-conformance/fleet";
/** It increases when readers have to change. @internal */
export const FLEET_FORMAT_VERSION = 1;

/** A requirement by which the providers were judged. */
export interface FleetRequirement {
  readonly id: string;
  readonly level: Level;
  readonly topic: string;
  readonly statement: string;
}

/** A cause of failures of one provider, without its example. */
export type FleetCause = Pick<CauseResult, "id" | "title" | "level" | "requirements" | "fix">;

/** The files of one provider, as paths relative to the folder of the fleet's result. */
export interface FleetFiles {
  readonly result: string;
  readonly report: string;
}

/** One provider of a fleet, with the main parts of its own result. */
export interface FleetMember {
  readonly name: string;
  readonly labels: readonly string[];
  /** Its exit status does not count. */
  readonly mayFail?: true;
  readonly baseUrl: string;
  /** The version of the provider, as given by the user. */
  readonly version?: string;
  readonly verdict: Verdict;
  readonly exitCode: 0 | 1 | 3;
  readonly reasons: readonly [string, ...string[]];
  /** The limits of the suite that the run reached, each as a sentence. */
  readonly limitsReached?: readonly string[];
  /** The last day of the waiver that ends first, of those that waive a failure. */
  readonly waivedUntil?: string;
  /** Whether a SHOULD that is not met fails its run. */
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

/** A provider as listed in the file of the fleet. */
export type PlannedMember = Pick<FleetMember, "name" | "labels" | "mayFail" | "baseUrl">;

/** Set in the result of a part of a fleet: its providers are those of one shard. */
export interface FleetShard {
  /** Counted from 1. */
  readonly index: number;
  readonly of: number;
  /** Every provider of the fleet, in the order given by the user. */
  readonly planned: readonly PlannedMember[];
}

/** Many providers, judged together. */
export interface FleetResult {
  readonly format: typeof FLEET_FORMAT;
  readonly formatVersion: typeof FLEET_FORMAT_VERSION;
  readonly tool: RunResult["tool"];
  readonly specification: JudgedDocument;
  readonly shard?: FleetShard;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The worst exit code of the providers that may not fail. */
  readonly exitCode: 0 | 1 | 3;
  readonly requirements: readonly FleetRequirement[];
  /** In the order given by the user. */
  readonly providers: readonly [FleetMember, ...FleetMember[]];
}
