/** Judges one exchange with the operation: the provider, the client, and the open points. */
import { hash } from "node:crypto";
import type { HeaderFields } from "../http/message.ts";
import type { Finding, Exchange } from "../result/result.ts";
import { isTooShort, type Redact, redactionOf } from "../result/redact.ts";
import type { AnsweredSent, Sent } from "../suites/checks/check.ts";
import { isAccepted, isOtherSuccess, isSuccess } from "../suites/checks/exchange-facts.ts";
import { count } from "./traffic-conditions.ts";
import { consumerRules } from "./recorded-client.ts";
import { cleaned, recordedAnswer, requestAsSent, sampleOf, senderOf } from "./traffic-sample.ts";
import { idIn } from "./recorded-ids.ts";
import type { AskedOfTraffic } from "./recorded-provider.ts";
import { unlessLost } from "./recorded-traffic.ts";
import { type Credentials, isHarmlessField } from "./recorded-credentials.ts";
import type { AnswerFacts, TrafficFacts } from "./recorded-facts.ts";
import type { TrafficSample } from "./traffic-result.ts";
import { conditionOf, type NewFinding, type RecordingState, type TrafficState } from "./traffic-state.ts";

// Finds the parts of an exchange that may be secret, so that they are removed from shown text. Single values are also
// searched for. Pure.

/** The parts of an exchange that are searched for secrets. */
export interface SearchedExchange {
  readonly headers: HeaderFields;
  readonly credentials: Credentials | null;
  readonly query: string | undefined;
  /** The bodies of the request and of the answer. */
  readonly bodies: readonly Uint8Array[];
}

/** The secrets of an exchange, in no order. Some may be too short to search for. */
export function secretsOf({ headers, credentials, query = "", bodies }: SearchedExchange): readonly string[] {
  const others = headers.filter(([name]) => !isHarmlessField(name) && name.toLowerCase() !== "authorization");
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

/** An exchange that is being judged. */
interface Judged {
  readonly state: TrafficState;
  readonly recording: RecordingState;
  readonly facts: TrafficFacts;
  readonly place: number;
  readonly sender: string;
  /** Removes only the token. It is prepared for each exchange. */
  readonly redact: Redact;
  /** Removes every secret of the request, for text that is shown. */
  readonly show: Redact;
  readonly sample: () => TrafficSample;
}

/** Judges one exchange. @returns the findings that were not found before */
export function judgeOne(state: TrafficState, recording: RecordingState, facts: TrafficFacts): readonly NewFinding[] {
  const redact = tokenRedaction(state, facts);
  const { operation, consumerHeader, side } = state.options;
  const at = { recording: recording.index, place: recording.exchanges };
  const sender = senderOf(facts, consumerHeader, redact);
  let shown: Redact | null = null;
  const show: Redact = (text) => (shown ??= showing(state, facts))(text);
  let made: TrafficSample | null = null;
  const sample = (): TrafficSample => (made ??= sampleOf(facts, at, { path: operation.path, sender, redact: show }));
  const judged: Judged = { state, recording, facts, place: at.place, sender, redact, show, sample };
  if (facts.credentials !== null && facts.credentials.kind !== "none" && !recording.keepsAuthorization) {
    recording.keepsAuthorization = true;
    state.held.release(conditionOf(recording));
  }
  state.options.pactDrafts?.note(facts, sender, show);
  const id = idIn(facts.body);
  if (id !== undefined) state.order.note(id, facts.exchange.span);
  const ofProvider = side === "consumer" ? null : judgeAnswer(judged);
  const ofConsumer = side === "provider" ? null : judgeRequest(judged);
  if ((ofProvider?.asked ?? 0) + (ofConsumer?.asked ?? 0) > 0) state.judged += 1;
  return [...(ofProvider?.news ?? []), ...(ofConsumer?.news ?? [])];
}

interface Outcome {
  readonly asked: number;
  readonly news: readonly NewFinding[];
}

/** Removes the token of an exchange from a text. */
function tokenRedaction({ secrets }: TrafficState, { credentials }: TrafficFacts): Redact {
  if (credentials?.kind !== "bearer") return (text) => ({ text, found: false });
  return secrets.of(credentials.digest, credentials.token);
}

/** Removes every secret of an exchange from the parts that are shown. */
function showing(state: TrafficState, { credentials, exchange, place, answered }: TrafficFacts): Redact {
  const { consumerHeader } = state.options;
  const headers = (unlessLost(exchange.request.headers) ?? []).filter(
    ([name]) => name.toLowerCase() !== consumerHeader,
  );
  const bodies = [unlessLost(exchange.request.body) ?? new Uint8Array(), answered?.body ?? new Uint8Array()];
  const redaction = redactionOf(credentials?.kind === "bearer" ? [credentials.token] : []);
  for (const secret of secretsOf({ headers, credentials, query: place.query, bodies })) {
    if (isTooShort(secret)) continue;
    state.secrets.learn(secret);
    redaction.add(secret, "credentials");
  }
  return redaction.redact;
}

/**
 * Findings do not cut answers up to this number of characters. Longer text is cleaned of every secret before it is cut,
 * because half a secret cannot be found.
 */
const MOST_UNCUT = 60;

function judgeAnswer(judged: Judged): Outcome {
  const { state, facts } = judged;
  const { answered, credentials } = facts;
  if (answered === null) return { asked: 0, news: [] };
  const recorded = recordedAnswer(facts, judged.redact);
  const sent: AnsweredSent = {
    request: requestAsSent(facts, state.options.operation.path),
    exchange: exchangeOf(recorded?.redacted ?? []),
    index: 0,
    answer: answered.answer,
    clean: (text) => (text.length > MOST_UNCUT ? judged.show : judged.redact)(text).text,
  };
  const asked = state.ask(sent, facts);
  const news = asked.flatMap((one) => tallied(judged, one));
  if (credentials?.kind === "bearer") {
    const { token, digest } = credentials;
    const tell = (one: AskedOfTraffic): void => void news.push(...tallied(judged, one));
    // If the plant itself contains the token, the answer only returns the plant.
    const isGiven = bytesOf(facts).includes(token);
    if (!isGiven) state.echoes.ask({ sent, digest, redact: judged.redact, tell });
    if (isSuccess(sent)) noteAccepted(state, digest, isAccepted(sent));
    if (isAccepted(sent)) state.held.release(anyAccepted(judged.recording));
  }
  state.echoes.keep(credentials?.kind === "bearer" ? credentials.digest : "none", () => textOf(answered));
  noteOpenValues(judged, sent);
  noteOtherSuccess(state, facts, sent);
  return { asked: asked.length, news };
}

/** The bytes of the body of a request, as far as they are known. */
function bytesOf({ exchange }: TrafficFacts): Buffer {
  return Buffer.from(unlessLost(exchange.request.body) ?? []);
}

/** A 200 shows that a token is accepted. Another success must come twice, so that no request proves this for itself. */
function noteAccepted({ held }: TrafficState, digest: string, isPlant: boolean): void {
  const once = `once ${digest}`;
  held.release(isPlant || held.isMet(once) ? digest : once);
}

/** A placeholder exchange. Judges use only the places where the token was found. */
function exchangeOf(redacted: Exchange["redacted"]): Exchange {
  return {
    request: { method: "POST", url: "", headers: [], body: null, framing: "content-length" },
    response: null,
    timing: { startedMs: 0, firstByteMs: null, totalMs: 0 },
    truncated: false,
    redacted,
    attempts: 1,
  };
}

function textOf({ answer, body }: AnswerFacts): string {
  return `${answer.headers.flat().join("\n")}\n${Buffer.from(body).toString("latin1")}`;
}

function tallied(judged: Judged, asked: AskedOfTraffic): readonly NewFinding[] {
  const { state, recording, facts, sample } = judged;
  const tally = state.requirements.get(asked.requirement);
  if (tally === undefined) return [];
  const shown = (): readonly Finding[] => cleaned(asked.findings, judged.show);
  if (asked.until === "first-with-id") {
    keepUntilOrdered(judged, shown());
    return [];
  }
  const condition = conditionFor(asked, recording, facts);
  if (condition !== null && !state.held.isMet(condition)) {
    state.held.hold(condition, () => ({ tally, findings: shown(), sample: sample() }));
    return [];
  }
  const news = count(tally, asked.findings, { shown, sample });
  return news.length === 0 ? [] : [newFinding(judged, { side: "provider", id: asked.requirement, findings: news })];
}

function keepUntilOrdered({ state, facts, sample }: Judged, findings: readonly Finding[]): void {
  const [id, { credentials, exchange }] = [idIn(facts.body), facts];
  if (typeof id !== "string" || credentials?.kind !== "bearer") return;
  state.order.keep({ id, span: exchange.span, digest: credentials.digest, findings }, sample);
}

function conditionFor(
  { until }: AskedOfTraffic,
  recording: RecordingState,
  { credentials }: TrafficFacts,
): string | null {
  if (until === "any-accepted") return anyAccepted(recording);
  if (until === "authorization-kept") return recording.keepsAuthorization ? null : conditionOf(recording);
  return until === "token-accepted" && credentials?.kind === "bearer" ? credentials.digest : null;
}

function anyAccepted(recording: RecordingState): string {
  return `${conditionOf(recording)} accepted`;
}

function newFinding({ state, place, sender }: Judged, found: Pick<NewFinding, "side" | "id" | "findings">): NewFinding {
  return { ...found, level: state.levels.get(found.id) ?? "MUST", sender, place };
}

function judgeRequest(judged: Judged): Outcome {
  const { state, recording, facts, sender, sample } = judged;
  const { operation } = state.options;
  const { credentials, mediaType, place, body } = facts;
  const request = {
    credentials,
    mediaType,
    query: place.query,
    body,
    keepsAuthorization: recording.keepsAuthorization,
  };
  const answers = consumerRules.map(({ id, ask }) => ({ id, findings: ask(request, operation.requestMediaType) }));
  const news = answers.flatMap(({ id, findings }): readonly NewFinding[] => {
    const rule = state.consumers.get(id);
    if (rule === undefined || findings === null) return [];
    if (findings.length > 0) rule.senders.add(sender);
    const fresh = count(rule.tally, findings, { shown: () => cleaned(findings, judged.show), sample });
    return fresh.length === 0 ? [] : [newFinding(judged, { side: "consumer", id, findings: fresh })];
  });
  return { asked: answers.filter(({ findings }) => findings !== null).length, news };
}

function noteOpenValues({ state, recording, facts }: Judged, sent: AnsweredSent): void {
  for (const { point, value, until } of state.readOpen(sent, facts)) {
    // If the field was removed from a recording, requests without it show nothing.
    if (until === undefined) state.profile.get(point)?.add(value);
    else recording.openValues.add(`${point} ${value}`);
  }
  for (const { point, value } of duplicateValues(state, facts, sent)) state.profile.get(point)?.add(value);
}

/** The most ids remembered to detect duplicates. */
const MOST_IDS = 50_000;

function duplicateValues(
  { ids }: TrafficState,
  { body, place, isPlain, credentials, exchange: { span } }: TrafficFacts,
  sent: Sent,
): readonly { readonly point: string; readonly value: string }[] {
  if (body?.is !== "plant" || !isPlain || credentials?.kind !== "bearer") return [];
  const key = `${place.baseUrl} ${body.id}`;
  const before = ids.get(key);
  const digest = hash("sha1", JSON.stringify([body.name, body.tag]), "base64");
  const isEarlier = span !== undefined && span.end < (before?.end ?? Infinity);
  if (isAccepted(sent) && isEarlier && (before !== undefined || ids.size < MOST_IDS)) {
    ids.set(key, { digest, end: span.end });
  }
  // Without times, neither is known to be the duplicate of the other.
  if (before === undefined || span === undefined || span.start <= before.end) return [];
  return [
    {
      point: before.digest === digest ? "duplicate-id" : "duplicate-id-other-body",
      value: String(sent.answer?.status),
    },
  ];
}

/**
 * Counts other successes without an accusation: the id may exist already, and the document does not show the answer to
 * that. Whether a 201 is judged is known at the end.
 */
function noteOtherSuccess({ otherSuccesses }: TrafficState, facts: TrafficFacts, sent: Sent): void {
  const { body, isPlain, credentials } = facts;
  if (body?.is !== "plant" || !isPlain || credentials?.kind !== "bearer") return;
  const status = sent.answer?.status;
  if (isOtherSuccess(sent) && !(status === 201 && body.isOrdinary)) otherSuccesses.add(String(status));
}
