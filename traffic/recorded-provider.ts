/**
 * Judges the provider by one exchange: the requirements on every answer, with the suite's own checks, and the
 * requirements that the request itself shows. A refusal does not count against the provider, because the document may
 * not show its cause. Pure.
 */
import type { Finding } from "../result/result.ts";
import { header } from "../http/headers.ts";
import type { Check, Sent } from "../suites/checks/check.ts";
import { notAccepted, notRefused } from "../suites/checks/findings.ts";
import { isAccepted, isSuccess } from "../suites/checks/exchange-facts.ts";
import { asker } from "../suites/fuzz/fuzz-checks.ts";
import { ORDINARY_IDS } from "../suites/bodies/body-drafts.ts";
import type { PlantBody } from "./recorded-body.ts";
import { unlessLost } from "./recorded-traffic.ts";
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
  if (isAccepted(sent)) return acceptedAs(facts, body).map((requirement) => ({ requirement, findings: [] }));
  if (sent.answer?.status !== 201 || !body.isOrdinary || !isPlain) return [];
  const findings = [saying(notAccepted(sent), "to a valid NewPlant with ordinary values")];
  return [{ requirement: "accepts-valid-plant", findings, until: "first-with-id" }];
}

function saying(finding: Finding, to: string): Finding {
  return { ...finding, seen: `${finding.seen}, ${to}` };
}

/** The requirements that an accepted NewPlant shows to be met, by the form in which it was sent. */
function acceptedAs({ exchange, credentials, mediaType }: TrafficFacts, body: PlantBody): readonly string[] {
  const headers = unlessLost(exchange.request.headers) ?? [];
  const type = header(headers, "content-type");
  const has = (name: string): boolean => header(headers, name) !== null;
  const when = (holds: boolean, requirement: string): readonly string[] => (holds ? [requirement] : []);
  const isOtherSpelling = mediaType === "application/json" && type !== "application/json";
  const isChunked = /\bchunked\b/i.test(header(headers, "transfer-encoding") ?? "");
  return [
    "operation-exists",
    ...when(body.isOrdinary, "accepts-valid-plant"),
    // A list without Host is incomplete, so other fields may also be missing.
    ...when(has("host") && !has("accept") && !has("user-agent"), "needs-no-other-headers"),
    ...when(isOtherSpelling, "accepts-media-type-spellings"),
    ...when(isChunked, "accepts-chunked-body"),
    ...when(/100-continue/i.test(header(headers, "expect") ?? ""), "survives-expect-continue"),
    ...when(credentials?.kind === "bearer" && credentials.scheme !== "Bearer", "accepts-bearer-in-any-case"),
    ...when(Number(body.id) >= ORDINARY_IDS.least + ORDINARY_IDS.count, "accepts-every-positive-id"),
  ];
}
