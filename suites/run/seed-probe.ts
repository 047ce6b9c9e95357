/** The requests that show whether the ids of a seed are taken; `seed-used.ts` interprets the answers. */
import type { Fresh, PlannedRequest, Returned, Sent } from "../checks/check.ts";
import { idIn, isFailure } from "../checks/accidents.ts";
import { isAccepted, isValid } from "../checks/exchange-facts.ts";
import { IDS_ASKER } from "../checks/duplicates.ts";
import {
  SEED_ASKER,
  SURE_ROUNDS,
  isRefusedForLabels,
  isSeedUsed,
  looksTaken,
  mayBeTaken,
} from "../checks/seed-used.ts";
import type { Shard } from "../../result/result.ts";
import type { Session } from "./session.ts";
import { distinctIds, probeId } from "./id-ranges.ts";

/** The refused plant, and the seed. */
export interface SeedProbe {
  readonly seed: string;
  readonly refused: Sent;
  readonly shard?: Shard;
}

/**
 * Whether a seed's first plant was refused because an earlier run sent its id. Sends a similar plant with an id that no
 * seed has drawn, then the refused one again, then the similar one again. If the id looks taken, it also checks whether
 * the labels are the reason.
 */
export async function isFirstTaken(
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

/** The most requests that look into one id. */
const MOST_PROBES = 13;

/** The most requests of a stage that are looked into. Most single refusals are accidents. */
const MOST_ASKED = 8;

/**
 * Whether a request was refused because an earlier run sent its id. An accident shows at the first question.
 * @param from the index of the first request to look into
 */
export async function findTakenId(
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
 * Whether the labels of a refused request exist already; `seed-used.ts` interprets the answers. A request that is
 * refused for its id alone was sent with another one (`taken-ids.ts`).
 */
async function isTaken(session: Session, refused: Sent, ids: (near: number) => number): Promise<boolean> {
  const { request } = refused;
  const id = idIn(request);
  if (typeof id !== "number") return false;
  const ask = (question: PlannedRequest): Promise<Sent> =>
    session.ask({ ...question, kind: "open", idMayBeTaken: true, askedBy: IDS_ASKER });
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

/** What is needed to ask about the labels of a refused request. */
interface LabelQuestions {
  /** A plant similar to the refused one, which now exists. */
  readonly alike: PlannedRequest;
  readonly ask: (question: PlannedRequest) => Promise<Sent>;
  /** Returns an id that no run has sent. */
  readonly probe: () => number;
}

/**
 * Whether the labels of a request are accepted with another id. If not, whether they are taken, or refused in general.
 * Sends these, and labels that exist, each with another id.
 */
async function askAboutLabels(
  refused: Sent,
  { alike, ask, probe }: LabelQuestions,
): Promise<"accepted" | "taken" | "refused"> {
  const own = await ask(withId(refused.request, probe()));
  if (isAccepted(own)) return "accepted";
  return isRefusedForLabels({ refused, own, there: await ask(withId(alike, probe())) }) ? "refused" : "taken";
}

/** The same request with another identity, and other letters in the same places of its labels: only the id matters. */
function plantLike(request: PlannedRequest, id: number): PlannedRequest {
  const { label, optionalLabel } = request.roles ?? {};
  return changed(withId(request, id), (name, value) =>
    (name === label || name === optionalLabel) && typeof value === "string" ? otherLetters(value) : value,
  );
}

/** The same request with another identity. */
function withId(request: PlannedRequest, id: number): PlannedRequest {
  return changed(request, (name, value) => (name === request.roles?.identity ? id : value));
}

/** The same request with other values of its members. */
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
    /z/iu.test(letter)
      ? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 25)
      : String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1),
  );
}
