/**
 * A seed that was used before against the same store draws ids that are taken. A provider that refuses them uses a
 * freedom of the document ("not shown: behaviour when the id already exists"), so that this is found out before anything
 * is reported as its fault.
 */
import type { History } from "./check.ts";
import { isAccepted } from "./judges.ts";

/** Who asks, in place of a check. */
export const SEED_ASKER = "whether the seed was used before";

/** Why a check is not judged then. */
export const idsTaken = "the ids that the seed draws are taken in this store";

/** Whether it is the ids: a plant much like the refused one was accepted, and refused in the same way once it was there. */
export function isSeedUsed(run: History): boolean {
  const refused = run.find(({ isAskedAgain }) => isAskedAgain !== true);
  const [alike, again, twice] = run.filter(({ request }) => request.askedBy === SEED_ASKER);
  const status = refused?.answer?.status;
  if (status === undefined || alike === undefined) return false;
  // The first plant with the required members alone has an id of the seed as well.
  const required = run.find(
    ({ request, isAskedAgain }) =>
      request.kind === "ordinary" && request.onlyRequired === true && isAskedAgain !== true,
  );
  const others = required === undefined ? [again, twice] : [again, twice, required];
  return isAccepted(alike) && others.every((sent) => sent?.answer?.status === status);
}
