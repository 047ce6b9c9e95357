/** What is remembered of traffic while it is judged, in a size that does not grow with the number of exchanges. */
import type { Finding } from "../result/check-result.ts";
import type { Level, Requirement } from "../spec/requirements.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Validators } from "../spec/validators.ts";
import type { Check } from "../suites/checks/check.ts";
import { checksOf } from "../suites/index.ts";
import { consumerRules } from "./consumer-rules.ts";
import { type Counter, openCounter } from "./counter.ts";
import { type HeldBack, openHeldBack } from "./held-back.ts";
import { type Locate, locator } from "./operation-of.ts";
import { type ReadOpenValues, openValueReader } from "./open-values.ts";
import type { PactDrafts } from "./pact-drafts.ts";
import { type AskTraffic, trafficAsker } from "./provider-questions.ts";
import { type TrafficSecrets, openTrafficSecrets } from "./secrets-of-traffic.ts";
import { type Tally, openTally } from "./tally.ts";
import { type EchoFinder, openEchoFinder } from "./token-echo.ts";
import type { RecordingSummary, TrafficResult, TrafficSide } from "./traffic-result.ts";

/** What traffic is judged by. */
export interface TrafficOptions {
  readonly operation: Operation;
  readonly validators: Validators;
  readonly requirements: readonly Requirement[];
  readonly tool: TrafficResult["tool"];
  readonly side: TrafficSide;
  /** Whether a SHOULD that is not met breaks the traffic. */
  readonly strict: boolean;
  /** Base URLs to look at; with none, there has to be one alone. */
  readonly baseUrls: readonly string[];
  /** The header field that says who sent a request, in lower case. */
  readonly consumerHeader: string;
  /** Collects the interactions that clients use. */
  readonly pactDrafts?: PactDrafts;
}

/** Something that was found in one exchange, and was not found before. */
export interface NewFinding {
  readonly side: "provider" | "consumer";
  readonly id: string;
  readonly level: Level;
  readonly sender: string;
  readonly place: number;
  readonly findings: readonly Finding[];
}

/** Operations with the same path at several base URLs, and none was named. */
export class SeveralBaseUrlsError extends Error {
  override readonly name = "SeveralBaseUrlsError";
}

/** Of one recording. */
export interface RecordingState {
  readonly index: number;
  readonly name: string;
  readonly format: RecordingSummary["format"];
  readonly notReadable: Counter;
  /** What counts only if the recording keeps the field Authorization. */
  readonly openValues: Counter;
  exchanges: number;
  ofOperation: number;
  keepsAuthorization: boolean;
}

/** What is remembered of all recordings. */
export interface TrafficState {
  readonly options: TrafficOptions;
  readonly locate: Locate;
  readonly ask: AskTraffic;
  readonly echoes: EchoFinder;
  readonly readOpen: ReadOpenValues;
  readonly secrets: TrafficSecrets;
  readonly levels: ReadonlyMap<string, Level>;
  readonly requirements: ReadonlyMap<string, Tally>;
  readonly consumers: ReadonlyMap<string, { readonly tally: Tally; readonly senders: Counter }>;
  readonly profile: ReadonlyMap<string, Counter>;
  /** Waits for a token, or for a recording. */
  readonly held: HeldBack;
  /** Plants that were accepted, by base URL and id, as a digest. */
  readonly ids: Map<string, string>;
  /** Ids of all requests, at any base URL: one server may have several. */
  readonly sentIds: Set<string>;
  readonly bases: Counter;
  /** Base URLs of requests to the operation that are not looked at. */
  readonly elsewhere: Counter;
  readonly notJudged: Counter;
  /** Valid ordinary plants that were answered with a success the document does not show, by status. */
  readonly otherSuccesses: Counter;
  readonly recordings: RecordingState[];
  judged: number;
}

/** Values, reasons and base URLs that are kept apart. */
const MOST = { senders: 100, values: 20, reasons: 50, bases: 20 } as const;

/** By the operation, so that a process that judges many recordings makes them once. */
const made = new WeakMap<Operation, readonly Check[]>();

function checksFor(operation: Operation, validators: Validators): readonly Check[] {
  const checks = made.get(operation) ?? checksOf(operation, validators);
  made.set(operation, checks);
  return checks;
}

/** Nothing is known at first. */
export function stateOf(options: TrafficOptions): TrafficState {
  const { operation, validators, requirements, baseUrls } = options;
  const checks = checksFor(operation, validators);
  const open = new Set(requirements.filter(({ level }) => level === "OPEN").map(({ id }) => id));
  return {
    options,
    locate: locator(operation.path, baseUrls),
    ask: trafficAsker(checks),
    echoes: openEchoFinder(checks),
    readOpen: openValueReader(checks, open, validators),
    secrets: openTrafficSecrets(),
    levels: new Map([...requirements, ...consumerRules].map(({ id, level }) => [id, level])),
    requirements: new Map(requirements.map(({ id }) => [id, openTally()])),
    consumers: new Map(consumerRules.map(({ id }) => [id, { tally: openTally(), senders: openCounter(MOST.senders) }])),
    profile: new Map(Array.from(open, (id) => [id, openCounter(MOST.values)])),
    held: openHeldBack(),
    ids: new Map(),
    sentIds: new Set(),
    bases: openCounter(MOST.bases),
    elsewhere: openCounter(MOST.bases),
    notJudged: openCounter(MOST.reasons),
    otherSuccesses: openCounter(MOST.values),
    recordings: [],
    judged: 0,
  };
}

/** Begins another recording. @param isComplete nobody has taken out header fields, as from what passes a proxy */
export function openState(
  state: TrafficState,
  name: string,
  format: RecordingSummary["format"],
  isComplete: boolean,
): RecordingState {
  const recording: RecordingState = {
    index: state.recordings.length,
    name,
    format,
    notReadable: openCounter(MOST.reasons),
    openValues: openCounter(MOST.values),
    exchanges: 0,
    ofOperation: 0,
    keepsAuthorization: isComplete,
  };
  state.recordings.push(recording);
  return recording;
}

/** The condition that a recording keeps the field Authorization. */
export function conditionOf({ index }: RecordingState): string {
  return `recording ${index}`;
}
