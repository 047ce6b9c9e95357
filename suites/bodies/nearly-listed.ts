/**
 * Values that are nearly in the list of an `enum` or a `const`: spelled differently, next to a listed value, or of
 * another type.
 */
import { type Shape, allows } from "../../spec/shape.ts";
import { brokenByNumber, brokenByText, isListed, listedValues, typeOf } from "./constraints.ts";
import { type NearMiss, swapped } from "./near-misses.ts";

/** A text that is a number in its usual spelling: `1` but not `01`. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;

/** The booleans, with values that are taken for them. */
const BOOLEANS: readonly (readonly [boolean, readonly unknown[]])[] = [
  [true, [1, "1", "true"]],
  [false, [0, "0", "false"]],
];

const ofListed: readonly NearMiss<unknown>[] = [
  {
    slug: "in-other-case",
    title: "a value in different letter case",
    of: (value) => (typeof value === "string" ? [value.toUpperCase(), value.toLowerCase(), swapped(value)] : []),
  },
  {
    slug: "with-blanks",
    title: "a value with a space at one end",
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
  // A value of another type that reads like a listed one: providers that convert accept it as the listed value.
  {
    slug: "number-as-string",
    title: "a number as a string",
    of: (value) => (typeof value === "number" ? [String(value)] : []),
  },
  {
    slug: "boolean-as-string",
    title: "a boolean as a string",
    of: (value) => (typeof value === "boolean" ? [String(value)] : []),
  },
  { slug: "null-as-string", title: "null as a string", of: (value) => (value === null ? ["null"] : []) },
  {
    slug: "boolean-as-number",
    title: "a boolean as a number",
    of: (value) => (typeof value === "boolean" ? [Number(value)] : []),
  },
  {
    slug: "string-as-number",
    title: "a string as a number",
    of: (value) => (typeof value === "string" && NUMBER.test(value) ? [Number(value)] : []),
  },
  {
    slug: "as-boolean",
    title: "a value as a boolean",
    of: (value) => BOOLEANS.flatMap(([boolean, like]) => (like.includes(value) ? [boolean] : [])),
  },
];

/**
 * Values that are nearly listed, of an allowed JSON type, with the kind of each near miss. Only the list forbids them.
 */
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
