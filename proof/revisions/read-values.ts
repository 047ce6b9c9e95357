/** JSON values as ajv takes them, with integers that a double cannot hold kept on their side of int64. */
import { INT64, type Value, integerOf } from "../json-text.ts";

/** The greatest double within int64. */
const GREATEST = 2 ** 63 - 1024;

/** A value of JSON text as JavaScript has it. A number is the nearest double that has the same place in int64. */
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
      // Without a prototype, so that `__proto__` is a member like any other.
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

/** The text of a member that identifies what is created: `7` and `7.0` are one. Undefined where it is not an integer. */
export function identityOf(value: Value, name: string): string | undefined {
  const member = value.type === "object" ? value.members().get(name) : undefined;
  return member?.type === "number" ? integerOf(member.source)?.toString() : undefined;
}
