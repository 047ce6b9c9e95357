/** Whether a selection of checks can be run, found before anything is started or sent. */
import { catalogueFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Validators } from "../spec/validators.ts";
import { type Selection, select } from "../suites/checks/select.ts";
import { checksOf } from "../suites/index.ts";

/** Nothing is validated to name checks. */
const notAsked: Validators = { plant: () => [], error: () => [], newPlant: () => [], others: new Map() };

/**
 * Refuses a selection that leaves nothing to run.
 * @param asked what the user gave that decides which checks there are
 * @throws {SelectionError} when a word names nothing, or nothing is left
 */
export function requireSelection(
  selection: Selection,
  operation: Operation,
  asked: { readonly invalidToken: boolean; readonly isWithoutToken: boolean },
): void {
  const isNone = asked.isWithoutToken || operation.security.kind === "none";
  const checks = checksOf(operation, notAsked, {
    invalidToken: asked.invalidToken,
    ...(isNone ? { authentication: "none" } : {}),
  });
  select(checks, catalogueFor(operation), selection);
}
