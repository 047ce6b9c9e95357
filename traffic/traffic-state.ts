/** The state while traffic is judged, in a size that does not grow with the number of exchanges. */
import type { Finding } from "../result/result.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Level, Requirement } from "../spec/requirements.ts";
import type { Validators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import { openSeenTexts, type SeenTexts } from "./masked-values.ts";
import type { PactDrafts } from "./pact-drafts.ts";
import { consumerRules } from "./recorded-client.ts";
import { type Locate, locator, type TrafficFacts } from "./recorded-facts.ts";
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
import { isTooShort, type Redact, redactionOf } from "../result/redact.ts";
import { present } from "../spec/defined.ts";
import { type Credentials, isHarmlessField } from "./recorded-credentials.ts";
import { unlessLost } from "./recorded-traffic.ts";

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

// The secrets of exchanges: every value at a place that may contain one. They are removed from shown text.

/** The parts of an exchange that are searched for secrets. */
export type SearchedExchange = Pick<TrafficFacts, "credentials" | "exchange" | "place" | "answered">;

/**
 * The secrets of an exchange, in no order. Some may be too short to search for.
 * @param shownField a header field that is shown, in lower case
 */
export function secretsOf(
  { credentials, exchange: { request }, place: { query = "" }, answered }: SearchedExchange,
  shownField: string,
): readonly string[] {
  const others = (unlessLost(request.headers) ?? []).filter(
    ([name]) => !isHarmlessField(name) && ![shownField, "authorization"].includes(name.toLowerCase()),
  );
  const bodies = present([unlessLost(request.body) ?? undefined, answered?.body]);
  return [
    ...ofCredentials(credentials),
    ...others.flatMap(([name, value]) => (/^cookie$/i.test(name) ? partsOf(value) : [value])),
    ...query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...new URLSearchParams(query).values(),
    ...bodies.flatMap(ofBody),
  ];
}

function ofCredentials(credentials: Credentials | null): readonly string[] {
  if (credentials === null || credentials.kind === "none") return [];
  if (credentials.kind === "bearer") return [credentials.token];
  const { secret } = credentials;
  const isBasic = credentials.kind === "other-scheme" && /^basic$/i.test(credentials.scheme);
  const pair = isBasic ? Buffer.from(secret, "base64").toString() : "";
  return [...partsOf(secret), pair, pair.slice(pair.indexOf(":") + 1)];
}

/** Splits a list of values or pairs: the whole text, each item, and the value of each pair. */
function partsOf(value: string): readonly string[] {
  const parts = value.split(/[\s,;]+/);
  return [value, ...parts, ...parts.map((part) => part.slice(part.indexOf("=") + 1).replaceAll('"', ""))];
}

/** The most characters of a body that are searched for names. */
const MOST_SEARCHED = 64 * 1024;

const NAME = "[\\w-]{0,40}(?:token|secret|passw(?:or)?d|api[_-]?key|credential|authorization)[\\w-]{0,40}";
const secretMember = new RegExp(`"${NAME}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, "gi");
const secretParameter = new RegExp(`(?:^|&)${NAME}=([^&]*)`, "gi");

/** The values of members and parameters whose name shows that they are secret (one is in RFC 6750 section 2.2). */
function ofBody(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.subarray(0, MOST_SEARCHED)).toString();
  return [secretMember, secretParameter].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, value = ""]) => value),
  );
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
export interface TrafficSecrets {
  /**
   * The redaction of the token of a request, cached by its digest. It covers every encoding; after many tokens, only
   * texts that contain the token literally.
   */
  readonly of: (credentials: Credentials | null) => Redact;
  /** A redaction that removes every secret of an exchange, for text that is shown. The secrets are remembered. */
  readonly ofExchange: (exchange: SearchedExchange, shownField: string) => Redact;
  /** A redaction that removes every remembered secret. */
  readonly all: () => Redact;
}

/** Remembers the secrets of traffic, in bounded memory. */
export function openTrafficSecrets(): TrafficSecrets {
  const known = new Map<string, { readonly token: string; readonly redact: Redact }>();
  let built = 0;
  const others = new Set<string>();
  return {
    of: (credentials) => {
      if (credentials?.kind !== "bearer") return (text) => ({ text, found: false });
      const { digest, token } = credentials;
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
    ofExchange: (exchange, shownField) => {
      const { credentials } = exchange;
      const redaction = redactionOf(credentials?.kind === "bearer" ? [credentials.token] : []);
      for (const secret of secretsOf(exchange, shownField)) {
        if (isTooShort(secret)) continue;
        if (others.size >= MOST_KNOWN) others.delete(others.values().next().value ?? "");
        others.add(secret);
        redaction.add(secret, "credentials");
      }
      return redaction.redact;
    },
  };
}
