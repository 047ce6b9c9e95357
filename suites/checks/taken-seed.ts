/**
 * If a seed was used before with the same store, its ids are taken. A provider may refuse them, because the document
 * leaves that open ("not shown: behaviour when the id already exists"). So this is found out before anything is
 * reported as a fault.
 */
import type { History, Sent } from "./check.ts";
import { besideAccepted, isFailure } from "./chance-failures.ts";
import { IDS_ASKER } from "./duplicate-requests.ts";
import { isAccepted, isHeard, isParent, refusesToken, isAskedAgain } from "./exchange-facts.ts";

/** The asker (`askedBy`) of these requests, in place of a check. */
export const SEED_ASKER = "whether the seed was used before";

/** An id that is taken is refused each time. How often both plants are sent again, so that no chance looks like it. */
export const SURE_ROUNDS = 4;

/** Why a check is not judged if the ids are taken. */
export const idsTaken = "the ids that the seed draws are taken in this store";

/** The first request that counts: one that was answered, and neither sent again nor a question about ids. */
export function firstHeard(run: History): Sent | undefined {
  return run.find((sent) => isHeard(sent) && !isAskedAgain(sent) && !isAboutIds(sent));
}

/** Whether nothing is expected of an exchange, because it only shows whether an id is taken. */
function isAboutIds({ request }: Sent): boolean {
  return request.kind === "open" && request.askedBy === IDS_ASKER;
}

/** Whether the ids are the reason: a similar plant was accepted, and was refused in the same way once it existed. */
export function isSeedUsed(run: History): boolean {
  const refused = firstHeard(run);
  const [alike, ...refusedAgain] = run
    .filter(({ request }) => request.askedBy === SEED_ASKER)
    .slice(0, 1 + 2 * (1 + SURE_ROUNDS));
  const status = refused?.answer?.status;
  if (status === undefined || alike === undefined) return false;
  // The first plant with only the required members also has an id of the seed.
  const required = run.find(
    (sent) => sent.request.kind === "ordinary" && sent.request.onlyRequired === true && !isAskedAgain(sent),
  );
  const others = required === undefined ? refusedAgain : [...refusedAgain, required];
  return isAccepted(alike) && refusedAgain.length > 1 && others.every((sent) => sent.answer?.status === status);
}

/**
 * Refused requests that may have been refused because of their ids: ordinary ones, and others if a request of the same
 * kind with another id was accepted.
 */
export function mayBeTaken(run: History): History {
  const others = new Set(besideAccepted(run));
  return run.filter((sent) => (isParent(sent) || others.has(sent)) && isRefusedWith4xx(sent));
}

/** A taken id is answered with 4xx, if refused. A request that was read twice is refused because of its own plant. */
function isRefusedWith4xx(sent: Sent): boolean {
  const status = sent.answer?.status ?? 0;
  return (
    isFailure(sent) && !refusesToken(sent) && status >= 400 && status <= 499 && sent.request.mayMeet !== "taken-id"
  );
}

/** Whether these answer a taken id: it is refused again, another id is accepted, and refused alike once it exists. */
export function looksTaken({ answer: refused }: Sent, asked: History): boolean {
  return asked.every((sent, k) => (k === 1 ? isAccepted(sent) : sent.answer?.status === refused?.status));
}

/** Whether its labels are refused with another id as well, and not for being known: labels that exist are accepted. */
export function isRefusedForLabels({
  refused,
  own,
  there,
}: Readonly<Record<"refused" | "own" | "there", Sent>>): boolean {
  return own.answer !== null && own.answer.status === refused.answer?.status && isAccepted(there);
}

/** The index of the first request that may have been refused because of its id; `Infinity` if there is none. */
export function takenFrom(run: History): number {
  const candidates = mayBeTaken(run);
  const places = run.flatMap(({ request, answer }) => {
    if (request.askedBy !== IDS_ASKER) return [];
    return candidates.find((refused) => refused.answer?.status === answer?.status)?.index ?? [];
  });
  return places.at(-1) ?? Infinity;
}
