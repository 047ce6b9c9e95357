/** An operation in the form of the reference implementation, which imports nothing of the suite. */
import type { Description } from "../../reference-impl/from-document/description.ts";
import type { Operation } from "../../spec/read-operation.ts";

/** The description of an operation that the reference implementation needs. */
export function descriptionOf({ security, roles, ...operation }: Operation): Description {
  return { ...operation, credentials: security, identity: roles.identity, leftOut: roles.leftOut };
}
