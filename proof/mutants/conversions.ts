/** How lenient readers convert a JSON value of the wrong type. */
import { type Value, integerOf } from "../json-text.ts";
import { number } from "./mutant.ts";

/** Converts a value as JavaScript's `String()` does. */
export function asText(value: Value | undefined): string {
  switch (value?.type) {
    case undefined:
    case "null":
      return "null";
    case "boolean":
      return String(value.value);
    case "number":
      return String(Number(value.source));
    case "string":
      return value.value;
    case "array":
      return value.items().map(asText).join(",");
    case "object":
      return "[object Object]";
  }
}

/** The whole number in a string, as JavaScript's `Number()` reads it. A string that it cannot read stays as it is. */
export function asNumber(value: Value): Value {
  if (value.type === "number") return value;
  const read = value.type === "null" ? 0 : value.type === "boolean" ? Number(value.value) : Number(asText(value));
  return Number.isNaN(read) ? value : number(String(read));
}

/** Converts a value as PHP's `(int)` does. */
export function asPhpInt(value: Value): Value {
  switch (value.type) {
    case "null":
      return number("0");
    case "boolean":
      return number(String(Number(value.value)));
    case "number":
      return integerOf(value.source) === undefined ? number(String(Math.trunc(Number(value.source)))) : value;
    case "string":
      return number(/^-?\d+/.exec(value.value)?.[0] ?? "0");
    case "array":
      return number(value.items().length === 0 ? "0" : "1");
    case "object":
      return number("1");
  }
}

/** The only item of a list. */
export function onlyItem(value: Value): Value {
  const items = value.type === "array" ? value.items() : [];
  return items.length === 1 ? (items[0] ?? value) : value;
}
