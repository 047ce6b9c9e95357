/** The result of judged traffic. Plain JSON, described by `traffic.schema.json`. */
import type { Finding, RecordedRequest, RecordedResponse } from "../result/result.ts";
import type { Level, Place } from "../spec/requirements.ts";

/** The `format` of a result of traffic. @internal */
export const TRAFFIC_FORMAT = "plant-store-conformance/traffic";
/** It increases when readers have to change. @internal */
export const TRAFFIC_FORMAT_VERSION = 1;

/** The side of the traffic that is judged. */
export type TrafficSide = "provider" | "consumer" | "both";

/**
 * The verdict on traffic. The words differ from those of a run, because traffic without faults does not prove
 * conformance.
 */
export type TrafficVerdict = "traffic-clean" | "traffic-broken" | "inconclusive";

/**
 * The status of a requirement. `not-seen`: the traffic gave no occasion for it. `not-judged`: there was an occasion,
 * but the recording does not show enough.
 */
export type TrafficStatus = "passed" | "failed" | "observed" | "not-judged" | "not-seen";

/** A value, and how often it was seen. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

/** Why something was not judged, and the number of exchanges. */
export interface CountedReason {
  readonly why: string;
  readonly count: number;
}

/** A rule of the document for one side, and the evidence in the traffic. */
export interface TrafficRule {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly sources: readonly Place[];
  readonly fix: string;
  readonly status: TrafficStatus;
  /** The number of exchanges that it was judged by, and of those that break it. */
  readonly asked: number;
  readonly failed: number;
  /** Different findings, each from the first exchange that has it. */
  readonly findings: readonly Finding[];
  /** Indices into `exchanges`: samples that break the rule, or that meet it. */
  readonly exchanges: readonly number[];
  /** Why it was not judged. */
  readonly reason?: string;
}

/** A requirement of the catalogue. */
export interface TrafficRequirement extends TrafficRule {
  readonly topic: string;
}

/** A rule for clients: a statement of the document about requests. */
export interface ConsumerResult extends TrafficRule {
  /** The senders of requests that break it, the most frequent first; `(others)` for those beyond the first hundred. */
  readonly senders: readonly CountedValue[];
}

/** An exchange that is kept as a sample. */
export interface TrafficSample {
  /** The index into `recordings`, and the place there: the entry or line, counted from 1. */
  readonly recording: number;
  readonly place: number;
  /** Who sent it. */
  readonly sender: string;
  /** The request with `$PLANT_STORE_TOKEN` instead of a bearer token, and without values that may be secret. */
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  /** Parts that the recording has lost. */
  readonly lost: readonly string[];
  readonly redacted: readonly string[];
}

/** Where exchanges came from. */
export interface RecordingSummary {
  readonly name: string;
  readonly format: "har" | "ndjson" | "proxy" | "in-process";
  readonly exchanges: number;
  /** The number of exchanges with the operation. */
  readonly ofOperation: number;
  /** Items that are not readable as an exchange. */
  readonly notReadable: readonly CountedReason[];
}

/** The numbers of requirements of one level, by status. */
export interface SeenCounts {
  readonly passed: number;
  readonly failed: number;
  readonly notJudged: number;
  readonly notSeen: number;
}

/** The counts for everything that was read. */
export interface TrafficSummary {
  readonly exchanges: number;
  readonly ofOperation: number;
  /** The number of those for which at least one requirement was judged. */
  readonly judged: number;
  readonly must: SeenCounts;
  readonly should: SeenCounts;
  readonly open: { readonly observed: number; readonly notSeen: number };
  readonly consumers: SeenCounts;
}

/** Traffic with all its findings. */
export interface TrafficResult {
  readonly format: typeof TRAFFIC_FORMAT;
  readonly formatVersion: typeof TRAFFIC_FORMAT_VERSION;
  readonly tool: { readonly name: string; readonly version: string };
  readonly specification: { readonly version: string; readonly sha256: string };
  readonly side: TrafficSide;
  readonly strict: boolean;
  /** The base URLs of the exchanges that were judged. */
  readonly baseUrls: readonly string[];
  readonly verdict: TrafficVerdict;
  readonly exitCode: 0 | 1 | 3;
  /** In sentences, the most important first. */
  readonly reasons: readonly [string, ...string[]];
  readonly summary: TrafficSummary;
  readonly recordings: readonly RecordingSummary[];
  /** Why parts of exchanges with the operation were not judged. */
  readonly notJudged: readonly CountedReason[];
  /** Remarks on the verdict, in sentences. */
  readonly remarks: readonly string[];
  readonly requirements: readonly TrafficRequirement[];
  readonly consumers: readonly ConsumerResult[];
  /** For each open point: the values that were seen, and how often. */
  readonly profile: { readonly [openPoint: string]: readonly CountedValue[] };
  readonly exchanges: readonly TrafficSample[];
}
