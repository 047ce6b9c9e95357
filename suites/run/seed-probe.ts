/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import type { Fresh, PlannedRequest, Returned, Sent } from "../checks/check.ts";
import type { Roles } from "../../spec/roles.ts";
import { idIn, isFailure } from "../checks/accidents.ts";
import { isValid } from "../checks/judges.ts";
import { IDS_ASKER, SEED_ASKER, looksTaken, mayBeTaken, mayBeThere } from "../checks/seed-used.ts";
import type { Shard } from "../../result/result.ts";
import type { Session } from "./session.ts";
import { probeId } from "./id-ranges.ts";

/** The refused plant, and the seed. */
export interface SeedProbe {
  readonly seed: string;
  readonly refused: Sent;
  readonly shard?: Shard;
}

/**
 * Where a seed's first plant was refused, asks for one much like it that no seed has drawn, for the refused one again, and
 * for the new one again.
 */
export async function askForOtherIds(
  session: Session,
  { seed, fresh, refused, shard }: SeedProbe & { readonly fresh: Fresh },
): Promise<void> {
  const { request } = refused;
  // Of an identity that is no number none is known that no seed has drawn.
  if (request.roles === undefined || typeof idIn(request) !== "number") return;
  const alike = plantLike(request, request.roles, probeId(seed, fresh(0), shard));
  for (const asked of [alike, request, alike]) {
    await session.ask({ ...asked, kind: "open", askedBy: SEED_ASKER });
  }
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
  for (const refused of candidates.slice(0, MOST_ASKED)) {
    if (await isTaken(session, { seed, refused, ...(shard && { shard }) })) return true;
  }
  return false;
}

/** Whether a refused request has an id or labels that are there already; `seed-used.ts` says what the answers mean. */
async function isTaken(session: Session, { seed, refused, shard }: SeedProbe): Promise<boolean> {
  const { request } = refused;
  const { roles } = request;
  const id = idIn(request);
  if (roles === undefined || typeof id !== "number") return false;
  const ask = (question: PlannedRequest): Promise<Sent> =>
    session.ask({ ...question, kind: "open", idMayBeTaken: true, askedBy: IDS_ASKER });
  const like = (one: PlannedRequest, other: number): PlannedRequest => plantLike(one, roles, other);
  const alike = like(request, probeId(seed, id, shard));
  const asked: Sent[] = [];
  for (const question of [request, alike, alike]) {
    asked.push(await ask(question));
    if (!looksTaken(refused, asked)) return false;
  }
  const sameId = await ask(like(alike, id));
  return mayBeThere([sameId]) || mayBeThere([await ask(like(request, probeId(seed, id, shard)))]);
}

/** The same request with another identity, and in its labels other letters in the same places: it is refused for no more than its identity. */
function plantLike(request: PlannedRequest, roles: Roles, id: number): PlannedRequest {
  const values = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as Readonly<
    Record<string, unknown>
  >;
  const isLabel = (name: string): boolean => name === roles.label || name === roles.optionalLabel;
  const other = (name: string, value: unknown): unknown =>
    name === roles.identity ? id : isLabel(name) && typeof value === "string" ? otherLetters(value) : value;
  const members = Object.entries(values).map(([name, value]) => [name, other(name, value)] as const);
  const returned = Object.entries(request.plant ?? {}).map(([name, value]) => [name, other(name, value)] as const);
  return {
    ...request,
    body: new TextEncoder().encode(JSON.stringify(Object.fromEntries(members))),
    plant: Object.fromEntries(returned) as Returned,
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
