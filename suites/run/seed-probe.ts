/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import type { Fresh, PlannedRequest, Sent } from "../checks/check.ts";
import { idIn } from "../checks/accidents.ts";
import { IDS_ASKER, SEED_ASKER, looksTaken, mayBeTaken } from "../checks/seed-used.ts";
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
  const alike = plantLike(refused.request, probeId(seed, fresh(0), shard));
  for (const request of [alike, refused.request, alike]) {
    await session.ask({ ...request, kind: "open", askedBy: SEED_ASKER });
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
  const candidates = mayBeTaken(session.history.filter((sent) => sent !== undefined)).filter(
    ({ index }) => index >= from,
  );
  for (const refused of candidates.slice(0, MOST_ASKED)) {
    const id = idIn(refused.request);
    const alike = plantLike(refused.request, probeId(seed, typeof id === "number" ? id : 0, shard));
    const asked: Sent[] = [];
    for (const request of [refused.request, alike, alike]) {
      asked.push(await session.ask({ ...request, kind: "open", idMayBeTaken: true, askedBy: IDS_ASKER }));
      if (!looksTaken(refused, asked)) break;
    }
    if (looksTaken(refused, asked)) return true;
  }
  return false;
}

/** The same request with another id, and in its name and tag other letters in the same places: it is refused for no more than its id. */
function plantLike(request: PlannedRequest, id: number): PlannedRequest {
  const values = JSON.parse(new TextDecoder().decode(request.body ?? new Uint8Array())) as Readonly<
    Record<string, unknown>
  >;
  const members = Object.entries(values).map(
    ([name, value]) => [name, name === "id" ? id : otherLetters(value)] as const,
  );
  const { name = "", tag } = request.plant ?? {};
  return {
    ...request,
    body: new TextEncoder().encode(JSON.stringify(Object.fromEntries(members))),
    plant: { name: otherLetters(name), ...(tag === undefined ? {} : { tag: otherLetters(tag) }) },
  };
}

/** Each letter becomes the next one, in the same case. */
function otherLetters<T>(value: T): T | string {
  if (typeof value !== "string") return value;
  return value.replaceAll(/[a-z]/giu, (letter) =>
    /z/iu.test(letter)
      ? String.fromCodePoint((letter.codePointAt(0) ?? 0) - 25)
      : String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1),
  );
}
