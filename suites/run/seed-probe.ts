/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import type { Fresh, PlannedRequest, Returned, Sent } from "../checks/check.ts";
import type { Roles } from "../../spec/roles.ts";
import { idIn } from "../checks/accidents.ts";
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
  const { request } = refused;
  // Of an identity that is no number none is known that no seed has drawn.
  if (request.roles === undefined || typeof idIn(request) !== "number") return;
  const alike = plantLike(request, request.roles, probeId(seed, fresh(0), shard));
  for (const asked of [alike, request, alike]) {
    await session.ask({ ...asked, kind: "open", askedBy: SEED_ASKER });
  }
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
