/** Values of a shape for fast-check, as JSON text: ordinary ones and odd ones, both valid by the schema. */
import fc, { type Arbitrary } from "fast-check";
import { type Member, type Shape, allows, ordinaryType } from "../../spec/schema.ts";
import { isGuessed } from "../../spec/unknown-formats.ts";
import { brokenByText, isAllowedNumber, timesStep } from "../bodies/constraints.ts";
import { textFormatsOf } from "../bodies/formatted-texts.ts";
import { arrayOf, hasItems, isDecimal, ordinaryLiteral, ordinaryText, stepsOf } from "../bodies/ordinary-values.ts";
import { matching, matchingText } from "../bodies/pattern-texts.ts";

const small = "abcdefghijklmnopqrstuvwxyz";
const alphanumeric = `${small}${small.toUpperCase()}0123456789`;

/** The member or value that is drawn. */
type Drawn = Pick<Member, "shape" | "role">;

/** The text of an ordinary value. The letters of the number are added to labels when a request is made. */
export function ordinaryValue(drawn: Drawn): Arbitrary<string> {
  const { shape, role } = drawn;
  if (shape.values === undefined && shape.samples === undefined && !isDecimal(shape)) {
    switch (ordinaryType(shape)) {
      case "string":
        if (textFormatsOf(shape).length > 0 || isGuessed(shape)) break;
        return ordinaryTexts(shape, role).map((text) => JSON.stringify(text));
      case "integer":
      case "number":
        return numbers(shape).map(String);
      case "array":
        return arrays(shape);
      case "object":
        return objects(shape);
      case "boolean":
      case "null":
    }
  }
  // There are few values, or only the plainest may be sent.
  return fc.integer({ min: 1_000_000, max: 2 ** 31 - 1 }).map((n) => ordinaryLiteral(shape, drawn, n));
}

/** Names are one or two words, tags one in lower case. A request adds the letters of its number to both. */
function ordinaryTexts(shape: Shape, role: Drawn["role"]): Arbitrary<string> {
  const fits = (text: string): boolean => brokenByText(shape, text).length === 0;
  const [pattern] = shape.patterns;
  if (pattern !== undefined) return matchingOf(shape, pattern, fits);
  const { minLength = 0, maxLength = 40 } = shape;
  if (role === "optionalLabel") {
    return letters(small, Math.max(1, minLength), Math.min(5, maxLength));
  }
  const one = letters(small + small.toUpperCase(), Math.max(SHORTEST_WORD, minLength), Math.min(32, maxLength));
  return fc
    .tuple(one, fc.nat(32))
    .map(([text, place]) => inTwo(text, place))
    .filter(fits);
}

/** Texts of a pattern. One that does not fit is replaced by one that was looked for: drawing on may have no end. */
function matchingOf(shape: Shape, pattern: string, fits: (text: string) => boolean): Arbitrary<string> {
  return fc
    .tuple(matching(fc, pattern), fc.nat(1_000_000))
    .map(([text, n]) => (fits(text) ? text : (matchingText(shape, n) ?? ordinaryText(shape, {}, 0))));
}

function letters(unit: string, least: number, most: number): Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(...Array.from(unit)),
    minLength: Math.min(least, most),
    maxLength: Math.max(least, most),
    size: "max",
  });
}

/** Shorter words happen to be words of a language, such as SQL, whose refusal is open. */
const SHORTEST_WORD = 5;

/** The text as two words, cut at a place; as one word if the place is not well inside the text. */
function inTwo(text: string, place: number): string {
  return place < SHORTEST_WORD || place >= text.length - SHORTEST_WORD
    ? text
    : `${text.slice(0, place)} ${text.slice(place + 1)}`;
}

function numbers(shape: Shape): Arbitrary<number> {
  const { step, first, last } = stepsOf(shape, 2 ** 31 - 1);
  if (first >= last) return fc.constant(Number(ordinaryLiteral(shape, {}, 0)));
  return fc
    .integer({ min: first, max: last })
    .map((steps) => timesStep(steps, step))
    .filter((value) => isAllowedNumber(shape, value));
}

/** Arrays of the least number of items, and of up to four more, as far as so many are possible. */
function arrays(shape: Shape): Arbitrary<string> {
  if (shape.isEndless === true) return fc.constant("[]");
  const { minItems = 0, maxItems = Infinity } = shape;
  const sizes = [0, 1, 2, 3, 4].map((more) => minItems + more).filter((size) => size <= maxItems);
  const possible = sizes.filter((size) => size === minItems || hasItems(shape, size));
  return fc.tuple(fc.nat(1_000_000), fc.constantFrom(...possible)).map(([n, size]) => arrayOf(shape, n, size));
}

function objects(shape: Shape): Arbitrary<string> {
  return membersOf(shape).map(
    (members) =>
      `{${Object.entries(members)
        .map(([name, text]) => `${JSON.stringify(name)}:${text}`)
        .join(",")}}`,
  );
}

/** The members of an object. The optional ones are sometimes left out. Shrinks towards fewer members. */
export function membersOf({ members }: Shape): Arbitrary<Readonly<Record<string, string>>> {
  const model = Object.fromEntries(members.map((member) => [member.name, ordinaryValue(member)]));
  return fc.record(model, { requiredKeys: members.filter(({ required }) => required).map(({ name }) => name) });
}

/** Code points without surrogates. fast-check's own unit builds a table of all of them. */
const codePoint = fc
  .integer({ min: 1, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

const oddUnits = fc.oneof(
  fc.constantFrom(...Array.from("\"\\/<>&'%+ \t\n\r\u0001\u007f\u0085\u00a0\u200b\u200e\u2028\ufeff\ufffd")),
  fc.constantFrom(
    "e\u0301",
    "\u{1f331}",
    "\u{1f468}\u200d\u{1f33e}",
    "\u05e6\u05de",
    "\u1112\u1161\u11ab",
    "\u0130",
    "\u00df",
  ),
  codePoint,
  fc.constantFrom(...Array.from(alphanumeric)),
);

const oddWords = ["null", "true", "0", "__proto__", "constructor", "undefined", "NaN"];

/** A valid text that few clients would send. It has no U+0000 and no lone surrogate, which are open points. */
export function oddText(shape: Shape): Arbitrary<string> {
  const fits = (text: string): boolean => !text.includes("\0") && brokenByText(shape, text).length === 0;
  const [pattern] = shape.patterns;
  if (isGuessed(shape)) return ordinaryValue({ shape });
  // A text drawn without the pattern hardly ever matches it.
  if (pattern !== undefined) return matchingOf(shape, pattern, fits).map((text) => JSON.stringify(text));
  const { minLength = 0, maxLength = Math.max(40, minLength) } = shape;
  const drawn = fc.array(oddUnits, { minLength, maxLength, size: "medium" }).map((units) => units.join(""));
  const words = oddWords.filter(fits);
  return fc
    .oneof(
      // Some units have several code points, so a text may have to be cut to fit.
      { weight: 4, arbitrary: drawn.map((text) => Array.from(text).slice(0, maxLength).join("")).filter(fits) },
      ...(words.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...words) }]),
    )
    .map((text) => JSON.stringify(text));
}

/** A JSON value of a type that the shape does not allow. Whole numbers are left out if other numbers are allowed. */
export function valueOfOtherType({ types }: Shape): Arbitrary<string> {
  const number = types.includes("number") ? [] : [fc.double({ noNaN: true, noDefaultInfinity: true })];
  const all = [
    ...(types.includes("null") ? [] : [fc.constant(null)]),
    ...(types.includes("boolean") ? [] : [fc.boolean()]),
    // If integers are allowed, only numbers with a fraction are of another type.
    ...(allows(types, "integer") ? number.map((one) => one.filter((value) => !Number.isInteger(value))) : number),
    ...(types.includes("string")
      ? []
      : [fc.oneof(fc.constantFrom("", " ", "0", "null", "true"), fc.string(), fc.integer().map(String))]),
    ...(types.includes("array") ? [] : [fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 })]),
    ...(types.includes("object") ? [] : [fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })]),
  ];
  return fc.oneof(...all).map((value) => JSON.stringify(value));
}
