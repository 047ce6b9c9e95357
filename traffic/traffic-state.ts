/** The state while traffic is judged, in a size that does not grow with the number of exchanges. */
import type { Finding } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Level, Requirement } from "../spec/requirements.ts";
import type { Validators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import { openSeenTexts, type SeenTexts } from "./masked-values.ts";
import type { PactDrafts } from "./pact-drafts.ts";
import { consumerRules } from "./recorded-client.ts";
import { type Locate, locator } from "./recorded-facts.ts";
import { type IdOrder, openIdOrder } from "./recorded-ids.ts";
import { type AskTraffic, openValueReader, type ReadOpenValues, trafficAsker } from "./recorded-provider.ts";
import {
  type Conditions,
  type Counter,
  type EchoFinder,
  openConditions,
  openCounter,
  openEchoFinder,
  openTally,
  type Tally,
} from "./traffic-ledger.ts";
import type { RecordingSummary, TrafficResult, TrafficSide } from "./traffic-result.ts";
import { openTrafficSecrets, type TrafficSecrets } from "./traffic-secrets.ts";

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
  /** Points and values that count only once the recording is known to keep the field Authorization. */
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
  /** Conditions about a token or a recording, and the findings that wait for them. */
  readonly conditions: Conditions;
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
  readonly recordings: RecordingState[];
  judged: number;
}

/** The most senders, values, reasons and base URLs that are counted separately. */
const MOST = { senders: 100, values: 20, reasons: 50, bases: 20 } as const;

/** Creates an empty state. */
export function stateOf(options: TrafficOptions): TrafficState {
  const { operation, validators, requirements, baseUrls } = options;
  const checks = checksOf(operation, validators);
  const open = new Set(requirements.filter(({ level }) => level === "OPEN").map(({ id }) => id));
  return {
    options,
    locate: locator(operation, baseUrls),
    ask: trafficAsker(checks),
    echoes: openEchoFinder(checks),
    readOpen: openValueReader(checks, open, validators),
    secrets: openTrafficSecrets(),
    levels: new Map([...requirements, ...consumerRules].map(({ id, level }) => [id, level])),
    requirements: new Map(requirements.map(({ id }) => [id, openTally()])),
    consumers: new Map(consumerRules.map(({ id }) => [id, { tally: openTally(), senders: openCounter(MOST.senders) }])),
    profile: new Map(Array.from(open, (id) => [id, openCounter(MOST.values)])),
    conditions: openConditions(),
    ids: new Map(),
    order: openIdOrder(),
    texts: openSeenTexts(),
    bases: openCounter(MOST.bases),
    elsewhere: openCounter(MOST.bases),
    notJudged: openCounter(MOST.reasons),
    recordings: [],
    judged: 0,
  };
}

/**
 * Starts another recording.
 * @param given.keepsAuthorization whether no header fields were removed, as in a recording by a proxy
 */
export function openState(
  state: TrafficState,
  given: Pick<RecordingState, "name" | "format" | "keepsAuthorization">,
): RecordingState {
  const recording: RecordingState = {
    index: state.recordings.length,
    ...given,
    notReadable: openCounter(MOST.reasons),
    openValues: openCounter(MOST.values),
    exchanges: 0,
    ofOperation: 0,
  };
  state.recordings.push(recording);
  return recording;
}

/** The condition that a recording keeps the field Authorization. */
export function conditionOf({ index }: RecordingState): string {
  return `recording ${index}`;
}
