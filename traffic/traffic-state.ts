/** The state while traffic is judged, in a size that does not grow with the number of exchanges. */
import type { Finding } from "../result/check-result.ts";
import type { Level, Requirement } from "../spec/requirements.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Validators } from "../spec/validators.ts";
import type { Check } from "../suites/checks/check.ts";
import { checksOf } from "../suites/index.ts";
import { consumerRules } from "./consumer-rules.ts";
import { type Counter, openCounter } from "./counter.ts";
import { type HeldBack, openHeldBack } from "./held-back.ts";
import { type IdOrder, openIdOrder } from "./id-order.ts";
import { type SeenTexts, openSeenTexts } from "./mask.ts";
import { type Locate, locator } from "./operation-of.ts";
import { type ReadOpenValues, openValueReader } from "./open-values.ts";
import type { PactDrafts } from "./pact-drafts.ts";
import { type AskTraffic, trafficAsker } from "./provider-questions.ts";
import { type TrafficSecrets, openTrafficSecrets } from "./secrets-of-traffic.ts";
import { type Tally, openTally } from "./tally.ts";
import { type EchoFinder, openEchoFinder } from "./token-echo.ts";
import type { RecordingSummary, TrafficResult, TrafficSide } from "./traffic-result.ts";

/** The options for judging traffic. */
export interface TrafficOptions {
  readonly operation: Operation;
  readonly validators: Validators;
  readonly requirements: readonly Requirement[];
  readonly tool: TrafficResult["tool"];
  readonly side: TrafficSide;
  /** Whether a SHOULD that is not met breaks the traffic. */
  readonly strict: boolean;
  /** The base URLs to judge. If empty, the traffic must have only one base URL. */
  readonly baseUrls: readonly string[];
  /** The header field that names the sender of a request, in lower case. */
  readonly consumerHeader: string;
  /** Collects the interactions that clients use. */
  readonly pactDrafts?: PactDrafts;
}

/** A finding in one exchange that was not found before. */
export interface NewFinding {
  readonly side: "provider" | "consumer";
  readonly id: string;
  readonly level: Level;
  readonly sender: string;
  readonly place: number;
  readonly findings: readonly Finding[];
}

/** The error if several base URLs have an operation with this path, and none was named. */
export class SeveralBaseUrlsError extends Error {
  override readonly name = "SeveralBaseUrlsError";
}

/** The state of one recording. */
export interface RecordingState {
  readonly index: number;
  readonly name: string;
  readonly format: RecordingSummary["format"];
  readonly notReadable: Counter;
  /** Values that count only if the recording keeps the field Authorization. */
  readonly openValues: Counter;
  exchanges: number;
  ofOperation: number;
  keepsAuthorization: boolean;
}

/** The first accepted plant with an id. */
export interface AcceptedPlant {
  readonly digest: string;
  readonly end: number;
}

/** The state of all recordings. */
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
  /** Findings that wait for a condition about a token or a recording. */
  readonly held: HeldBack;
  /** Accepted plants, by base URL and id. */
  readonly ids: Map<string, AcceptedPlant>;
  /** The ids of all requests, at any base URL, because one server may have several base URLs. */
  readonly order: IdOrder;
  /** Texts at places where the document has another type. */
  readonly texts: SeenTexts;
  readonly bases: Counter;
  /** Base URLs of requests to the operation that are not judged. */
  readonly elsewhere: Counter;
  readonly notJudged: Counter;
  /** The number of valid ordinary plants answered with a success status that the document does not show, by status. */
  readonly otherSuccesses: Counter;
  readonly recordings: RecordingState[];
  judged: number;
}

/** The most senders, values, reasons and base URLs that are counted separately. */
const MOST = { senders: 100, values: 20, reasons: 50, bases: 20 } as const;

/** Cached by operation, so that a process that judges many recordings creates them once. */
const made = new WeakMap<Operation, readonly Check[]>();

function checksFor(operation: Operation, validators: Validators): readonly Check[] {
  const checks = made.get(operation) ?? checksOf(operation, validators);
  made.set(operation, checks);
  return checks;
}

/** Creates an empty state. */
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
    order: openIdOrder(),
    texts: openSeenTexts(),
    bases: openCounter(MOST.bases),
    elsewhere: openCounter(MOST.bases),
    notJudged: openCounter(MOST.reasons),
    otherSuccesses: openCounter(MOST.values),
    recordings: [],
    judged: 0,
  };
}

/** Starts another recording. @param isComplete whether no header fields were removed, as in a recording by a proxy */
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
