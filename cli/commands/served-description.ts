/** An operation in the words of the reference implementation, which imports nothing of ours. */
import type { Description } from "../../reference-impl/from-document/description.ts";
import type { Operation } from "../../spec/read-operation.ts";

/** What the reference implementation has to know of an operation. */
export function descriptionOf({ security, roles, ...operation }: Operation): Description {
  return { ...operation, credentials: security, identity: roles.identity, leftOut: roles.leftOut };
}
