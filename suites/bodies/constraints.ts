/** The keywords of a shape that a text or a number breaks. */
import { expressionOf } from "../../spec/pattern/run-pattern.ts";
import { type JsonType, type Shape, allows, percentDecoded } from "../../spec/schema.ts";
import { isGuessed } from "../../spec/unknown-formats.ts";
import { defined } from "../../spec/defined.ts";

/** The keywords that bound a text. */
export type TextKeyword = "minLength" | "maxLength" | "pattern" | "enum";

/** The keywords that bound a number. */
export type NumberKeyword =
  | "type"
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "format"
  | "enum";

/**
 * Whether the schema shows only some values: listed ones, or examples of a format. Of a format that is not known, a
 * pattern allows texts that it may not, so only the plainest are sent.
 */
export function isOfValues(shape: Shape): boolean {
  return shape.values !== undefined || shape.samples !== undefined || isGuessed(shape);
}

/** Code points, as `minLength` and `maxLength` count (Validation section 6.3). */
export function lengthOf(text: string): number {
  let length = text.length;
  // A pair of surrogates is one code point.
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) length -= 1;
  return length;
}

/** The keywords that a text breaks. */
export function brokenByText(shape: Shape, text: string): readonly TextKeyword[] {
  const length = lengthOf(text);
  return [
    ...(length < (shape.minLength ?? 0) ? (["minLength"] as const) : []),
    ...(length > (shape.maxLength ?? Infinity) ? (["maxLength"] as const) : []),
    ...(shape.patterns.every((pattern) => expressionOf(pattern).test(text)) ? [] : (["pattern"] as const)),
    ...(isListed(shape, text) ? [] : (["enum"] as const)),
  ];
}

/** The least and the greatest of the integer formats, as far as a double holds them. */
const ranges: ReadonlyMap<string, readonly [number, number]> = new Map([
  ["int32", [-(2 ** 31), 2 ** 31 - 1]],
  ["int64", [-(2 ** 63), 2 ** 63 - 1024]],
]);

/** The keywords that a number breaks. */
export function brokenByNumber(shape: Shape, value: number): readonly NumberKeyword[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape;
  const isOfFormat = (format: string): boolean => {
    const range = ranges.get(format);
    return range === undefined || (Number.isInteger(value) && value >= range[0] && value <= range[1]);
  };
  const checks: readonly (readonly [NumberKeyword, boolean])[] = [
    ["type", allows(shape.types, Number.isInteger(value) ? "integer" : "number")],
    ["minimum", minimum === undefined || value >= minimum],
    ["maximum", maximum === undefined || value <= maximum],
    ["exclusiveMinimum", exclusiveMinimum === undefined || value > exclusiveMinimum],
    ["exclusiveMaximum", exclusiveMaximum === undefined || value < exclusiveMaximum],
    ["multipleOf", multipleOf === undefined || isMultipleOf(value, multipleOf)],
    ["format", shape.formats.every(isOfFormat)],
    ["enum", isListed(shape, value)],
  ];
  return checks.flatMap(([keyword, holds]) => (holds ? [] : [keyword]));
}

/** Whether a number is a multiple of another as they are written: of doubles, `0.7 / 0.1` is not an integer. */
function isMultipleOf(value: number, step: number): boolean {
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal): bigint => digits * 10n ** BigInt(places - own);
  return scaled(one) % scaled(other) === 0n;
}

/** The number `digits` divided by ten to the power of `places`. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0 ? { digits, places } : { digits: digits * 10n ** BigInt(-places), places: 0 };
}

/** A multiple of a step, as people write it: seven tenths are `0.7` and not `0.7000000000000001`. */
export function timesStep(times: number, step: number): number {
  return Number((times * step).toPrecision(15));
}

/** Whether a number is allowed, also by a quotient of doubles, as servers compare: `4.35 / 0.01` is no integer. */
export function isAllowedNumber(shape: Shape, value: number): boolean {
  const { multipleOf } = shape;
  return (
    brokenByNumber(shape, value).length === 0 && (multipleOf === undefined || Number.isInteger(value / multipleOf))
  );
}

// Countries, currencies and time zones make long lists, which each value of each body is compared with.
const textsOf = new WeakMap<readonly unknown[], ReadonlySet<string>>();

/** Whether a value is one of the listed ones. True if there is no list. */
export function isListed({ values }: Shape, value: unknown): boolean {
  if (values === undefined) return true;
  const texts = textsOf.get(values) ?? new Set(values.map((other) => JSON.stringify(other)));
  textsOf.set(values, texts);
  return texts.has(JSON.stringify(value));
}

/** The listed values that the shape's types allow. */
export function listedValues(shape: Shape): readonly unknown[] {
  return (shape.values ?? []).filter((value) => allows(shape.types, typeOf(value)));
}

/** The JSON type of a value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "string" | "object";
}

// The text of a header field, compared with the shape of its schema.

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/** The number of digits that a double always holds. */
const HELD = 15;

/**
 * What the shape requires and a text is not; null if the text may be correct. A header field is text, which its schema
 * reads as a value of its type (OpenAPI 3.1, Header Object: style `simple`). A format is an annotation, the spelling of
 * null is not defined, and characters beyond ASCII have no certain encoding (RFC 9110 section 5.5).
 */
export function mismatchOf(shape: Shape, text: string): string | null {
  if (/[^\t -~]/u.test(text) || (shape.types.includes("null") && /^(?:null)?$/iu.test(text))) return null;
  if (shape.types.includes("boolean")) return ["true", "false"].includes(text.toLowerCase()) ? null : "true or false";
  const isText = shape.types.includes("string");
  if (!isText && !NUMBER.test(text)) return "a number";
  const broken = isText ? brokenBySpelling(shape, text) : brokenByDigits(shape, text);
  return broken === undefined ? null : `what ${broken} allows (${shape.path})`;
}

/** Style `simple` may percent-encode a text: it is correct if either reading is. */
function brokenBySpelling(shape: Shape, text: string): string | undefined {
  const [broken] = brokenByText(shape, text);
  return broken !== undefined && brokenByText(shape, percentDecoded(text)).length === 0 ? undefined : broken;
}

/** If a double rounds the number, only its type is checked, and bounds that it may lie on. */
function brokenByDigits(shape: Shape, text: string): string | undefined {
  const value = Number(text);
  if (!Number.isFinite(value)) return undefined;
  const plain: Shape = { ...shape, formats: [] };
  const [mantissa = ""] = text.toLowerCase().split("e");
  const digits = mantissa.replaceAll(/\D/gu, "").replace(/^0+/u, "");
  return brokenByNumber(digits.length > HELD ? asRounded(plain) : plain, value)[0];
}

function asRounded({ multipleOf: _step, values: _listed, ...shape }: Shape): Shape {
  const { exclusiveMinimum, exclusiveMaximum, minimum = exclusiveMinimum, maximum = exclusiveMaximum, ...rest } = shape;
  return defined({ ...rest, minimum, maximum });
}
