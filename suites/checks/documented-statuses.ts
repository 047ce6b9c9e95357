/** The statuses that the document has for the answers to a request. */
import type { Responses } from "../../spec/described-responses.ts";

/** What a request is answered with by the document. */
export type Statuses = Pick<Responses, "successes" | "refusals"> & Partial<Pick<Responses, "states">>;

/** Those of the document that ships, which its requests do not carry. */
const usual: Statuses = { successes: [200], refusals: [400] };

/** What a planned request carries of its operation's statuses. */
export interface OfStatuses {
  /** Absent where they are 200 and 400. */
  readonly statuses?: Statuses;
}

/** What the requests of an operation carry. */
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
