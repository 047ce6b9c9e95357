/**
 * A seed that was used before against the same store draws ids that are taken. A provider that refuses them uses a
 * freedom of the document ("not shown: behaviour when the id already exists"), so that this is found out before anything
 * is reported as its fault.
 */
import type { History, Sent } from "./check.ts";
import { besideAccepted, isFailure } from "./accidents.ts";
import { isAccepted, isParent } from "./judges.ts";

/** Who asks, in place of a check. */
export const SEED_ASKER = "whether the seed was used before";

/** Who asks later in a run: an earlier run of the seed may have sent other checks than those that open this one. */
export const IDS_ASKER = "whether ids of the run are taken";

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

/**
 * Refused requests that may have been refused for their ids: ordinary ones, and others of which one with another id was
 * accepted.
 */
export function mayBeTaken(run: History): History {
  const others = new Set(besideAccepted(run));
  return run.filter((sent) => (isParent(sent) || others.has(sent)) && isRefusedWith4xx(sent));
}

/** An id that is taken is a fault of the request, if any. What may have been read twice is refused for itself. */
function isRefusedWith4xx(sent: Sent): boolean {
  const status = sent.answer?.status ?? 0;
  return isFailure(sent) && status >= 400 && status <= 499 && sent.request.idMayBeTaken !== true;
}

/**
 * Whether the answers so far are those to an id that is taken: the refused request is refused again as it was, one much
 * like it with another id is accepted, and refused in the same way once it is there.
 */
export function looksTaken({ answer: refused }: Sent, asked: History): boolean {
  return asked.every((sent, k) => (k === 1 ? isAccepted(sent) : sent.answer?.status === refused?.status));
}

/** A request that looks as if it was refused for its id, and what was answered to labels with other ids. */
interface LabelAnswers {
  readonly refused: Sent;
  /** To the labels of the refused request. */
  readonly own: Sent;
  /** To labels that are there. */
  readonly there: Sent;
}

/**
 * Whether a request was refused for its labels and not for its id: they are refused with another id as well, and not because they
 * are there, for labels that are there are accepted.
 */
export function isRefusedForLabels({ refused, own, there }: LabelAnswers): boolean {
  return own.answer !== null && own.answer.status === refused.answer?.status && isAccepted(there);
}

/** The index of the first request of a run that may have been refused for its id; `Infinity` if the run asked for none. */
export function takenFrom(run: History): number {
  const candidates = mayBeTaken(run);
  const places = run.flatMap(({ request, answer }) => {
    if (request.askedBy !== IDS_ASKER) return [];
    return candidates.find((refused) => refused.answer?.status === answer?.status)?.index ?? [];
  });
  return places.at(-1) ?? Infinity;
}
