/** Creates samples of exchanges: recorded as in a run, without secrets. */
import { header, type HeaderFields } from "../http/message.ts";
import { DEFAULT_LIMITS } from "../http/provider.ts";
import type { Redact } from "../result/redact.ts";
import { excerpt } from "../result/safe-text.ts";
import type { PlannedRequest } from "../suites/checks/check.ts";
import { TOKEN } from "../suites/checks/check-requests.ts";
import { type RecordedAnswer, recordRequest, recordResponse } from "../suites/run/record-exchange.ts";
import { isChunked } from "./read/read-exchange.ts";
import { isLost, unlessLost } from "./recorded-traffic.ts";
import { type Credentials, isShown } from "./recorded-credentials.ts";
import type { TrafficFacts } from "./recorded-facts.ts";
import type { TrafficSample } from "./traffic-result.ts";

const { keptBytes, bodyBytes } = DEFAULT_LIMITS;

/** The most characters of a client's name. */
const MOST_SENDER = 120;

const HIDDEN = "[not shown]";

/** The request of an exchange as input for checks, with a placeholder instead of the token. */
export function requestAsSent(facts: TrafficFacts, path: string): PlannedRequest {
  const { exchange, place, credentials } = facts;
  const { method, headers, body } = exchange.request;
  const shown = (unlessLost(headers) ?? []).map(
    ([name, value]) => [name, shownValue(name, value, credentials)] as const,
  );
  return {
    kind: "open",
    method,
    // A query may contain secrets.
    path: place.query === undefined ? path : `${path}?${HIDDEN}`,
    headers: shown,
    body: isLost(body) ? null : body,
    framing: isChunked(shown) ? "chunked" : "content-length",
  };
}

function shownValue(name: string, value: string, credentials: Credentials | null): string {
  if (/^authorization$/i.test(name)) {
    if (credentials?.kind === "bearer") return `${credentials.scheme} ${TOKEN}`;
    return credentials?.kind === "other-scheme" ? `${credentials.scheme} ${HIDDEN}` : HIDDEN;
  }
  return isShown(name, "request") ? value : HIDDEN;
}

/** The recorded answer, and the places where it contains the token of its request. */
export function recordedAnswer(facts: TrafficFacts, redact: Redact): RecordedAnswer | null {
  if (facts.answered === null) return null;
  const { answer, body } = facts.answered;
  const { status, headers } = answer;
  return recordResponse({ status, headers, body, truncated: false }, { keptBytes, bodyBytes }, redact);
}

/** A sample of an exchange. The secrets of its request are removed from all parts. */
export function sampleOf(
  facts: TrafficFacts,
  at: Pick<TrafficSample, "recording" | "place">,
  { path, sender, redact }: { readonly path: string; readonly sender: string; readonly redact: Redact },
): TrafficSample {
  const recorded = recordedAnswer(facts, redact);
  const request = recordRequest(requestAsSent(facts, path), { baseUrl: facts.place.baseUrl, keptBytes, redact });
  return {
    ...at,
    sender,
    request: cleaned(request, redact),
    response:
      recorded === null ? null : { ...recorded.response, headers: withoutSecretFields(recorded.response.headers) },
    lost: facts.lost,
    redacted: recorded?.redacted ?? [],
  };
}

/** An answer may give its client a session, a token or another secret. */
function withoutSecretFields(headers: HeaderFields): HeaderFields {
  return headers.map(([name, value]) => [name, isShown(name, "answer") ? value : HIDDEN]);
}

/** A value with all its strings redacted. */
export function cleaned<T>(value: T, redact: Redact): T {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === "string" ? redact(one).text : one));
  return JSON.parse(text) as T;
}

/**
 * The sender of a request, from a header field. @param redact applied before the text is cut, so that no part of a
 * secret is left at the cut
 */
export function senderOf(facts: TrafficFacts, field: string, redact: Redact): string {
  const headers = unlessLost(facts.exchange.request.headers);
  if (headers === undefined) return "(not recorded)";
  const value = header(headers, field);
  return value === null ? `(no ${field})` : excerpt(redact(value).text, MOST_SENDER);
}
