/** Judges one exchange with the operation: the provider, the client, and the open points. */
import { hash } from "node:crypto";
import type { Finding, Exchange } from "../result/result.ts";
import type { Redact } from "../result/redact.ts";
import type { AnsweredSent, Sent } from "../suites/checks/check.ts";
import { isAccepted, isSuccess } from "../suites/checks/exchange-facts.ts";
import { consumerRules } from "./recorded-client.ts";
import { cleaned, recordedAnswer, requestAsSent, sampleOf, senderOf } from "./traffic-sample.ts";
import { idIn } from "./recorded-body.ts";
import { type AskedOfTraffic, shownBy } from "./recorded-provider.ts";
import { unlessLost } from "./recorded-traffic.ts";
import type { AnswerFacts, TrafficFacts } from "./recorded-facts.ts";
import type { Shown, Tally } from "./traffic-ledger.ts";
import type { TrafficSample } from "./traffic-result.ts";
import { conditionOf, type NewFinding, type RecordingState, type TrafficState } from "./traffic-state.ts";

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
  const { operation, consumerHeader, side } = state.options;
  const redact = state.secrets.of(facts.credentials);
  const at = { recording: recording.index, place: recording.exchanges };
  const sender = senderOf(facts, consumerHeader, redact);
  let shown: Redact | null = null;
  const show: Redact = (text) => (shown ??= state.secrets.ofExchange(facts, consumerHeader))(text);
  let made: TrafficSample | null = null;
  const sample = (): TrafficSample => (made ??= sampleOf(facts, at, { path: operation.path, sender, redact: show }));
  const judged: Judged = { state, recording, facts, place: at.place, sender, redact, show, sample };
  if (facts.credentials !== null && facts.credentials.kind !== "none" && !recording.keepsAuthorization) {
    recording.keepsAuthorization = true;
    state.conditions.release(conditionOf(recording));
    for (const { value, count } of recording.openValues.list()) {
      const [point = "", ...words] = value.split(" ");
      state.profile.get(point)?.add(words.join(" "), count);
    }
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
    if (isAccepted(sent)) state.conditions.release(anyAccepted(judged.recording));
  }
  state.echoes.keep(credentials?.kind === "bearer" ? credentials.digest : "none", () => textOf(answered));
  noteOpenValues(judged, sent);
  return { asked: asked.length, news };
}

/** The bytes of the body of a request, as far as they are known. */
function bytesOf({ exchange }: TrafficFacts): Buffer {
  return Buffer.from(unlessLost(exchange.request.body) ?? []);
}

/** A 200 shows that a token is accepted. Another success must come twice, so that no request proves this for itself. */
function noteAccepted({ conditions }: TrafficState, digest: string, isPlant: boolean): void {
  const once = `once ${digest}`;
  conditions.release(isPlant || conditions.isMet(once) ? digest : once);
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
  const { state, recording, facts } = judged;
  const tally = state.requirements.get(asked.requirement);
  if (tally === undefined) return [];
  const shown = shownOf(judged, asked.findings);
  if (asked.until === "first-with-id") {
    keepUntilOrdered(judged, shown);
    return [];
  }
  const condition = conditionFor(asked, recording, facts);
  if (condition !== null && !state.conditions.isMet(condition)) {
    state.conditions.hold(condition, () => counting(tally, shown.findings(), shown.sample()));
    return [];
  }
  return found(judged, { side: "provider", id: asked.requirement, findings: tally.add(asked.findings, shown) });
}

function shownOf({ show, sample }: Judged, findings: readonly Finding[]): Shown {
  return { findings: () => cleaned(findings, show), sample };
}

/** What is counted later. It does not hold the exchange. */
function counting(tally: Tally, findings: readonly Finding[], sample: TrafficSample): () => void {
  return () => void tally.add(findings, { findings: () => findings, sample: () => sample });
}

function keepUntilOrdered({ state, facts }: Judged, shown: Shown): void {
  const [id, { credentials, exchange }] = [idIn(facts.body), facts];
  if (typeof id !== "string" || credentials?.kind !== "bearer") return;
  state.order.keep({ id, span: exchange.span, digest: credentials.digest }, shown);
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

/** What was not found before, if anything. */
function found(
  { state, place, sender }: Judged,
  news: Pick<NewFinding, "side" | "id" | "findings">,
): readonly NewFinding[] {
  if (news.findings.length === 0) return [];
  return [{ ...news, level: state.levels.get(news.id) ?? "MUST", sender, place }];
}

function judgeRequest(judged: Judged): Outcome {
  const { state, recording, facts, sender } = judged;
  const { requestMediaType } = state.options.operation;
  const answers = consumerRules.map(({ id, ask }) => ({
    id,
    findings: ask({ ...facts, ...recording }, requestMediaType),
  }));
  const news = answers.flatMap(({ id, findings }): readonly NewFinding[] => {
    const rule = state.consumers.get(id);
    if (rule === undefined || findings === null) return [];
    if (findings.length > 0) rule.senders.add(sender);
    const fresh = rule.tally.add(findings, shownOf(judged, findings));
    return found(judged, { side: "consumer", id, findings: fresh });
  });
  return { asked: answers.filter(({ findings }) => findings !== null).length, news };
}

function noteOpenValues({ state, recording, facts }: Judged, sent: AnsweredSent): void {
  for (const { point, value, until } of state.readOpen(sent, facts)) {
    // If the field was removed from a recording, requests without it show nothing.
    if (until === undefined || recording.keepsAuthorization) state.profile.get(point)?.add(value);
    else recording.openValues.add(`${point} ${value}`);
  }
  for (const point of shownBy(repeated(state, facts, sent))) {
    state.profile.get(point)?.add(String(sent.answer.status));
  }
}

/** The most ids remembered to detect duplicates. */
const MOST_IDS = 50_000;

/** What of an accepted plant a request has again. */
function repeated(
  { ids }: TrafficState,
  { body, place, isPlain, credentials, exchange: { span } }: TrafficFacts,
  sent: Sent,
): "plant-again" | "id-again" | "nothing" {
  if (body?.is !== "plant" || !isPlain || credentials?.kind !== "bearer") return "nothing";
  const key = `${place.baseUrl} ${body.id}`;
  const before = ids.get(key);
  const digest = hash("sha1", JSON.stringify([body.name, body.tag]), "base64");
  const isEarlier = span !== undefined && span.end < (before?.end ?? Infinity);
  if (isAccepted(sent) && isEarlier && (before !== undefined || ids.size < MOST_IDS)) {
    ids.set(key, { digest, end: span.end });
  }
  // Without times, neither is known to be the duplicate of the other.
  if (before === undefined || span === undefined || span.start <= before.end) return "nothing";
  return before.digest === digest ? "plant-again" : "id-again";
}
