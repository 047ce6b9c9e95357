/**
 * Judges the provider by one exchange: the requirements on every answer, with the suite's own checks, and the
 * requirements that the request itself shows. A refusal does not count against the provider, because the document may
 * not show its cause. Pure.
 */
import type { Finding } from "../result/result.ts";
import { groupBy, present } from "../spec/defined.ts";
import { readRecords, type Requirement } from "../spec/requirements.ts";
import type { Validators } from "../spec/validators.ts";
import { acceptedOrNot } from "../suites/checks/check-forms.ts";
import type { AnsweredSent, Check, Sent } from "../suites/checks/check.ts";
import { notAccepted, notRefused } from "../suites/checks/findings.ts";
import { isAccepted, isSuccess } from "../suites/checks/exchange-facts.ts";
import { asker } from "../suites/fuzz/fuzz-checks.ts";
import { bodyKindOf } from "../suites/requirements/open-authentication.ts";
import { isWellFormed } from "./recorded-credentials.ts";
import type { TrafficFacts } from "./recorded-facts.ts";

/** The answer to one question. */
export interface AskedOfTraffic {
  readonly requirement: string;
  /** Empty if the requirement was met. */
  readonly findings: readonly Finding[];
  /**
   * It counts only once the recording is known to keep the field Authorization, once another request with the same
   * token was answered with success, once any request of the recording was accepted, or if it was the first with its id
   * and its token is accepted.
   */
  readonly until?: "authorization-kept" | "token-accepted" | "any-accepted" | "first-with-id";
}

let shown: ReadonlyMap<string | undefined, readonly Requirement[]> | undefined;

/** The requirements that traffic shows by something, as their records say. */
export function shownBy(word: string): readonly string[] {
  shown ??= groupBy(readRecords(), ({ traffic }) => traffic);
  return (shown.get(word) ?? []).map(({ id }) => id);
}

/** Judges one answered exchange by all questions. */
export type AskTraffic = (sent: Sent, facts: TrafficFacts) => readonly AskedOfTraffic[];

/** @param checks every check of the suite; the ones that judge each exchange separately are used */
export function trafficAsker(checks: readonly Check[]): AskTraffic {
  // The first needs other exchanges, and a recording does not show the second.
  const askedApart = [...shownBy("token-in-answer"), ...shownBy("no-answer")];
  const ofHeaders = shownBy("header-fields");
  const everyAnswer = asker(
    checks.filter(({ requirement }) => !askedApart.includes(requirement)),
    [],
  );
  return (sent, facts) => {
    const hasHeaders = facts.answered?.hasHeaders === true;
    const ofAnswer = everyAnswer(sent, []).filter(({ requirement }) => hasHeaders || !ofHeaders.includes(requirement));
    return [...ofAnswer, ...ofRequest(sent, facts), ...ofPlant(sent, facts)];
  };
}

function ofRequest(sent: Sent, facts: TrafficFacts): readonly AskedOfTraffic[] {
  return [...ofBody(sent, facts), ...ofMediaType(sent, facts), ...ofCredentials(sent, facts)];
}

/** A body that is not a NewPlant must not be answered with success, whatever the rest of the request is. */
function ofBody(sent: Sent, { body, credentials, isPlain }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "no-plant") return [];
  if (isSuccess(sent)) return asked(body.fault, { findings: [saying(notRefused(sent), `to ${body.what}`)] });
  // A refusal counts as met only if nothing else in the request can be its reason.
  if (!isPlain || credentials?.kind !== "bearer" || sent.answer?.status !== 400) return [];
  return [body.fault, "any-refusal"].flatMap((word) => asked(word, { findings: [], until: "token-accepted" }));
}

function asked(word: string, outcome: Omit<AskedOfTraffic, "requirement">): readonly AskedOfTraffic[] {
  return shownBy(word).map((requirement) => ({ requirement, ...outcome }));
}

const OTHER_MEDIA_TYPES: ReadonlySet<string> = new Set(["text/plain", "application/x-www-form-urlencoded"]);

function ofMediaType(sent: Sent, { body, mediaType }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "plant" || !OTHER_MEDIA_TYPES.has(mediaType ?? "") || !isSuccess(sent)) return [];
  return asked("other-media-type", { findings: [saying(notRefused(sent), `to a body declared as ${mediaType}`)] });
}

/** A refusal proves something only if another request was accepted, because a provider may refuse everything. */
function ofCredentials(sent: Sent, { credentials }: TrafficFacts): readonly AskedOfTraffic[] {
  const scheme = credentials?.kind === "other-scheme" ? credentials.scheme : null;
  if (scheme === null && (credentials?.kind !== "none" || credentials.elsewhere)) return [];
  const word = scheme === null ? "no-credentials" : "other-scheme";
  if (sent.answer?.status === 401 || sent.answer?.status === 403) {
    return asked(word, { findings: [], until: "any-accepted" });
  }
  if (!isSuccess(sent)) return [];
  const to = scheme === null ? "to a request without Authorization" : `to the scheme ${scheme}`;
  // A request with another scheme has the field, so that its recording keeps it.
  return asked(word, { findings: [saying(notRefused(sent), to)], until: "authorization-kept" });
}

/**
 * Judges the answer to a NewPlant. Only a 201 for a new id counts against the provider, because it says that a plant
 * was created. Any other answer may be about an existing id, which the document does not show.
 */
function ofPlant(sent: Sent, { body, credentials, isPlain }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "plant" || credentials?.kind !== "bearer") return [];
  if (isAccepted(sent)) {
    return present(["any-plant", body.isOrdinary && "ordinary-plant"]).flatMap((word) => asked(word, { findings: [] }));
  }
  if (sent.answer?.status !== 201 || !body.isOrdinary || !isPlain) return [];
  const findings = [saying(notAccepted(sent), "to a valid NewPlant with ordinary values")];
  return asked("ordinary-plant", { findings, until: "first-with-id" });
}

function saying(finding: Finding, to: string): Finding {
  return { ...finding, seen: `${finding.seen}, ${to}` };
}

// The values of open points that one exchange shows: the same observations as in a run, for one exchange at a time.

interface OpenValue {
  readonly point: string;
  readonly value: string;
  /** As for requirements: if a recorder removed the field, a request without it shows nothing. */
  readonly until?: "authorization-kept";
}

/** The values of a tally for an exchange that is not an occasion for it. */
const NOTHING: ReadonlySet<string> = new Set(["none", "none seen"]);

/** Reads the values from one answered exchange with the operation. */
export type ReadOpenValues = (sent: AnsweredSent, facts: TrafficFacts) => readonly OpenValue[];

/** @param checks every check of the suite; the tallies of open points among them receive one exchange at a time */
export function openValueReader(
  checks: readonly Check[],
  open: ReadonlySet<string>,
  { error, plant }: Validators,
): ReadOpenValues {
  const tallies = checks.filter(({ form, requirement }) => form === "tally" && open.has(requirement));
  return (sent, facts) => [
    ...tallies.flatMap(({ requirement, judge }): readonly OpenValue[] => {
      const { outcome } = judge([], [sent]);
      const isSeen = outcome.status === "observed" && !NOTHING.has(outcome.value);
      return isSeen ? [{ point: requirement, value: outcome.value }] : [];
    }),
    ...openOfToken(sent, facts, (of) => bodyKindOf(of, error, plant)),
    ...openOfBody(sent, facts),
  ];
}

function openValues(word: string, value: string): readonly OpenValue[] {
  return shownBy(word).map((point) => ({ point, value }));
}

function openOfToken(
  sent: AnsweredSent,
  { credentials, lost }: TrafficFacts,
  bodyOf: (sent: AnsweredSent) => string,
): readonly OpenValue[] {
  const values = (word: string): readonly OpenValue[] => [
    ...openValues(`${word}-status`, String(sent.answer.status)),
    ...(lost.length === 0 ? openValues(`${word}-body`, bodyOf(sent)) : []),
  ];
  if (credentials?.kind === "none") {
    return values("no-credentials").map((value) => ({ ...value, until: "authorization-kept" }));
  }
  return credentials?.kind === "bearer" && !isWellFormed(credentials.token) ? values("odd-token") : [];
}

/** The values of a request that is unusual in exactly one way. */
function openOfBody(sent: AnsweredSent, { body, credentials, mediaType, place }: TrafficFacts): readonly OpenValue[] {
  if (credentials?.kind !== "bearer" || body === null || body.is === "no-plant") return [];
  const [word, ...others] = present([
    ...body.open,
    mediaType === undefined && "no-media-type",
    (place.query ?? "") !== "" && "query",
  ]);
  const isUsual = mediaType === undefined || mediaType === "application/json";
  return word === undefined || others.length > 0 || !isUsual ? [] : openValues(word, acceptedOrNot(sent));
}
