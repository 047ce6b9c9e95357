/** Values that are nearly on the list of an `enum` or a `const`: spelled otherwise, next to one, or of another type. */
import { type Shape, allows } from "../../spec/shape.ts";
import { brokenByNumber, brokenByText, isListed, listedValues, typeOf } from "./constraints.ts";
import { type NearMiss, swapped } from "./near-misses.ts";

const ofListed: readonly NearMiss<unknown>[] = [
  {
    slug: "in-other-case",
    title: "a value in other letter case",
    of: (value) => (typeof value === "string" ? [value.toUpperCase(), value.toLowerCase(), swapped(value)] : []),
  },
  {
    slug: "with-blanks",
    title: "a value with a blank at an end",
    of: (value) => (typeof value === "string" ? [` ${value}`, `${value} `] : []),
  },
  {
    slug: "shorter",
    title: "a value without its last character",
    of: (value) => (typeof value === "string" ? [value.slice(0, -1)] : []),
  },
  {
    slug: "longer",
    title: "a value with a character more",
    of: (value) => (typeof value === "string" ? [`${value}s`] : []),
  },
  {
    slug: "neighbour",
    title: "the other boolean",
    of: (value) => (typeof value === "boolean" ? [!value] : []),
  },
  { slug: "neighbour-below", title: "the integer below a value", of: (value) => integersNear(value, -1) },
  { slug: "neighbour-above", title: "the integer above a value", of: (value) => integersNear(value, 1) },
  { slug: "as-string", title: "a value as a string", of: asStrings },
  { slug: "as-number", title: "a value as a number", of: asNumbers },
  { slug: "as-boolean", title: "a value as a boolean", of: asBooleans },
];

/** Values that are nearly listed, of a JSON type that is allowed, with the way; only the list keeps them out. */
export function nearlyListed(shape: Shape): readonly (readonly [NearMiss<unknown>, readonly unknown[]])[] {
  return ofListed.flatMap((miss) => {
    const values = listedValues(shape)
      .flatMap(miss.of)
      .filter((value) => isShutOut(shape, value));
    return values.length === 0 ? [] : [[miss, values] as const];
  });
}

function isShutOut(shape: Shape, value: unknown): boolean {
  if (!allows(shape.types, typeOf(value))) return false;
  if (typeof value === "string") return brokenByText(shape, value).join() === "enum";
  if (typeof value === "number") return brokenByNumber(shape, value).join() === "enum";
  return !isListed(shape, value);
}

function integersNear(value: unknown, step: 1 | -1): readonly number[] {
  return typeof value === "number" && Number.isSafeInteger(value) ? [value + step] : [];
}

/** What reads like the value in another type: providers that convert take it for the value. */
function asStrings(value: unknown): readonly string[] {
  return ["number", "boolean"].includes(typeof value) || value === null ? [String(value)] : [];
}

/** A text that is a number as it is written, `1` but not `01`. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

function asNumbers(value: unknown): readonly number[] {
  if (typeof value === "boolean") return [Number(value)];
  return typeof value === "string" && NUMBER.test(value) ? [Number(value)] : [];
}

function asBooleans(value: unknown): readonly boolean[] {
  if (value === 1 || value === "true") return [true];
  return value === 0 || value === "false" ? [false] : [];
}
