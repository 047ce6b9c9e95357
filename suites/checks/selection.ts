/** A selection of checks, by requirement, check, level or topic. */
import { ifAny } from "../../spec/defined.ts";
import { nearName } from "../../result/near-name.ts";
import { type Requirement } from "../../spec/requirements.ts";
import type { Check, CheckId } from "./check.ts";

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
  const skipped = (check: Check): boolean => selection.skip.some((word) => matches(word, check));
  const occasions = occasionsOf(
    wanted,
    checks.filter((check) => !skipped(check)),
  );
  return new Set([...wanted, ...occasions].flatMap(({ id, reads }) => (reads === undefined ? [id] : [id, reads])));
}

/**
 * What gives the selected checks of every refusal, or of every 401, something to judge, if nothing selected does: one
 * check whose request is to be refused. Whatever is selected, only requests are sent that are to be accepted.
 */
function occasionsOf(wanted: readonly Check[], others: readonly Check[]): readonly Check[] {
  const isAsked = (slug: RegExp): boolean => wanted.some((one) => slug.test(one.slug));
  const given = (sends: (check: Check) => boolean): readonly Check[] =>
    wanted.some(sends) ? [] : others.filter(sends).slice(0, 1);
  return [
    ...(isAsked(/^every-(?:refusal|4(?!01)\d\d)$/)
      ? given(({ form, keyword }) => form === "refusal" && keyword !== undefined)
      : []),
    ...(isAsked(/^every-401$/) ? given(({ requirement }) => requirement === "requires-authorization") : []),
  ];
}

/** A suggestion for a word that selects nothing. */
function hintFor(word: string, names: readonly string[]): string {
  const nearest = nearName(word, names);
  return nearest === null
    ? "give the id of a requirement or check, a level (MUST, SHOULD, OPEN) or a topic, as `list` shows them"
    : `did you mean ${nearest}?`;
}
