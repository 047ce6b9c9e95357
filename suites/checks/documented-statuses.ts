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
  const statuses = { successes, refusals, ...(states.length === 0 ? {} : { states }) };
  return JSON.stringify(statuses) === JSON.stringify(usual) ? {} : { statuses };
}

/** The statuses of a request. */
export function statusesOf({ request }: { readonly request?: OfStatuses }): Statuses {
  return request?.statuses ?? usual;
}
