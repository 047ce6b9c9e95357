/**
 * Judges the provider by one exchange: the requirements on every answer, with the suite's own checks, and the
 * requirements that the request itself shows. A refusal does not count against the provider, because the document may
 * not show its cause. Pure.
 */
import type { Finding } from "../result/result.ts";
import { present } from "../spec/defined.ts";
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

/** Requirements that are judged elsewhere, because they need other exchanges, or cannot be judged in a recording. */
const ASKED_APART: ReadonlySet<string> = new Set(["keeps-token-secret", "answers-every-request"]);

/** Requirements about header fields of the answer. */
const OF_HEADERS: ReadonlySet<string> = new Set(["plant-media-type", "error-media-type", "challenges-with-401"]);

/** Judges one answered exchange by all questions. */
export type AskTraffic = (sent: Sent, facts: TrafficFacts) => readonly AskedOfTraffic[];

/** @param checks every check of the suite; the ones that judge each exchange separately are used */
export function trafficAsker(checks: readonly Check[]): AskTraffic {
  const everyAnswer = asker(
    checks.filter(({ requirement }) => !ASKED_APART.has(requirement)),
    [],
  );
  return (sent, facts) => {
    const hasHeaders = facts.answered?.hasHeaders === true;
    const ofAnswer = everyAnswer(sent, []).filter(({ requirement }) => hasHeaders || !OF_HEADERS.has(requirement));
    return [...ofAnswer, ...ofRequest(sent, facts), ...ofPlant(sent, facts)];
  };
}

function ofRequest(sent: Sent, facts: TrafficFacts): readonly AskedOfTraffic[] {
  return [...ofBody(sent, facts), ...ofMediaType(sent, facts), ...ofCredentials(sent, facts)];
}

/** A body that is not a NewPlant must not be answered with success, whatever the rest of the request is. */
function ofBody(sent: Sent, { body, credentials, isPlain }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "no-plant") return [];
  const requirement = body.breaks;
  if (isSuccess(sent)) return [{ requirement, findings: [saying(notRefused(sent), `to ${body.what}`)] }];
  // A refusal counts as met only if nothing else in the request can be its reason.
  if (!isPlain || credentials?.kind !== "bearer" || sent.answer?.status !== 400) return [];
  return [requirement, "refuses-with-400"].map((id) => ({ requirement: id, findings: [], until: "token-accepted" }));
}

const OTHER_MEDIA_TYPES: ReadonlySet<string> = new Set(["text/plain", "application/x-www-form-urlencoded"]);

function ofMediaType(sent: Sent, { body, mediaType }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "plant" || !OTHER_MEDIA_TYPES.has(mediaType ?? "") || !isSuccess(sent)) return [];
  const finding = saying(notRefused(sent), `to a body declared as ${mediaType}`);
  return [{ requirement: "refuses-other-media-types", findings: [finding] }];
}

/** A refusal proves something only if another request was accepted, because a provider may refuse everything. */
function ofCredentials(sent: Sent, { credentials }: TrafficFacts): readonly AskedOfTraffic[] {
  const isRefused = sent.answer?.status === 401 || sent.answer?.status === 403;
  const refused = { findings: [], until: "any-accepted" } as const;
  if (credentials?.kind === "none" && !credentials.elsewhere) {
    const requirement = "requires-authorization";
    if (isRefused) return [{ requirement, ...refused }];
    const findings = [saying(notRefused(sent), "to a request without Authorization")];
    return isSuccess(sent) ? [{ requirement, findings, until: "authorization-kept" }] : [];
  }
  if (credentials?.kind !== "other-scheme") return [];
  const requirement = "requires-bearer-scheme";
  if (isRefused) return [{ requirement, ...refused }];
  const findings = [saying(notRefused(sent), `to the scheme ${credentials.scheme}`)];
  return isSuccess(sent) ? [{ requirement, findings }] : [];
}

/**
 * Judges the answer to a NewPlant. Only a 201 for a new id counts against the provider, because it says that a plant
 * was created. Any other answer may be about an existing id, which the document does not show.
 */
function ofPlant(sent: Sent, facts: TrafficFacts): readonly AskedOfTraffic[] {
  const { body, credentials, isPlain } = facts;
  if (body?.is !== "plant" || credentials?.kind !== "bearer") return [];
  if (isAccepted(sent)) {
    const met = present(["operation-exists", body.isOrdinary && "accepts-valid-plant"]);
    return met.map((requirement) => ({ requirement, findings: [] }));
  }
  if (sent.answer?.status !== 201 || !body.isOrdinary || !isPlain) return [];
  const findings = [saying(notAccepted(sent), "to a valid NewPlant with ordinary values")];
  return [{ requirement: "accepts-valid-plant", findings, until: "first-with-id" }];
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

function openOfToken(
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
function openOfBody(sent: AnsweredSent, { body, credentials, mediaType, place }: TrafficFacts): readonly OpenValue[] {
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
