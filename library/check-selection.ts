/** A selection of checks, by requirement, check, level or topic. */
import { ifAny } from "../spec/defined.ts";
import { nearName } from "../result/near-name.ts";
import { type Requirement } from "../spec/requirements.ts";
import type { Check, CheckId, OccasionKind } from "../suites/checks/check.ts";

/** What to run and what to leave out; an empty `only` means everything. */
export interface Selection {
  readonly only: readonly string[];
  readonly skip: readonly string[];
}

/** A selection that cannot be run. The message quotes the word and suggests a correct one. */
export class SelectionError extends TypeError {
  override readonly name = "SelectionError";
}

/**
 * The checks that a selection leaves, the checks that they read, and those that give them an occasion.
 * @throws {SelectionError} if a word names nothing, or nothing is left
 */
export function select(
  checks: readonly Check[],
  requirements: readonly Requirement[],
  selection: Selection,
): ReadonlySet<CheckId> {
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const namesOf = (check: Check): readonly string[] => {
    const requirement = byId.get(check.requirement);
    return [check.id, check.requirement, ...ifAny(requirement, (given) => [given.level, given.topic])];
  };
  const matches = (word: string, check: Check): boolean =>
    namesOf(check).some((name) => name.toLowerCase() === word.toLowerCase());
  for (const word of [...selection.only, ...selection.skip]) {
    if (!checks.some((check) => matches(word, check))) {
      throw new SelectionError(`${JSON.stringify(word)} selects nothing; ${hintFor(word, checks.flatMap(namesOf))}`);
    }
  }
  const wanted = checks.filter(
    (check) =>
      (selection.only.length === 0 || selection.only.some((word) => matches(word, check))) &&
      !selection.skip.some((word) => matches(word, check)),
  );
  if (wanted.length === 0) throw new SelectionError("The selection leaves no check to run; skip less");
  const others = checks.filter((check) => !selection.skip.some((word) => matches(word, check)));
  const run = [...wanted, ...occasionsOf(wanted, others)];
  return new Set(run.flatMap(({ id, reads }) => (reads === undefined ? [id] : [id, reads])));
}

/** Whether the request of a check is such an occasion. A body that breaks a keyword is refused for its content. */
const gives: Readonly<Record<OccasionKind, (check: Check) => boolean>> = {
  "refused-body": ({ form, keyword }) => form === "refusal" && keyword !== undefined,
  "no-token": ({ form, stage }) => form === "refusal" && stage === "unauthorized",
};

/** For each occasion that the selected checks need and do not give: the first check that gives it. */
function occasionsOf(wanted: readonly Check[], others: readonly Check[]): readonly Check[] {
  const needed = new Set(wanted.flatMap(({ occasion }) => occasion ?? []));
  return [...needed].flatMap((occasion) =>
    wanted.some(gives[occasion]) ? [] : others.filter(gives[occasion]).slice(0, 1),
  );
}

function hintFor(word: string, names: readonly string[]): string {
  const nearest = nearName(word, names);
  return nearest === null
    ? "give the id of a requirement or check, a level (MUST, SHOULD, OPEN) or a topic, as `list` shows them"
    : `did you mean ${nearest}?`;
}
