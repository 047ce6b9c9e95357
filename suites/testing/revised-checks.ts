/** The checks of a revision of the shipped document, for tests that judge invented runs. */
import { compileValidators } from "../../spec/compile-schemas.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { type Check, type CheckId, type History, ofStatuses } from "../checks/check.ts";
import { checksOf } from "../index.ts";
import { inShort } from "./checks.ts";
import { type Given, historyOf } from "./history.ts";

/** The functions that a test needs of the checks of a document. */
export interface RevisedChecks {
  /** The check with an id; undefined if there is none. */
  readonly named: (id: CheckId) => Check | undefined;
  /** The outcome of a check in short, given a run and the places in it of the check's own requests. */
  readonly outcomeOf: (id: CheckId, given: readonly Given[], own?: readonly number[]) => string;
}

/** The checks of an operation. */
export function checksFor(operation: Operation): RevisedChecks {
  const checks = checksOf(operation, compileValidators(operation));
  const named = (id: CheckId): Check | undefined => checks.find((one) => one.id === id);
  return {
    named,
    outcomeOf: (id, given, own = []) => {
      const run: History = historyOf(...given).map((sent) => ({
        ...sent,
        request: { ...sent.request, ...ofStatuses(operation) },
      }));
      const check = named(id);
      if (check === undefined) return `There is no check ${id}`;
      return inShort(
        check.judge(
          own.flatMap((place) => run[place] ?? []),
          run,
        ).outcome,
      );
    },
  };
}
