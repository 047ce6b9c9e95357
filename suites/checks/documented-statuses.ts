/** The statuses that the document has for the answers to a request, and how they are said in a sentence. */
import type { Operation } from "../../spec/read-operation.ts";

/** What a request is answered with by the document. */
export interface Statuses {
  /** To a valid request: one of them. */
  readonly successes: readonly number[];
  /** To a request that is refused for its body: one of them; null where the document does not limit them. */
  readonly refusals: readonly number[] | null;
}

/** Those of the document that ships, which its requests do not carry. */
const usual: Statuses = { successes: [200], refusals: [400] };

/** What a planned request carries of its operation's statuses. */
export interface OfStatuses {
  /** Absent where they are 200 and 400. */
  readonly statuses?: Statuses;
}

/** What the requests of an operation carry. */
export function ofStatuses({ successes, refusals }: Operation): OfStatuses {
  const statuses = { successes, refusals };
  return JSON.stringify(statuses) === JSON.stringify(usual) ? {} : { statuses };
}

/** The statuses of a request. */
export function statusesOf({ request }: { readonly request?: OfStatuses }): Statuses {
  return request?.statuses ?? usual;
}

/** `200`, or `200 or 201`. */
export function orList(statuses: readonly number[]): string {
  return statuses.join(" or ");
}
