/** Remarks on an interaction that is compared with the document. */
import type { Finding, OpenPoint } from "../result/result.ts";
import type { Mismatch, Validator } from "../spec/validators.ts";
import { ifRun } from "../spec/pattern/run-pattern.ts";
import { at, shown } from "./pact-file.ts";

export type Remark = { readonly contradicts: Finding } | { readonly open: OpenPoint };

/** A remark that the document leaves something open. `where` is as in a finding. */
export function open(id: string, where: string): Remark {
  return { open: { id, where } };
}

/** A remark that the document contradicts the pact: what the document says, and what the pact has. */
export function contradicts(where: string, expected: string, seen: string): Remark {
  return { contradicts: { where, expected, seen } };
}

/** The place in the interaction that a remark is about. */
export function placeOf(remark: Remark): string {
  return "contradicts" in remark ? remark.contradicts.where : remark.open.where;
}

/** The first item for each place. */
export function oncePerPlace<T>(items: readonly T[], place: (item: T) => string): readonly T[] {
  const places = new Set<string>();
  return items.filter((item) => !places.has(place(item)) && places.add(place(item)));
}

/**
 * Remarks on an example that a schema does not allow. No provider that keeps the document sends or accepts it.
 * @param before a prefix for the places
 */
export function schemaRemarks(value: unknown, validate: Validator, before = ""): readonly Remark[] {
  // What was not compared contradicts nothing.
  const found = ifRun(
    () => validate(value),
    () => [],
  );
  return found.map(({ where, expected }) =>
    contradicts(`${before}${where}`.trimEnd(), expected, shown(at(value, ...where.split("/").slice(1)))),
  );
}

/**
 * Remarks on an answer that a pact expects. It is a part of an answer: Pact ignores the members that it does not name. So
 * nothing is said of those, or of a choice of schemas that they may decide.
 */
export function partRemarks(value: unknown, validate: Validator): readonly Remark[] {
  return schemaRemarks(value, (part) => {
    const found = validate(part);
    const undecided = found
      .filter((one) => CHOICES.has(one.keyword) && isStructured(part, one))
      .map(({ where }) => where);
    const isUndecided = (place: string): boolean => undecided.some((of) => place === of || place.startsWith(`${of}/`));
    return found.filter(({ where, keyword }) => !OF_UNNAMED.has(keyword) && !isUndecided(where));
  });
}

/** Keywords that ask for more members. */
const OF_UNNAMED: ReadonlySet<string> = new Set(["required", "minProperties", "dependentRequired"]);

/** Keywords that choose among schemas. */
const CHOICES: ReadonlySet<string> = new Set(["oneOf", "anyOf", "not", "if"]);

function isStructured(value: unknown, { where }: Mismatch): boolean {
  const found = at(value, ...where.split("/").slice(1));
  return typeof found === "object" && found !== null;
}
