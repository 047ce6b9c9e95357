/** The state while traffic is judged, in a size that does not grow with the number of exchanges. */
import { present } from "../spec/defined.ts";
import type { Finding } from "../result/result.ts";
import { type Redact, redactionOf } from "../result/redact.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Level, Requirement } from "../spec/requirements.ts";
import type { Validator, Validators } from "../spec/validators.ts";
import { acceptedOrNot } from "../suites/checks/check-forms.ts";
import type { AnsweredSent, Check } from "../suites/checks/check.ts";
import { checksOf } from "../suites/index.ts";
import { bodyKindOf } from "../suites/requirements/open-authentication.ts";
import { type HeldBack, openHeldBack } from "./traffic-conditions.ts";
import { consumerRules } from "./recorded-client.ts";
import { type IdOrder, openIdOrder } from "./recorded-ids.ts";
import { openSeenTexts, type SeenTexts } from "./masked-values.ts";
import type { PactDrafts } from "./pact-drafts.ts";
import { type AskTraffic, trafficAsker } from "./recorded-provider.ts";
import { isWellFormed } from "./recorded-credentials.ts";
import { type Counter, openCounter, openTally, type Tally } from "./traffic-tally.ts";
import { type EchoFinder, openEchoFinder } from "./recorded-token.ts";
import { type Locate, locator, type TrafficFacts } from "./recorded-facts.ts";
import type { RecordingSummary, TrafficResult, TrafficSide } from "./traffic-result.ts";

// The values of open points that one exchange shows: the same observations as in a run, for one exchange at a time.
// Pure.

interface OpenValue {
  readonly point: string;
  readonly value: string;
  /** As for requirements: if a recorder removed the field, a request without it shows nothing. */
  readonly until?: "authorization-kept";
}

/** The values of a tally for an exchange that is not an occasion for it. */
const NOTHING: ReadonlySet<string> = new Set(["none", "none seen"]);

/** Reads the values from one answered exchange with the operation. */
type ReadOpenValues = (sent: AnsweredSent, facts: TrafficFacts) => readonly OpenValue[];

/** @param checks every check of the suite; the tallies of open points among them receive one exchange at a time */
function openValueReader(
  checks: readonly Check[],
  open: ReadonlySet<string>,
  { error, plant }: { readonly error: Validator; readonly plant: Validator },
): ReadOpenValues {
  const tallies = checks.filter(({ form, requirement }) => form === "tally" && open.has(requirement));
  return (sent, facts) => [
    ...tallies.flatMap(({ requirement, judge }): readonly OpenValue[] => {
      const { outcome } = judge([], [sent]);
      const isSeen = outcome.status === "observed" && !NOTHING.has(outcome.value);
      return isSeen ? [{ point: requirement, value: outcome.value }] : [];
    }),
    ...ofToken(sent, facts, (of) => bodyKindOf(of, error, plant)),
    ...ofBody(sent, facts),
  ];
}

function ofToken(
  sent: AnsweredSent,
  { credentials, lost }: TrafficFacts,
  bodyOf: (sent: AnsweredSent) => string,
): readonly OpenValue[] {
  const status = String(sent.answer.status);
  const body = lost.length === 0 ? bodyOf(sent) : null;
  const values = (point: string): readonly OpenValue[] =>
    present([{ point, value: status }, body !== null && { point: `${point}-body`, value: body }]);
  if (credentials?.kind === "none") {
    return values("missing-token").map((value) => ({ ...value, until: "authorization-kept" }));
  }
  return credentials?.kind === "bearer" && !isWellFormed(credentials.token) ? values("malformed-token") : [];
}

/** The values of a request that is unusual in exactly one way. */
function ofBody(sent: AnsweredSent, { body, credentials, mediaType, place }: TrafficFacts): readonly OpenValue[] {
  if (credentials?.kind !== "bearer" || body === null || body.is === "no-plant") return [];
  const points = present([
    ...body.open,
    mediaType === undefined && "no-content-type",
    (place.query ?? "") !== "" && "unknown-query",
  ]);
  const [point, ...others] = points;
  const isUsual = mediaType === undefined || mediaType === "application/json";
  return point === undefined || others.length > 0 || !isUsual ? [] : [{ point, value: acceptedOrNot(sent) }];
}

// Redaction of traffic. Each client has its own token, and there may be any number of clients.

/** The most tokens that are remembered. Samples are always cleaned of their own tokens. */
const MOST_KNOWN = 100;

/**
 * The most tokens that are searched for in every encoding. Preparing this search takes longer than all other work on an
 * exchange.
 */
const MOST_BUILT = 1_000;

/** Redacts the encodings of a token only in texts that contain it literally. */
function asWritten(token: string): Redact {
  return (text) => (text.includes(token) ? redactionOf([token]).redact(text) : { text, found: false });
}

/** The redactions of the tokens that were seen last. */
interface TrafficSecrets {
  /**
   * The redaction of one token, cached by its digest. It covers every encoding; after many tokens, only texts that
   * contain the token literally.
   */
  readonly of: (digest: string, token: string) => Redact;
  /** A redaction that removes every remembered secret. */
  readonly all: () => Redact;
  /** Remembers another secret, such as a password. */
  readonly learn: (secret: string) => void;
}

/** Remembers the secrets of traffic, in bounded memory. */
export function openTrafficSecrets(): TrafficSecrets {
  const known = new Map<string, { readonly token: string; readonly redact: Redact }>();
  let built = 0;
  const others = new Set<string>();
  return {
    of: (digest, token) => {
      const found = known.get(digest);
      if (found !== undefined) return found.redact;
      built += 1;
      const redact = built > MOST_BUILT ? asWritten(token) : redactionOf([token]).redact;
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? "");
      known.set(digest, { token, redact });
      return redact;
    },
    all: () => {
      const all = redactionOf(Array.from(known.values(), ({ token }) => token));
      for (const secret of others) all.add(secret, "credentials");
      return all.redact;
    },
    learn: (secret) => {
      if (others.size >= MOST_KNOWN) others.delete(others.values().next().value ?? "");
      others.add(secret);
    },
  };
}

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
    locate: locator(operation, baseUrls),
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
