/** JSON values for ajv, with integers that a double cannot hold kept on their side of int64. */
import { INT64, type Value, integerOf } from "../json-text.ts";

/** The largest double within int64. */
const GREATEST = 2 ** 63 - 1024;

/** Converts a value to JavaScript. A number becomes the nearest double on the same side of the limits of int64. */
export function plainOf(value: Value): unknown {
  switch (value.type) {
    case "null":
      return null;
    case "boolean":
    case "string":
      return value.value;
    case "number":
      return numberOf(value.source);
    case "array":
      return value.items().map(plainOf);
    case "object":
      // Without a prototype, so that `__proto__` is an ordinary member.
      return Object.assign(
        Object.create(null) as object,
        Object.fromEntries([...value.members()].map(([name, member]) => [name, plainOf(member)])),
      );
  }
}

function numberOf(source: string): number {
  const exact = integerOf(source);
  const near = Number(source);
  if (exact === undefined) return Number.isInteger(near) ? 0.5 : near;
  if (exact > INT64.greatest) return 2 ** 64;
  if (exact < INT64.least) return -(2 ** 64);
  return Math.min(near, GREATEST);
}

/**
 * The text of the member that identifies the created object: `7` and `7.0` are equal. Undefined if it is not an
 * integer.
 */
export function identityOf(value: Value, name: string): string | undefined {
  const member = value.type === "object" ? value.members().get(name) : undefined;
  return member?.type === "number" ? integerOf(member.source)?.toString() : undefined;
}
