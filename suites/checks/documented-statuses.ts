/** The statuses that the document shows for the answers to a request. */
import type { Method } from "../../spec/create-operation.ts";
import type { Responses } from "../../spec/described-responses.ts";

/** The documented statuses of a request. */
export type Statuses = Pick<Responses, "successes" | "refusals"> & Partial<Pick<Responses, "states">>;

/** The statuses of the shipped document. Its requests do not carry them. */
const usual: Statuses = { successes: [200], refusals: [400] };

/** What a planned request carries of its operation. */
export interface OfStatuses {
  /** The method of the operation; absent if it is POST. */
  readonly operationMethod?: Method;
  /** Absent if they are 200 and 400. */
  readonly statuses?: Statuses;
}

/** What the requests of an operation carry of it. */
export function ofStatuses({
  successes,
  refusals,
  states = [],
  method = "POST",
}: Statuses & { readonly method?: Method }): OfStatuses {
  const ofMethod = method === "POST" ? {} : { operationMethod: method };
  if (states.length === 0 && isSame(successes, usual.successes) && isSame(refusals, usual.refusals)) return ofMethod;
  return { ...ofMethod, statuses: { successes, refusals, ...(states.length === 0 ? {} : { states }) } };
}

/** Whether a request has the method of its operation. */
export function hasMethod({ method, operationMethod = "POST" }: OfStatuses & { readonly method: string }): boolean {
  return method === operationMethod;
}

function isSame(some: readonly number[] | null, others: readonly number[] | null): boolean {
  return some?.length === others?.length && some?.every((one, at) => one === others?.[at]) === true;
}

/** The statuses of a request. */
export function statusesOf({ request }: { readonly request?: OfStatuses }): Statuses {
  return request?.statuses ?? usual;
}
