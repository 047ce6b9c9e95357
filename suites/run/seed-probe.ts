/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import type { Fresh, PlannedRequest, Sent } from "../checks/check.ts";
import { SEED_ASKER } from "../checks/seed-used.ts";
import type { Shard } from "../../result/result.ts";
import type { Session } from "./session.ts";
import { probeId } from "./id-ranges.ts";

/** The refused plant, with the ids of the check that it was sent for, and the seed. */
export interface SeedProbe {
  readonly seed: string;
  readonly fresh: Fresh;
  readonly refused: Sent;
  readonly shard?: Shard;
}

/**
 * Where a seed's first plant was refused, asks for one much like it that no seed has drawn, for the refused one again, and
 * for the new one again.
 */
export async function askForOtherIds(session: Session, { seed, fresh, refused, shard }: SeedProbe): Promise<void> {
  const alike = plantLike(refused.request, probeId(seed, fresh(0), shard));
  for (const request of [alike, refused.request, alike]) {
    await session.ask({ ...request, kind: "open", askedBy: SEED_ASKER });
  }
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
