/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import type { Fresh, PlannedRequest, Returned, Sent } from "../checks/check.ts";
import { idIn, isFailure } from "../checks/accidents.ts";
import { isAccepted, isValid } from "../checks/judges.ts";
import { IDS_ASKER, SEED_ASKER, isRefusedForLabels, isSeedUsed, looksTaken, mayBeTaken } from "../checks/seed-used.ts";
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
 * Whether a seed's first plant was refused because an earlier run sent its id. Asks for a plant much like it that no seed has
 * drawn, for the refused one again, and for the new one again; then, if it looks taken, what it was refused for.
 */
export async function isFirstTaken(
  session: Session,
  { seed, fresh, refused, shard }: SeedProbe & { readonly fresh: Fresh },
): Promise<boolean> {
  const { request } = refused;
  // Of an identity that is no number none is known that no seed has drawn.
  if (typeof idIn(request) !== "number") return false;
  const ids = distinctIds((near) => probeId(seed, near, shard));
  const probe = (): number => ids(fresh(0));
  const alike = plantLike(request, probe());
  const ask = (question: PlannedRequest): Promise<Sent> =>
    session.ask({ ...question, kind: "open", askedBy: SEED_ASKER });
  for (const question of [alike, request, alike]) await ask(question);
  return isSeedUsed(session.history) && !(await areLabelsRefused(refused, { alike, ask, probe }));
}

/** Requests of a stage that are asked about at most. Most of what is refused once is an accident. */
const MOST_ASKED = 8;

/**
 * Whether a request was refused because an earlier run sent its id. An accident is over at the first question.
 * @param from the index of the first request to ask about
 */
export async function findTakenId(
  session: Session,
  { seed, shard, from }: Pick<SeedProbe, "seed" | "shard"> & { readonly from: number },
): Promise<boolean> {
  const history = session.history.filter((sent) => sent !== undefined);
  const isAfter = ({ index }: Sent): boolean => index >= from;
  // Nearly every run has none, and to compare the requests with each other takes long.
  if (!history.some((sent) => isAfter(sent) && isValid(sent) && isFailure(sent))) return false;
  const candidates = mayBeTaken(history).filter(isAfter);
  const ids = distinctIds((near) => probeId(seed, near, shard));
  for (const refused of candidates.slice(0, MOST_ASKED)) {
    if (await isTaken(session, refused, ids)) return true;
  }
  return false;
}

/** Whether a refused request has an id or labels that are there already; `seed-used.ts` says what the answers mean. */
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
  return !(await areLabelsRefused(refused, { alike, ask, probe }));
}

/** What asks about the labels of a refused request. */
interface LabelQuestions {
  /** A plant much like the refused one, which is there now. */
  readonly alike: PlannedRequest;
  readonly ask: (question: PlannedRequest) => Promise<Sent>;
  /** An id that no run has sent. */
  readonly probe: () => number;
}

/** Whether a request was refused for its labels, by its own labels and by labels that are there, each with an id of its own. */
async function areLabelsRefused(refused: Sent, { alike, ask, probe }: LabelQuestions): Promise<boolean> {
  const own = await ask(withId(refused.request, probe()));
  return !isAccepted(own) && isRefusedForLabels({ refused, own, there: await ask(withId(alike, probe())) });
}

/** The same request with another identity, and in its labels other letters in the same places: it is refused for no more than its identity. */
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
