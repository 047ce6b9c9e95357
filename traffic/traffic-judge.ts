/**
 * Judges recorded exchanges one after the other, in memory that does not grow with their number. Pure except for its
 * state: exchanges in, a result out.
 */
import { DEFAULT_LIMITS } from "../http/provider.ts";
import type { Finding } from "../result/result.ts";
import { count, listed } from "../result/safe-text.ts";
import type { Redact } from "../result/redact.ts";
import { present } from "../spec/defined.ts";
import { consumerRules } from "./recorded-client.ts";
import { cleaned } from "./traffic-sample.ts";
import { idIn } from "./recorded-body.ts";
import { judgeOne } from "./judge-exchange.ts";
import { maskedBodies } from "./masked-values.ts";
import { READABLE_LINE } from "./read/read-recordings.ts";
import { isLost, type TrafficExchange, type TrafficItem, unlessLost } from "./recorded-traffic.ts";
import { type Counter, openTally, type Tally } from "./traffic-ledger.ts";
import { shownBy } from "./recorded-provider.ts";
import { bodyFacts, factsOf } from "./recorded-facts.ts";
import {
  type ConsumerResult,
  type CountedReason,
  type RecordingSummary,
  type SeenCounts,
  TRAFFIC_FORMAT,
  TRAFFIC_FORMAT_VERSION,
  type TrafficRequirement,
  type TrafficResult,
  type TrafficRule,
  type TrafficSample,
  type TrafficStatus,
} from "./traffic-result.ts";
import {
  type NewFinding,
  openState,
  type RecordingState,
  SeveralBaseUrlsError,
  stateOf,
  type TrafficOptions,
  type TrafficState,
} from "./traffic-state.ts";

/** A recording that exchanges are added to. */
export interface Recording {
  /** Judges one exchange, or counts an unreadable item. Never throws because of its content. */
  readonly add: (item: TrafficItem) => readonly NewFinding[];
}

/**
 * Adds an exchange of live traffic. A fault of the suite is counted as not readable, and does not disturb the traffic.
 */
export function addSafely(recording: Recording, item: TrafficItem): readonly NewFinding[] {
  try {
    return recording.add(item);
  } catch {
    return recording.add({ lost: "the suite itself failed" });
  }
}

/** Traffic that is being judged. */
export interface Traffic {
  /** @param isComplete whether its exchanges are known to have every header field, like those recorded by a proxy */
  readonly open: (name: string, format: RecordingSummary["format"], isComplete?: boolean) => Recording;
  /** The result of everything so far. @throws {SeveralBaseUrlsError} */
  readonly result: () => TrafficResult;
}

/** Starts judging. */
export function openTraffic(options: TrafficOptions): Traffic {
  const state = stateOf(options);
  return {
    open: (name, format, isComplete = false) => {
      const recording = openState(state, { name, format, keepsAuthorization: isComplete });
      return { add: (item) => added(state, recording, item) };
    },
    result: () => concludeTraffic(state),
  };
}

/**
 * The most characters of the header of a message, as in a run. The search for a secret takes 60 times its length of
 * memory, and any field may be one.
 */
const MOST_OF_HEADER = DEFAULT_LIMITS.headerBytes;

function longestHeader({ request, response }: TrafficExchange): number {
  const sizes = [request.headers, response?.headers ?? []].map((headers) =>
    (unlessLost(headers) ?? []).reduce((size, [name, value]) => size + name.length + value.length, 0),
  );
  return Math.max(request.url.length, ...sizes);
}

/** An id may also be taken at another address, and by another method: at or below any path of the operation. */
function noteId({ options, order }: TrafficState, { request, span }: TrafficExchange): void {
  const { operation, validators } = options;
  const target = request.url.replace(/^https?:\/\/[^/]*/i, "");
  const id = target.includes(operation.path) ? idIn(bodyFacts(request, validators.newPlant)) : null;
  if (typeof id === "string") order.note(id, span);
}

function added(state: TrafficState, recording: RecordingState, item: TrafficItem): readonly NewFinding[] {
  recording.exchanges += 1;
  if (isLost(item)) {
    recording.notReadable.add(item.lost);
    return [];
  }
  if (longestHeader(item) > MOST_OF_HEADER) {
    recording.notReadable.add(
      `its address or its header fields have more than ${MOST_OF_HEADER} characters, the limit`,
    );
    return [];
  }
  const place = state.locate(item.request.method, item.request.url);
  if (place?.kind !== "operation") noteId(state, item);
  if (place === null) return [];
  if (place.kind === "elsewhere") {
    state.elsewhere.add(place.baseUrl);
    return [];
  }
  if (place.kind !== "operation") {
    const word = place.kind === "slash-after-path" ? place.kind : `method ${item.request.method.toUpperCase()}`;
    for (const point of item.response === null ? [] : shownBy(word)) {
      state.profile.get(point)?.add(String(item.response?.status));
    }
    return [];
  }
  recording.ofOperation += 1;
  state.bases.add(place.baseUrl);
  const { validators } = state.options;
  const masked = maskedBodies(item, validators, state.texts);
  const facts = factsOf({ exchange: item, place, masked }, validators.newPlant);
  for (const why of facts.lost) state.notJudged.add(why);
  return judgeOne(state, recording, facts);
}

// Creates the result from the counts: statuses, the verdict, and the samples that show them.

/** The result of the exchanges judged so far. @throws {SeveralBaseUrlsError} */
function concludeTraffic(state: TrafficState): TrafficResult {
  const { options, recordings } = state;
  const baseUrls = state.bases.list().map(({ value }) => value);
  if (options.baseUrls.length === 0 && baseUrls.length > 1) throw new SeveralBaseUrlsError(severalWords(baseUrls));
  const profile = profileOf(state);
  const samples: TrafficSample[] = [];
  const requirements = requirementsOf(state, profile, samples);
  const consumers = consumerRules.map(({ id, level, statement, sources, fix }): ConsumerResult => {
    const found = state.consumers.get(id);
    const own = { id, level, statement, sources, fix, senders: found?.senders.list() ?? [] };
    return { ...own, ...outcomeOf(samples, found?.tally) };
  });
  const result = withVerdict(
    {
      format: TRAFFIC_FORMAT,
      formatVersion: TRAFFIC_FORMAT_VERSION,
      tool: options.tool,
      specification: { version: options.operation.version, sha256: options.operation.sha256 },
      side: options.side,
      strict: options.strict,
      baseUrls,
      summary: summaryOf(state, requirements, consumers),
      recordings: recordings.map(({ name, format, exchanges, ofOperation, notReadable }) => {
        return { name, format, exchanges, ofOperation, notReadable: reasonsOf(notReadable) };
      }),
      notJudged: reasonsOf(state.notJudged),
      remarks: remarksOf(state, profile),
      requirements,
      consumers,
      profile,
      exchanges: samples,
    },
    state,
  );
  return withoutSecrets(result, state.secrets.all());
}

/**
 * Removes secrets from the result, because texts recorded earlier may contain a secret that was seen later. Only text
 * that others wrote is searched.
 */
function withoutSecrets(result: TrafficResult, redact: Redact): TrafficResult {
  const clean = <T extends { readonly findings: readonly Finding[] }>(one: T): T => {
    return { ...one, findings: cleaned(one.findings, redact) };
  };
  return {
    ...result,
    baseUrls: cleaned(result.baseUrls, redact),
    reasons: cleaned(result.reasons, redact),
    notJudged: cleaned(result.notJudged, redact),
    requirements: result.requirements.map(clean),
    consumers: result.consumers.map((one) => ({ ...clean(one), senders: cleaned(one.senders, redact) })),
    profile: cleaned(result.profile, redact),
    exchanges: cleaned(result.exchanges, redact),
  };
}

function requirementsOf(
  state: TrafficState,
  profile: TrafficResult["profile"],
  samples: TrafficSample[],
): readonly TrafficRequirement[] {
  const { options, requirements, echoes } = state;
  return options.requirements.map(({ id, level, topic, statement, sources, fix }) => {
    const own = { id, level, topic, statement, sources, fix };
    if (level !== "OPEN") {
      const tally = requirements.get(id);
      const outcome = outcomeOf(samples, shownBy("ordinary-plant").includes(id) ? withOrdered(state, tally) : tally);
      // While an answer still waits for another one to compare with, it is unclear whether the requirement is met.
      const isUnclear = shownBy("token-in-answer").includes(id) && echoes.isWaiting();
      return { ...own, ...outcome, ...(isUnclear ? { status: "not-judged", reason: NOTHING_TO_COMPARE } : {}) };
    }
    const asked = (profile[id] ?? []).reduce((total, { count: times }) => total + times, 0);
    return { ...own, status: asked > 0 ? "observed" : "not-seen", asked, failed: 0, findings: [], exchanges: [] };
  });
}

/** The evidence with the answers to ids that are now known to be new. */
function withOrdered({ order, conditions }: TrafficState, tally = openTally()): Tally {
  const failed = openTally();
  for (const { findings, sample } of order.first(conditions.isMet)) {
    failed.add(findings, { findings: () => findings, sample: () => sample });
  }
  return failed.failed() === 0 ? tally : { ...failed, asked: () => failed.asked() + tally.asked() };
}

const NOTHING_TO_COMPARE = "the token is in an answer, and there is no answer to a request without it to compare with";

function summaryOf(
  { recordings, judged }: TrafficState,
  requirements: readonly TrafficRequirement[],
  consumers: readonly ConsumerResult[],
): TrafficResult["summary"] {
  const of = (level: string): SeenCounts => seen(requirements.filter((one) => one.level === level));
  const open = requirements.filter(({ level }) => level === "OPEN");
  const observed = open.filter(({ status }) => status === "observed").length;
  return {
    exchanges: sum(recordings, ({ exchanges }) => exchanges),
    ofOperation: sum(recordings, ({ ofOperation }) => ofOperation),
    judged,
    must: of("MUST"),
    should: of("SHOULD"),
    open: { observed, notSeen: open.length - observed },
    consumers: seen(consumers),
  };
}

function severalWords(bases: readonly string[]): string {
  return `The traffic has POST .../plants at several base URLs, which may be different operations: ${basesInWords(bases)}. Name each that is to be judged with --base-url`;
}

function basesInWords(bases: readonly string[]): string {
  return listed(bases.map((base) => (base === "" ? "(no host)" : base)));
}

function sum(list: readonly RecordingState[], of: (one: RecordingState) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

type Outcome = Pick<TrafficRule, "status" | "asked" | "failed" | "findings" | "exchanges">;

/** @param samples get the samples that are not among them */
function outcomeOf(samples: TrafficSample[], tally = openTally()): Outcome {
  const [asked, failed] = [tally.asked(), tally.failed()];
  const status = failed > 0 ? "failed" : asked > 0 ? "passed" : "not-seen";
  const kept = tally.kept().map(({ findings, sample }) => {
    if (!samples.includes(sample)) samples.push(sample);
    return { findings, place: samples.indexOf(sample) };
  });
  const findings = kept.flatMap(({ findings: all, place }) =>
    all.map((finding): Finding => ({ ...finding, exchange: place })),
  );
  return { status, asked, failed, findings, exchanges: kept.map(({ place }) => place) };
}

function seen(list: ReadonlyArray<{ readonly status: TrafficStatus }>): SeenCounts {
  const of = (wanted: TrafficStatus): number => list.filter(({ status }) => status === wanted).length;
  return { passed: of("passed"), failed: of("failed"), notJudged: of("not-judged"), notSeen: of("not-seen") };
}

function reasonsOf(counter: Counter): readonly CountedReason[] {
  return counter.list().map(({ value: why, count: times }) => ({ why, count: times }));
}

function profileOf({ profile }: TrafficState): TrafficResult["profile"] {
  const lists = Array.from(profile, ([point, counter]) => [point, counter.list()] as const);
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

function remarksOf({ recordings, elsewhere }: TrafficState, profile: TrafficResult["profile"]): readonly string[] {
  const without = recordings.filter((one) => one.ofOperation > 0 && !one.keepsAuthorization);
  const successes = otherStatuses(profile).filter((one) => one.startsWith("2"));
  return present([
    ...without.map(
      ({ name }) =>
        `No request in ${name} has an Authorization header field, which a recorder may have removed: nothing is concluded about authentication.`,
    ),
    elsewhere.total() > 0 &&
      recordings.some((one) => one.ofOperation > 0) &&
      `${count(elsewhere.total(), "exchange")} with another base URL not judged: ${basesInWords(elsewhere.list().map(({ value }) => value))}.`,
    successes.length > 0 &&
      `Among the answers were ${listed(successes)}. A success other than 200 counts against the provider only if the request has to be refused, or if a 201 answers an id that is certainly new and its token is accepted elsewhere: the document does not show how an id that exists is answered.`,
  ]);
}

/** The statuses that the document does not show, with how often each was seen. */
function otherStatuses(profile: TrafficResult["profile"]): readonly string[] {
  const values = shownBy("undocumented-status").flatMap((point) => profile[point] ?? []);
  return values.map(({ value, count: times }) => `${value} (${count(times, "time")})`);
}

/** Adds the verdict. A MUST that is not met on the judged side breaks the traffic, and with `strict` also a SHOULD. */
function withVerdict(
  result: Omit<TrafficResult, "verdict" | "exitCode" | "reasons">,
  state: Pick<TrafficState, "elsewhere" | "options">,
): TrafficResult {
  const counts = ({ level, status }: { readonly level: string; readonly status: TrafficStatus }): boolean =>
    status === "failed" && (level === "MUST" || result.strict);
  const broken = result.requirements.filter(counts).map(({ id, failed }) => `${id} (${count(failed, "exchange")})`);
  const wrong = result.consumers.filter(counts).map(({ id, failed }) => `${id} (${count(failed, "exchange")})`);
  const reasons = [
    ...(broken.length === 0 ? [] : [`The provider breaks ${listed(broken)}.`]),
    ...(wrong.length === 0 ? [] : [`Clients break ${listed(wrong)}.`]),
  ];
  const [first, ...others] = reasons;
  if (first !== undefined) return { ...result, verdict: "traffic-broken", exitCode: 1, reasons: [first, ...others] };
  if (result.summary.judged === 0) {
    return { ...result, verdict: "inconclusive", exitCode: 3, reasons: [nothingWords(result, state)] };
  }
  // Facts that any answer shows, such as that none is a 5xx, do not make the traffic clean.
  if (result.side !== "consumer" && result.summary.must.passed === 0) {
    const statuses = otherStatuses(result.profile);
    const answers = statuses.length === 0 ? "" : ` The answers were ${listed(statuses)}.`;
    const why = `The provider was not judged: none of ${count(result.summary.ofOperation, "exchange")} with the operation shows that it meets a MUST.${answers}`;
    return { ...result, verdict: "inconclusive", exitCode: 3, reasons: [why] };
  }
  const words = `${count(result.summary.judged, "exchange")} with the operation, and nothing that breaks the document.`;
  return { ...result, verdict: "traffic-clean", exitCode: 0, reasons: [words] };
}

/** Reasons that are about the form of a recording. */
const OF_FORM = /(?:the (?:line|object) (?:is|has no)|the entry has|its request has|its answer's status) /;

function nothingWords(
  { summary, notJudged, recordings }: Pick<TrafficResult, "summary" | "notJudged" | "recordings">,
  { elsewhere, options }: Pick<TrafficState, "elsewhere" | "options">,
): string {
  const none = `None of ${count(summary.exchanges, "exchange")}`;
  const unread = recordings.flatMap(({ notReadable }) => notReadable);
  if (summary.exchanges > 0 && unread.reduce((all, { count: many }) => all + many, 0) === summary.exchanges) {
    const why = listed([...new Set(unread.map((reason) => reason.why))]);
    return `${none} could be read: ${why}.${unread.some((reason) => OF_FORM.test(reason.why)) ? ` A line that can be read is ${READABLE_LINE}` : ""}`;
  }
  if (summary.ofOperation > 0) {
    return `${count(summary.ofOperation, "exchange")} with the operation could not be judged: ${listed(notJudged.map(({ why }) => why))}.`;
  }
  const { method, path } = options.operation;
  if (elsewhere.total() === 0)
    return `${none} is a ${method} to a path that ends in ${path}, so that nothing was judged.`;
  const wanted = listed(options.baseUrls.map((base) => JSON.stringify(base)));
  const there = basesInWords(elsewhere.list().map(({ value }) => value));
  return `${none} is a ${method} to ${path} at ${wanted}, so that nothing was judged. There are some at ${there}.`;
}
