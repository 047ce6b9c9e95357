/** Checks that a selection of checks can run, before anything is started or sent. */
import { catalogueFor } from "../spec/document-catalogue.ts";
import type { Operation } from "../spec/read-operation.ts";
import type { Validators } from "../spec/validators.ts";
import { type Selection, select } from "../suites/checks/select.ts";
import { checksOf } from "../suites/index.ts";

/** Naming the checks validates nothing. */
const notAsked: Validators = { plant: () => [], error: () => [], newPlant: () => [], others: new Map() };

/**
 * Rejects a selection that leaves nothing to run.
 * @param asked the user's options that decide which checks exist
 * @throws {SelectionError} when a name is unknown or no check is left
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
