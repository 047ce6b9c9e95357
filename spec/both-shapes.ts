/** Combines two shapes, as `allOf` does. */
import { endless } from "./recursion.ts";
import type { JsonType } from "./schema.ts";
import { type Member, type Shape, allows } from "./shape.ts";

/**
 * The shape of the values that match both shapes.
 * @throws {Error} when no value matches both, or when they cannot be combined
 */
export function both(one: Shape, two: Shape): Shape {
  const types = one.types.flatMap((type) => (allows(two.types, type) ? [type] : narrower(two.types, type)));
  if (types.length === 0) throw new Error(`No value matches both ${one.path} and ${two.path}: they share no type`);
  if (one.multipleOf !== undefined && two.multipleOf !== undefined && one.multipleOf !== two.multipleOf) {
    throw new Error(`The keyword multipleOf at ${two.path} cannot be turned into checks: ${one.path} has another`);
  }
  const values = one.values?.filter((value) => two.values === undefined || has(two.values, value)) ?? two.values;
  const items = one.items !== undefined && two.items !== undefined ? both(one.items, two.items) : one.items;
  const merged: Shape = {
    ...two,
    ...one,
    ...tightest(one, two, ["minLength", "minimum", "exclusiveMinimum", "minItems"], Math.max),
    ...tightest(one, two, ["maxLength", "maximum", "exclusiveMaximum", "maxItems"], Math.min),
    ...(values === undefined ? {} : { values }),
    ...(items === undefined ? {} : { items }),
    types,
    formats: [...new Set([...one.formats, ...two.formats])],
    patterns: [...new Set([...one.patterns, ...two.patterns])],
    uniqueItems: one.uniqueItems || two.uniqueItems,
    members: bothMembers(one, two),
    ...bothOthers(one, two),
  };
  return merged.isEndless === true ? emptied(merged) : merged;
}

function narrower(allowed: readonly JsonType[], type: JsonType): readonly JsonType[] {
  return type === "number" && allowed.includes("integer") ? ["integer"] : [];
}

function has(values: readonly unknown[], value: unknown): boolean {
  return values.some((other) => JSON.stringify(other) === JSON.stringify(value));
}

function tightest(
  one: Shape,
  two: Shape,
  keywords: readonly (keyof Shape)[],
  choose: (...bounds: readonly number[]) => number,
): Partial<Shape> {
  return Object.fromEntries(
    keywords.flatMap((keyword) => {
      const bounds = [one[keyword], two[keyword]].filter((bound) => typeof bound === "number");
      return bounds.length === 0 ? [] : [[keyword, choose(...bounds)]];
    }),
  );
}

/** Members by name. A member that only one shape names must also match what the other says about unnamed members. */
function bothMembers(one: Shape, two: Shape): readonly Member[] {
  const names = [...new Set([...one.members, ...two.members].map(({ name }) => name))];
  return names.map((name) => {
    const [first, second] = [one, two].map(({ members }) => members.find((member) => member.name === name));
    if (first !== undefined && second !== undefined) {
      return { name, required: first.required || second.required, shape: both(first.shape, second.shape) };
    }
    const [member, other] = first === undefined ? [second, one] : [first, two];
    if (member === undefined) throw new Error(`There is no member ${name}`);
    if (other.others === false) {
      throw new Error(
        `The keyword additionalProperties or unevaluatedProperties at ${other.path} shuts out ${name}, which ${member.shape.path} names: put unevaluatedProperties beside the allOf`,
      );
    }
    return typeof other.others === "object" ? { ...member, shape: both(member.shape, other.others) } : member;
  });
}

function bothOthers(one: Shape, two: Shape): { readonly others?: Shape | boolean } {
  if (one.others === undefined) return two.others === undefined ? {} : { others: two.others };
  if (two.others === undefined) return { others: one.others };
  if (typeof one.others === "object" && typeof two.others === "object") return { others: both(one.others, two.others) };
  return { others: [one.others, two.others].find((other) => other !== true) ?? true };
}

/** An array shape for which only an empty array is sent. @throws {Error} when the array must not be empty */
export function emptied({ items: _items, minItems = 0, maxItems: _maxItems, ...shape }: Shape): Shape {
  if (minItems > 0) throw endless(shape.path);
  return { ...shape, uniqueItems: false, isEndless: true };
}
