/**
 * Whether a refusal may be that of an id which exists. The document does not show how it is answered: nodes behind one
 * address may use several statuses, and a text may hold a time, the id of the request, or the plant that is there. So
 * only statuses are compared, with those of requests whose ids were accepted before in the run. Pure.
 */
import { idIn } from "./chance-failures.ts";
import type { History, PlannedRequest, Sent } from "./check.ts";
import { isAccepted, isAskedAgain } from "./exchange-facts.ts";

/** The asker (`askedBy`) of requests that show whether ids of the run are taken. */
export const IDS_ASKER = "whether ids of the run are taken";

/** Whether one of the refusals has a status that a duplicate got in the run. */
export function mayBeDuplicates(refused: History, run: History): boolean {
  const statuses = statusesOf(duplicatesIn(run));
  return refused.some(({ answer }) => answer !== null && statuses.has(answer.status));
}

/** Whether duplicates with other texts are answered in several ways. Then a refusal says nothing of an earlier run. */
export function areDuplicatesMixed(run: History): boolean {
  return statusesOf(withOtherTexts(run)).size > 1;
}

/** The duplicates with the texts of the plant that has the id. */
export function sameAgain(run: History): History {
  return duplicatesIn(run).filter((sent) => !hasOtherTexts(sent));
}

/** The duplicates with other texts than the plant that has the id. */
export function withOtherTexts(run: History): History {
  return duplicatesIn(run).filter(hasOtherTexts);
}

/** A request that looks into a refused id is sent again as it was. */
function hasOtherTexts({ request }: Sent): boolean {
  return request.mayMeet === "taken-id" && request.askedBy !== IDS_ASKER;
}

/** The requests whose id was accepted before in the run. Only the id can be a reason to refuse them. */
function duplicatesIn(run: History): History {
  const accepted = new Set<number>();
  return run.filter((sent) => {
    const id = exactIdIn(sent.request);
    if (id === null) return false;
    const isDuplicate = accepted.has(id) && sent.request.kind === "open" && !isAskedAgain(sent);
    if (isAccepted(sent)) accepted.add(id);
    return isDuplicate;
  });
}

/** The statuses of answers to duplicates. A server error is a fault, and not a way to tell a duplicate. */
function statusesOf(duplicates: History): ReadonlySet<number> {
  const statuses = duplicates.flatMap(({ answer }) => (answer === null ? [] : [answer.status]));
  return new Set(statuses.filter((status) => status < 500));
}

/** Cached, because each check that asks parses every body of the run. */
const ids = new WeakMap<PlannedRequest, number | null>();

/** The id of a request; null if it has none, or one that a double does not hold. */
function exactIdIn(request: PlannedRequest): number | null {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = idIn(request);
  const exact = typeof id === "number" && Number.isSafeInteger(id) ? id : null;
  ids.set(request, exact);
  return exact;
}
