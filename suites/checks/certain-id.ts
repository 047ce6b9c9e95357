/** Ids that cannot be drawn from many, such as 0 or one below a million: the store may hold them already. */
import type { Check, Fresh, History, Kind, PlannedRequest, Sent } from "./check.ts";
import { isAccepted } from "./judges.ts";
import { type Requests, withIdentity, withIdentityOf } from "./requests.ts";

/** Such an id, drawn from a fresh number where there is more than one, and how a request with it is meant. */
export interface CertainId {
  readonly id: (n: number) => bigint;
  readonly kind: Kind;
}

/** A request with that id and fresh values beside it. */
export function withCertainId(requests: Requests, { id, kind }: CertainId, n: number): PlannedRequest {
  return requests.of(kind, withIdentity(requests, requests.draft(n), String(id(n))), { idMayBeTaken: true });
}

/**
 * The id; and where it is refused, an ordinary plant and another one with the id of that, so that the two refusals can
 * be compared.
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

/** The ordinary plant's id with other texts: a text that comes again could be refused by itself. */
function duplicate(requests: Requests, fresh: Fresh): PlannedRequest {
  return withIdentityOf(requests, fresh(3), fresh(1));
}

/** The request with the id, where it was refused as a duplicate is, so that the id may be taken. */
export function refusedAsDuplicate([first, , duplicated]: History): Sent | undefined {
  return duplicated !== undefined && duplicated.answer?.status === first?.answer?.status ? first : undefined;
}
