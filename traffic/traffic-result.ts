/** The result of traffic that was judged. Plain JSON, described by `traffic.schema.json`. */
import type { Finding } from "../result/check-result.ts";
import type { RecordedRequest, RecordedResponse } from "../result/recorded-exchange.ts";
import type { Level, Place } from "../spec/requirements.ts";

/** What such a result says that it is. @internal */
export const TRAFFIC_FORMAT = "plant-store-conformance/traffic";
/** It increases when a reader would have to change. @internal */
export const TRAFFIC_FORMAT_VERSION = 1;

/** Whose part of the traffic is judged. */
export type TrafficSide = "provider" | "consumer" | "both";

/** Silence is no conformance, so that these words are others than those of a run. */
export type TrafficVerdict = "traffic-clean" | "traffic-broken" | "inconclusive";

/**
 * The status of a requirement: `not-seen` where the traffic was no occasion for it, `not-judged` where it was and the
 * recording does not show enough.
 */
export type TrafficStatus = "passed" | "failed" | "observed" | "not-judged" | "not-seen";

/** Something that was seen so many times. */
export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

/** Why something was not judged, and how many exchanges that is true of. */
export interface CountedReason {
  readonly why: string;
  readonly count: number;
}

/** What the document asks of one side, and what the traffic shows of it. */
export interface TrafficRule {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly sources: readonly Place[];
  readonly fix: string;
  readonly status: TrafficStatus;
  /** Exchanges that it was asked of, and those that break it. */
  readonly asked: number;
  readonly failed: number;
  /** Different ones, of the first exchanges that have them. */
  readonly findings: readonly Finding[];
  /** Indices into `exchanges`: samples of what is broken, or of what was met. */
  readonly exchanges: readonly number[];
  /** Why it was not judged. */
  readonly reason?: string;
}

/** A requirement of the catalogue. */
export interface TrafficRequirement extends TrafficRule {
  readonly topic: string;
}

/** A rule for the clients: what the document says of requests. */
export interface ConsumerResult extends TrafficRule {
  /** Who sent what breaks it, the most frequent first; `(others)` for those beyond the first hundred. */
  readonly senders: readonly CountedValue[];
}

/** An exchange that is kept as a sample. */
export interface TrafficSample {
  /** Index into `recordings`, and the place there: the entry or the line, counted from 1. */
  readonly recording: number;
  readonly place: number;
  /** Who sent it. */
  readonly sender: string;
  /** With `$PLANT_STORE_TOKEN` in the place of a bearer token; a value that may be secret is left out. */
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
  /** Of them, those with the operation. */
  readonly ofOperation: number;
  /** What was no exchange that can be read. */
  readonly notReadable: readonly CountedReason[];
}

/** How many requirements of one level were seen. */
export interface SeenCounts {
  readonly passed: number;
  readonly failed: number;
  readonly notJudged: number;
  readonly notSeen: number;
}

/** Figures of everything that was read. */
export interface TrafficSummary {
  readonly exchanges: number;
  readonly ofOperation: number;
  /** Of those, the ones of which at least one thing was judged. */
  readonly judged: number;
  readonly must: SeenCounts;
  readonly should: SeenCounts;
  readonly open: { readonly observed: number; readonly notSeen: number };
  readonly consumers: SeenCounts;
}

/** Traffic, with everything that was found. */
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
  /** In sentences, the most telling first. */
  readonly reasons: readonly [string, ...string[]];
  readonly summary: TrafficSummary;
  readonly recordings: readonly RecordingSummary[];
  /** Why parts of exchanges with the operation were not judged. */
  readonly notJudged: readonly CountedReason[];
  /** What has to be known beside the verdict, in sentences. */
  readonly remarks: readonly string[];
  readonly requirements: readonly TrafficRequirement[];
  readonly consumers: readonly ConsumerResult[];
  /** By open point: the values that were seen, and how often. */
  readonly profile: { readonly [openPoint: string]: readonly CountedValue[] };
  readonly exchanges: readonly TrafficSample[];
}
