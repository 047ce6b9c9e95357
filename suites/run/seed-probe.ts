/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import type { Check, Fresh, Sent } from "../checks/check.ts";
import { SEED_ASKER } from "../checks/seed-used.ts";
import type { Session } from "./session.ts";
import { probeId } from "./id-ranges.ts";

/** The refused plant: the check that it was sent for, with its ids, and the seed. */
interface SeedProbe {
  readonly check: Check;
  readonly seed: string;
  readonly fresh: Fresh;
  readonly refused: Sent;
}

/**
 * Where a seed's first plant was refused, asks for one with an id much like it that no seed has drawn, for the refused one
 * again, and for the new one again.
 */
export async function askForOtherIds(session: Session, { check, seed, fresh, refused }: SeedProbe): Promise<void> {
  const [alike] = check.next(() => probeId(seed, fresh(0)), []);
  if (alike === undefined) return;
  for (const request of [alike, refused.request, alike]) {
    await session.ask({ ...request, kind: "open", askedBy: SEED_ASKER });
  }
}
