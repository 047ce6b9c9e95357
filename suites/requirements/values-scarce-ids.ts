/** Ids of which there are few, such as 0 or one below a million. The store may hold them already. */
import type { Answered, Check, Fresh, History, Kind, PlannedRequest, Sent } from "../checks/check.ts";
import { areDuplicatesMixed, mayBeDuplicates } from "../checks/duplicate-requests.ts";
import { isAccepted, isSuccess } from "../checks/exchange-facts.ts";
import { type Requests, withIdentity, withIdentityOf } from "../checks/check-requests.ts";

/** Such an id, drawn from a fresh number if there are several, and the kind of a request with it. */
export interface CertainId {
  readonly id: (n: number) => bigint;
  readonly kind: Kind;
}

function withCertainId(requests: Requests, { id, kind }: CertainId, n: number): PlannedRequest {
  return requests.of(kind, withIdentity(requests, requests.draft(n), String(id(n))), { mayMeet: "taken-id" });
}

/** The places of the requests with the id, and of the ordinary plants of which duplicates follow. */
const PLACES = { asked: [0, 3], plants: [1, 4] } as const;

/** With at most this many duplicates of one plant, one reaches a node that has the plant, if there are no more nodes. */
const MOST_DUPLICATES = 8;

const MOST = PLACES.plants[1] + 1 + MOST_DUPLICATES;

/**
 * Sends the id. If it is refused, sends an ordinary plant and a duplicate of it, so that the two refusals can be
 * compared, and then the id again: a single failure is not reported. If the refusals differ, it sends more duplicates,
 * because nodes may answer them in different ways.
 */
export function askCertainId(requests: Requests, certain: CertainId): Check["next"] {
  return (fresh, own) => {
    const [first] = own;
    const n = own.length;
    if (first === undefined) return [withCertainId(requests, certain, fresh(0))];
    if (first.answer === null || isAccepted(first)) return [];
    if (n === PLACES.asked[1]) {
      // A success other than 200 may have taken the id, or be the answer to a duplicate.
      return isSuccess(first) ? [] : [withCertainId(requests, certain, fresh(2))];
    }
    if (n > PLACES.asked[1] && (n === MOST || isSettled(own))) return [];
    const [one, other] = PLACES.plants;
    if (n === one || n === other) return [requests.ordinary(fresh(n))];
    return [duplicate(requests, fresh, n < other ? one : other)];
  };
}

/** A plant's id with other texts, because a repeated text could be refused by itself. */
function duplicate(requests: Requests, fresh: Fresh, plant: number): PlannedRequest {
  return withIdentityOf(requests, fresh(MOST + plant), fresh(plant));
}

/** Whether the answers so far show that the id is free, or that its refusals may be those of a duplicate. */
function isSettled(own: readonly Answered[]): boolean {
  const asked = own.filter((_, place) => isOfId(place));
  const plants: readonly number[] = PLACES.plants;
  const duplicates = new Set(
    own.filter((_, place) => !isOfId(place) && !plants.includes(place)).map(({ answer }) => answer?.status),
  );
  return asked.some(isAccepted) || duplicates.size > 1 || asked.some(({ answer }) => duplicates.has(answer?.status));
}

function isOfId(place: number): boolean {
  const places: readonly number[] = PLACES.asked;
  return places.includes(place);
}

/** The answers to the requests with the id. */
export function answersToId(own: History): History {
  return own.filter((_, place) => isOfId(place));
}

/** The first refusal of the id, if it may be that of a duplicate, so that the id may be taken. */
export function refusedAsDuplicate(own: History, run: History): Sent | undefined {
  const refused = answersToId(own).filter((sent) => sent.answer !== null && !isAccepted(sent));
  return mayBeDuplicates(refused, run) || areDuplicatesMixed(run) ? refused[0] : undefined;
}
