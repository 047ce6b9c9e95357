/** Decides by the opening requests whether there is a provider to judge. If not, the run ends before other checks. */
import { header, isOwn405 } from "../../http/message.ts";
import type { NoAnswerKind } from "../../http/no-answer.ts";
import { DOUBT, leadsBelow } from "../../result/base-url-doubt.ts";
import type { Shard } from "../../result/result.ts";
import { idIn, isFailure } from "../checks/chance-failures.ts";
import type { Fresh, PlannedRequest, Returned, Sent } from "../checks/check.ts";
import { IDS_ASKER } from "../checks/duplicate-requests.ts";
import { isAccepted, isRateLimited, isSuccess, isValid, refusesToken, saysNotHere } from "../checks/exchange-facts.ts";
import { describe, foreign } from "../checks/findings.ts";
import {
  firstHeard,
  isRefusedForLabels,
  isSeedUsed,
  looksTaken,
  mayBeTaken,
  SEED_ASKER,
  SURE_ROUNDS,
} from "../checks/taken-seed.ts";
import { distinctIds, probeId } from "./id-ranges.ts";
import type { Session } from "./session.ts";
import type { Stop } from "./run-stop.ts";

// The requests that show whether the ids of a seed are taken; `taken-seed.ts` interprets the answers.

/** The refused plant, and the seed. */
interface SeedProbe {
  readonly seed: string;
  readonly refused: Sent;
  readonly shard?: Shard;
}

/**
 * Whether a seed's first plant was refused because an earlier run sent its id. Sends a similar plant with an id that no
 * seed has drawn, then the refused one again, then the similar one again. If the id looks taken, it also checks whether
 * the labels are the reason.
 */
async function isFirstTaken(
  session: Session,
  { seed, fresh, refused, shard }: SeedProbe & { readonly fresh: Fresh },
): Promise<boolean> {
  const { request } = refused;
  // For an identity that is not a number, no value is known that no seed has drawn.
  if (typeof idIn(request) !== "number") return false;
  const ids = distinctIds((near) => probeId(seed, near, shard));
  const probe = (): number => ids(fresh(0));
  const alike = plantLike(request, probe());
  const ask = (question: PlannedRequest): Promise<Sent> =>
    session.ask({ ...question, kind: "open", askedBy: SEED_ASKER });
  for (const question of [alike, request, alike]) await ask(question);
  for (let round = 0; round < SURE_ROUNDS && isSeedUsed(session.history); round += 1) {
    for (const question of [request, alike]) await ask(question);
  }
  return isSeedUsed(session.history) && (await askAboutLabels(refused, { alike, ask, probe })) !== "refused";
}

/** With how many ids labels are asked about: a provider may refuse some ids, whatever the labels. */
const LABEL_IDS = 4;

/** The most requests that look into one id. */
const MOST_PROBES = 3 + 2 * SURE_ROUNDS + 2 * LABEL_IDS;

/** The most requests of a stage that are looked into. Most single refusals are accidents. */
const MOST_ASKED = 8;

/**
 * Whether a request was refused because an earlier run sent its id. An accident shows at the first question.
 * @param from the index of the first request to look into
 */
async function findTakenId(
  session: Session,
  { seed, shard, from }: Pick<SeedProbe, "seed" | "shard"> & { readonly from: number },
): Promise<boolean> {
  const history = session.history.filter((sent) => sent !== undefined);
  const isAfter = ({ index }: Sent): boolean => index >= from;
  // Nearly every run has no such request, and comparing the requests with each other takes long.
  if (!history.some((sent) => isAfter(sent) && isValid(sent) && isFailure(sent))) return false;
  const candidates = mayBeTaken(history).filter(isAfter);
  const ids = distinctIds((near) => probeId(seed, near, shard));
  for (const refused of candidates.slice(0, MOST_ASKED)) {
    if (session.allowance.isLeft(MOST_PROBES) && (await isTaken(session, refused, ids))) return true;
  }
  return false;
}

/**
 * Whether the labels of a refused request exist already; `taken-seed.ts` interprets the answers. A request that is
 * refused for its id alone was sent with another one (`taken-ids.ts`).
 */
async function isTaken(session: Session, refused: Sent, ids: (near: number) => number): Promise<boolean> {
  const { request } = refused;
  const id = idIn(request);
  if (typeof id !== "number") return false;
  const ask = (question: PlannedRequest): Promise<Sent> =>
    session.ask({ ...question, kind: "open", mayMeet: "taken-id", askedBy: IDS_ASKER });
  const probe = (): number => ids(id);
  const alike = plantLike(request, probe());
  const asked: Sent[] = [];
  for (const question of [request, alike, alike]) {
    asked.push(await ask(question));
    if (!looksTaken(refused, asked)) return false;
  }
  for (let round = 0; round < SURE_ROUNDS; round += 1) {
    for (const question of [request, alike]) {
      if ((await ask(question)).answer?.status !== refused.answer?.status) return false;
    }
  }
  return (await askAboutLabels(refused, { alike, ask, probe })) === "taken";
}

/**
 * Whether the labels of a request are accepted with another id. If not, whether they are taken, or refused in general.
 * Sends these, and labels that exist, each with another id.
 */
async function askAboutLabels(
  refused: Sent,
  {
    alike,
    ask,
    probe,
  }: {
    readonly alike: PlannedRequest;
    readonly ask: (question: PlannedRequest) => Promise<Sent>;
    readonly probe: () => number;
  },
): Promise<"accepted" | "taken" | "refused"> {
  for (let id = 0; id < LABEL_IDS; id += 1) {
    const own = await ask(withId(refused.request, probe()));
    if (isAccepted(own)) return "accepted";
    if (isRefusedForLabels({ refused, own, there: await ask(withId(alike, probe())) })) return "refused";
  }
  return "taken";
}

/** The same request with another identity, and other letters in the same places of its labels: only the id matters. */
function plantLike(request: PlannedRequest, id: number): PlannedRequest {
  const { label, optionalLabel } = request.roles ?? {};
  return changed(withId(request, id), (name, value) =>
    (name === label || name === optionalLabel) && typeof value === "string" ? otherLetters(value) : value,
  );
}

function withId(request: PlannedRequest, id: number): PlannedRequest {
  return changed(request, (name, value) => (name === request.roles?.identity ? id : value));
}

function changed(request: PlannedRequest, value: (name: string, value: unknown) => unknown): PlannedRequest {
  const all = (values: object): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(values).map(([name, one]) => [name, value(name, one)]));
  const values = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as object;
  return {
    ...request,
    body: new TextEncoder().encode(JSON.stringify(all(values))),
    plant: all(request.plant ?? {}) as Returned,
  };
}

/** Each letter becomes the next one, in the same case. */
function otherLetters(value: string): string {
  return value.replaceAll(/[a-z]/giu, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + (/z/iu.test(letter) ? -25 : 1)),
  );
}

/** Reasons for no answer that occur only on an open connection. */
const AFTER_CONNECTING: ReadonlySet<NoAnswerKind> = new Set([
  "timeout",
  "headers-too-large",
  "connection-closed",
  "not-http",
]);

/** Whether the provider took the connection and did not answer. Another plant may show that the first is the reason. */
export function isSilentSoFar(session: Session): boolean {
  const kind = session.history[0]?.exchange.noAnswer?.kind;
  return firstHeard(session.history) === undefined && (kind === "timeout" || kind === "connection-closed");
}

/** Without an answer to the first requests, there is no provider to judge. */
export function judgeReached(session: Session): void {
  const [first] = session.history;
  if (first === undefined || session.stopped() !== null || firstHeard(session.history) !== undefined) return;
  const { kind, detail } = first.exchange.noAnswer ?? { kind: "harness-fault", detail: "no answer" };
  const what = AFTER_CONNECTING.has(kind) ? "was reached, and gave no answer that can be read" : "could not be reached";
  session.stop({ cause: "unreachable", reason: `The provider ${what}: ${detail}.` });
}

/** If nothing was accepted, the first answer decides whether there is anything to judge. It is reported once. */
export function judgeOpening(session: Session): void {
  const first = firstHeard(session.history);
  if (first === undefined || session.stopped() !== null || session.history.some(isAccepted)) return;
  if (refusesToken(first)) {
    const hadToken = header(first.exchange.request.headers, "authorization") !== null;
    const what = hadToken ? "the token that it was given" : "a request without a token";
    const reason = `The provider refused ${what}: a valid request was answered ${describe(first)}.`;
    session.stop({ cause: "token-refused", reason });
  } else if (saysNotHere(first)) {
    session.stop({ cause: "not-here", reason: notHereReason(first) });
  }
}

type OfOpening = Omit<Parameters<typeof isFirstTaken>[1], "refused">;

/** Ends a run whose first plant was refused only because of its id. */
export async function judgeSeed(session: Session, ids: OfOpening | undefined): Promise<void> {
  const refused = firstHeard(session.history);
  if (ids === undefined || refused?.answer == null || session.stopped() !== null) return;
  if (isSuccess(refused) || isRateLimited(refused)) return;
  if (await isFirstTaken(session, { ...ids, refused })) session.stop(seedUsed(ids.seed));
}

/** Ends a run if a later request was refused only because of its id: an earlier run with the seed sent other checks. */
export async function judgeIds(session: Session, ids: Parameters<typeof findTakenId>[1]): Promise<void> {
  if (session.stopped() === null && (await findTakenId(session, ids))) session.stop(seedUsed(ids.seed));
}

/** The end of a run whose ids were used by an earlier run. */
export function seedUsed(seed: string): Stop {
  const taken = `The ids that the seed ${JSON.stringify(seed)} draws are taken in this provider's store`;
  return { cause: "seed-used", reason: `${taken}; run with another seed.` };
}

/** Why the operation may not be at the URL, or the text of a 405 that may be the operation's own refusal. */
function notHereReason(sent: Sent): string {
  const { answer, exchange } = sent;
  const { url } = exchange.request;
  if (answer === null || !isOwn405(answer.status, answer.headers, answer.size)) {
    const seen = `${describe(sent)}${redirectOf(sent)}`;
    if (leadsBelow(url, header(answer?.headers ?? [], "location")))
      return `A valid request to ${url} was answered ${seen}.`;
    return `The operation is not at ${url}: a valid request was answered ${seen}. ${DOUBT}`;
  }
  const body = exchange.response?.body;
  const words = body?.encoding === "utf-8" ? `: ${foreign(sent, body.content).slice(0, 200)}` : ".";
  return `A valid request to ${url} was answered 405 without Allow, which may be the operation's own refusal of the body${words}`;
}

/** The target of a redirect, in words. Redirects are never followed. */
function redirectOf(sent: Sent): string {
  const location = header(sent.answer?.headers ?? [], "location");
  return location === null ? "" : `, a redirect to ${foreign(sent, location).slice(0, 200)}`;
}
