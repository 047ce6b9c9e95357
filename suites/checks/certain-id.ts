/** Ids of which there are few, such as 0 or one below a million. The store may hold them already. */
import type { Check, Fresh, History, Kind, PlannedRequest, Sent } from "./check.ts";
import { isAccepted } from "./exchange-facts.ts";
import { type Requests, withIdentity, withIdentityOf } from "./requests.ts";

/** Such an id, drawn from a fresh number if there are several, and the kind of a request with it. */
export interface CertainId {
  readonly id: (n: number) => bigint;
  readonly kind: Kind;
}

/** A request with that id and other fresh values. */
export function withCertainId(requests: Requests, { id, kind }: CertainId, n: number): PlannedRequest {
  return requests.of(kind, withIdentity(requests, requests.draft(n), String(id(n))), { idMayBeTaken: true });
}

/**
 * Sends the id. If it is refused, sends an ordinary plant, and then another plant with the id of that one, so that the
 * two refusals can be compared.
 */
export function askCertainId(requests: Requests, certain: CertainId): Check["next"] {
  return (fresh, own) => {
    const [first] = own;
    if (first === undefined) return [withCertainId(requests, certain, fresh(0))];
    if (first.answer === null || isAccepted(first)) return [];
    if (own.length === 1) return [requests.ordinary(fresh(1))];
    return own.length === 2 ? [duplicate(requests, fresh)] : [];
  };
}

/** The ordinary plant's id with other texts, because a repeated text could be refused by itself. */
function duplicate(requests: Requests, fresh: Fresh): PlannedRequest {
  return withIdentityOf(requests, fresh(3), fresh(1));
}

/** The request with the id, if it was refused like a duplicate, so the id may be taken. */
export function refusedAsDuplicate([first, , duplicated]: History): Sent | undefined {
  return duplicated !== undefined && duplicated.answer?.status === first?.answer?.status ? first : undefined;
}
