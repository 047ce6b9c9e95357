/**
 * What one exchange says of the provider: the requirements of every answer, asked by the suite's own checks, and what the
 * request itself shows. A refusal accuses nobody: its cause may be anything that the document does not show. Pure.
 */
import type { Finding } from "../result/check-result.ts";
import { header } from "../http/headers.ts";
import type { Check, Sent } from "../suites/checks/check.ts";
import { notAccepted, notRefused } from "../suites/checks/findings.ts";
import { isAccepted, isSuccess } from "../suites/checks/judges.ts";
import { asker } from "../suites/fuzz/questions.ts";
import { ORDINARY_IDS } from "../suites/bodies/drafts.ts";
import type { PlantBody } from "./body-of-request.ts";
import { known } from "./recorded-traffic.ts";
import type { TrafficFacts } from "./traffic-facts.ts";

/** The answer to one question. */
export interface AskedOfTraffic {
  readonly requirement: string;
  /** None where it was met. */
  readonly findings: readonly Finding[];
  /**
   * It counts only once the recording is known to keep the field Authorization, once another request with the same token
   * was answered with success, or once any request of the recording was accepted.
   */
  readonly until?: "authorization-kept" | "token-accepted" | "any-accepted";
}

/** What is asked apart: it needs other exchanges, or says nothing of a recording. */
const ASKED_APART: ReadonlySet<string> = new Set(["keeps-token-secret", "answers-every-request"]);

/** Requirements that are about header fields of the answer. */
const OF_HEADERS: ReadonlySet<string> = new Set(["plant-media-type", "error-media-type", "challenges-with-401"]);

/**
 * Asks everything of one exchange that was answered.
 * @param isNewId no earlier request of the traffic had its id
 */
export type AskTraffic = (sent: Sent, facts: TrafficFacts, isNewId: boolean) => readonly AskedOfTraffic[];

/** @param checks every check of the suite; those that ask each exchange by itself are used */
export function trafficAsker(checks: readonly Check[]): AskTraffic {
  const everyAnswer = asker(
    checks.filter(({ requirement }) => !ASKED_APART.has(requirement)),
    [],
  );
  return (sent, facts, isNewId) => {
    const hasHeaders = facts.answered?.hasHeaders === true;
    const ofAnswer = everyAnswer(sent, []).filter(({ requirement }) => hasHeaders || !OF_HEADERS.has(requirement));
    return [...ofAnswer, ...ofRequest(sent, facts), ...ofPlant(sent, facts, isNewId)];
  };
}

function ofRequest(sent: Sent, facts: TrafficFacts): readonly AskedOfTraffic[] {
  return [...ofBody(sent, facts), ...ofMediaType(sent, facts), ...ofCredentials(sent, facts)];
}

/** A body that is no NewPlant is not answered with success, whatever else the request is like. */
function ofBody(sent: Sent, { body, credentials, isPlain }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "no-plant") return [];
  const requirement = body.breaks;
  if (isSuccess(sent)) return [{ requirement, findings: [saying(notRefused(sent), `to ${body.what}`)] }];
  // A refusal is seen where nothing else of the request can be the reason.
  if (!isPlain || credentials?.kind !== "bearer" || sent.answer?.status !== 400) return [];
  return [requirement, "refuses-with-400"].map((id) => ({ requirement: id, findings: [], until: "token-accepted" }));
}

const OTHER_MEDIA_TYPES: ReadonlySet<string> = new Set(["text/plain", "application/x-www-form-urlencoded"]);

function ofMediaType(sent: Sent, { body, mediaType }: TrafficFacts): readonly AskedOfTraffic[] {
  if (body?.is !== "plant" || !OTHER_MEDIA_TYPES.has(mediaType ?? "") || !isSuccess(sent)) return [];
  const finding = saying(notRefused(sent), `to a body declared as ${mediaType}`);
  return [{ requirement: "refuses-other-media-types", findings: [finding] }];
}

/** A refusal shows something only where another request was accepted: there are providers that refuse everything. */
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
 * What the answer to a NewPlant says. Only a 201 to a new id accuses: it says that a plant was created. Any other answer
 * may be that to an id that exists, which the document does not show.
 */
function ofPlant(sent: Sent, facts: TrafficFacts, isNewId: boolean): readonly AskedOfTraffic[] {
  const { body, credentials, isPlain } = facts;
  if (body?.is !== "plant" || credentials?.kind !== "bearer") return [];
  if (isAccepted(sent)) return acceptedAs(facts, body).map((requirement) => ({ requirement, findings: [] }));
  if (sent.answer?.status !== 201 || !body.isOrdinary || !isPlain || !isNewId) return [];
  const findings = [saying(notAccepted(sent), "to a valid NewPlant with ordinary values")];
  return [{ requirement: "accepts-valid-plant", findings, until: "token-accepted" }];
}

function saying(finding: Finding, to: string): Finding {
  return { ...finding, seen: `${finding.seen}, ${to}` };
}

/** The requirements that are seen to be met by a NewPlant that was accepted as it was sent. */
function acceptedAs({ exchange, credentials, mediaType }: TrafficFacts, body: PlantBody): readonly string[] {
  const headers = known(exchange.request.headers) ?? [];
  const type = header(headers, "content-type");
  const has = (name: string): boolean => header(headers, name) !== null;
  const when = (holds: boolean, requirement: string): readonly string[] => (holds ? [requirement] : []);
  const isOtherSpelling = mediaType === "application/json" && type !== "application/json";
  const isChunked = /\bchunked\b/i.test(header(headers, "transfer-encoding") ?? "");
  return [
    "operation-exists",
    ...when(body.isOrdinary, "accepts-valid-plant"),
    // A list without Host is not whole: other fields may have been left out, too.
    ...when(has("host") && !has("accept") && !has("user-agent"), "needs-no-other-headers"),
    ...when(isOtherSpelling, "accepts-media-type-spellings"),
    ...when(isChunked, "accepts-chunked-body"),
    ...when(/100-continue/i.test(header(headers, "expect") ?? ""), "survives-expect-continue"),
    ...when(credentials?.kind === "bearer" && credentials.scheme !== "Bearer", "accepts-bearer-in-any-case"),
    ...when(Number(body.id) >= ORDINARY_IDS.least + ORDINARY_IDS.count, "accepts-every-positive-id"),
  ];
}
