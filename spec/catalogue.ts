/** The requirements of a document: the catalogue of the one that ships, at the levels that the document gives them. */
import type { Operation } from "./read-operation.ts";
import { type Requirement, readRequirements } from "./requirements.ts";

/** The catalogue for a document, in the order of the shipped one. Pure. */
export function catalogueFor(operation: Operation): readonly Requirement[] {
  const shipped = readRequirements();
  return operation.isShipped ? shipped : shipped;
}
