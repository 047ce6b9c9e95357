/** The statuses that the document shows for the answers to a request. */
import type { Responses } from "../../spec/described-responses.ts";

/** The documented statuses of a request. */
export type Statuses = Pick<Responses, "successes" | "refusals"> & Partial<Pick<Responses, "states">>;

/** The statuses of the shipped document. Its requests do not carry them. */
const usual: Statuses = { successes: [200], refusals: [400] };

/** The statuses of its operation that a planned request carries. */
export interface OfStatuses {
  /** Absent if they are 200 and 400. */
  readonly statuses?: Statuses;
}

/** The statuses that the requests of an operation carry. */
export function ofStatuses({ successes, refusals, states = [] }: Statuses): OfStatuses {
  if (states.length === 0 && isSame(successes, usual.successes) && isSame(refusals, usual.refusals)) return {};
  return { statuses: { successes, refusals, ...(states.length === 0 ? {} : { states }) } };
}

function isSame(some: readonly number[] | null, others: readonly number[] | null): boolean {
  return some?.length === others?.length && some?.every((one, at) => one === others?.[at]) === true;
}

/** The statuses of a request. */
export function statusesOf({ request }: { readonly request?: OfStatuses }): Statuses {
  return request?.statuses ?? usual;
}
