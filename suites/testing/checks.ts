/** The checks of the shipped document by their ids, for tests that judge invented runs. */
import type { Outcome } from "../../result/result.ts";
import { compileValidators } from "../../spec/compile-schemas.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { checksOf } from "../index.ts";
import type { Check, CheckId, Judgement } from "../checks/check.ts";
import { type Given, historyOf } from "./history.ts";

/** The operation of the document. */
export const operation = readOperation();
/** Every check of the document. */
export const checks = checksOf(operation, compileValidators(operation));

/**
 * The outcome of a check, in short, given a run and the places in it of the check's own requests.
 * @throws {Error} when there is no such check
 */
export function outcomeOf(id: CheckId, given: readonly Given[], own: readonly number[] = []): string {
  return inShort(judgementOf(id, given, own).outcome);
}

/**
 * The places in a run of the exchanges that are a check's evidence.
 * @throws {Error} when there is no such check
 */
export function evidenceOf(
  id: CheckId,
  given: readonly Given[],
  own: readonly number[] = [],
): readonly number[] | undefined {
  return judgementOf(id, given, own).evidence;
}

function judgementOf(id: CheckId, given: readonly Given[], own: readonly number[]): Judgement {
  const run = historyOf(...given);
  return checkNamed(id).judge(
    own.flatMap((place) => run[place] ?? []),
    run,
  );
}

/**
 * The check with an id.
 * @throws {Error} when there is none
 */
export function checkNamed(id: CheckId): Check {
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`There is no check ${id}`);
  return check;
}

/** The value of an outcome, the reason why it was not judged, the place of its failure, or its status. */
export function inShort(outcome: Outcome): string {
  switch (outcome.status) {
    case "observed":
      return outcome.value;
    case "not-judged":
      return outcome.because;
    case "failed":
    case "waived":
      return outcome.findings.map(({ where, seen }) => `${where} ${seen}`).join("; ");
    case "passed":
      return outcome.status;
  }
}
