/** The questions that show whether the ids of a seed are taken; `seed-used.ts` says what their answers mean. */
import { randomInt } from "node:crypto";
import type { Check, Fresh, Sent } from "../checks/check.ts";
import { SEED_ASKER } from "../checks/seed-used.ts";
import type { Session } from "./session.ts";
import { ORDINARY_IDS } from "../bodies/drafts.ts";

/** From a refused number to those that no check of its seed draws. */
const BEYOND = 100_000;

/**
 * Where a seed's first plant was refused, asks for one with an id much like it that no seed has drawn, for the refused one
 * again, and for the new one again.
 * @param opening the check that the plant was sent for, and the numbers that it draws
 */
export async function askForOtherIds(
  session: Session,
  { check, fresh, refused }: { readonly check: Check; readonly fresh: Fresh; readonly refused: Sent },
): Promise<void> {
  // As large as the refused one, and as even: a provider that takes this one does not go by what the id is.
  const offset = fresh(0) - ORDINARY_IDS.least + BEYOND + 2 * randomInt(BEYOND);
  const [alike] = check.next(() => ORDINARY_IDS.least + (offset % ORDINARY_IDS.count), []);
  if (alike === undefined) return;
  for (const request of [alike, refused.request, alike]) {
    await session.ask({ ...request, kind: "open", askedBy: SEED_ASKER });
  }
}
