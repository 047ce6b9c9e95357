/**
 * A seed that was used before against the same store draws ids that are taken. A provider that refuses them uses a
 * freedom of the document ("not shown: behaviour when the id already exists"), so that this is found out before anything
 * is held against it.
 */
import { randomInt } from "node:crypto";
import type { Check, Fresh, History, Sent } from "./check.ts";
import { isAccepted } from "./judges.ts";
import type { Session } from "./session.ts";
import { ORDINARY_IDS } from "./values.ts";

/** Who asks, in place of a check. */
export const SEED_ASKER = "whether the seed was used before";

/** Why a check is not judged then. */
export const idsTaken = "the ids that the seed draws are taken in this store";

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

/** Whether it is the ids: a plant much like the refused one was accepted, and refused in the same way once it was there. */
export function isSeedUsed(run: History): boolean {
  const [refused] = run;
  const [alike, again, twice] = run.filter(({ request }) => request.askedBy === SEED_ASKER);
  if (refused?.answer == null || alike === undefined || again === undefined || twice === undefined) return false;
  const { status } = refused.answer;
  return isAccepted(alike) && again.answer?.status === status && twice.answer?.status === status;
}
