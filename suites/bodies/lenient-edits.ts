/**
 * Edits that lenient readers accept: JSON5, org.json, loaders of YAML, filters before the parser, and readers that skip
 * unused parts. `text-edits.ts` says what an edit is.
 */
import { isMemberName, replacingEach, tokensOf } from "./json-tokens.ts";
import { type TextEdit, around, inNumbers, inTexts, inUnknownMember, isSign, withWord } from "./text-edits.ts";

/** A sign before, after, and within the braces: some readers trim only the ends. */
const aroundBy =
  (...blanks: readonly string[]) =>
  (text: string): readonly string[] =>
    blanks.flatMap((blank) => [`${text}${blank}`, `${blank}${text}`, `{${blank}${text.slice(1)}`]);

/** The text cut within its last string: before the closing quote, or in the middle. */
function openString(text: string): readonly string[] {
  const last = tokensOf(text).findLast(({ kind }) => kind === "string");
  if (last === undefined) return [];
  const { at, text: literal } = last;
  return [at + literal.length - 1, at + Math.ceil(literal.length / 2)].map((end) => text.slice(0, end));
}

/** The last member, with only its name. */
function withoutValue(text: string): readonly string[] {
  const name = tokensOf(text).findLast(isMemberName);
  if (name === undefined) return [];
  const before = text.slice(0, name.at + name.text.length);
  return [`${before}}`, `${before}:}`];
}

/** The edits of the third list of checks. */
export const lenientEdits: readonly TextEdit[] = [
  {
    slug: "no-break-space",
    title: "A body with a no-break space as white space is refused",
    texts: aroundBy("\u00a0"),
  },
  {
    slug: "unicode-white-space",
    title: "A body with white space of Unicode around its members is refused",
    texts: aroundBy("\u3000", "\u2028", "\u2003"),
  },
  {
    slug: "zero-width-space",
    title: "A body with a zero width space outside of a string is refused",
    texts: aroundBy("\u200b"),
  },
  {
    slug: "semicolon-between",
    title: "A body with semicolons between members is refused",
    texts: (text) => replacingEach(text, isSign(","), () => ";"),
  },
  {
    slug: "number-of-javascript",
    title: "A body whose {integer} is written in octal, in binary or with a leading point is refused",
    texts: inNumbers(
      (id) => `0o${Number(id).toString(8)}`,
      (id) => `0${Number(id).toString(8)}`,
      (id) => `.${id}e${id.length}`,
      (id) => `0b${Number(id).toString(2)}`,
    ),
  },
  {
    slug: "brace-escape",
    title: "A body with an escape of a code point in braces is refused",
    texts: inTexts("\\u{41}"),
  },
  {
    slug: "line-continuation",
    title: "A body with an escaped line feed in a string is refused",
    texts: inTexts("\\\n"),
  },
  {
    slug: "open-string",
    title: "A body that ends within its last string is refused",
    texts: openString,
    isInOrder: true,
  },
  {
    slug: "member-without-value",
    title: "A body whose last member has no value is refused",
    texts: withoutValue,
    isInOrder: true,
  },
  {
    slug: "undefined",
    title: "A body with `undefined` for its {optionalLabel} is refused",
    texts: (text, spare = null) => withWord(text, "undefined", spare),
  },
  {
    slug: "number-in-unknown-member",
    title: "A body with a number that JSON does not have in a member that the schema does not name is refused",
    texts: inUnknownMember("01", "+1", "1.", ".5", "0x1F"),
    isInUnknownMember: true,
  },
  {
    slug: "upper-case-in-unknown-member",
    title: "A body with a literal in different letter case in a member that the schema does not name is refused",
    texts: inUnknownMember("TRUE", "Null", "NULL", "FALSE"),
    isInUnknownMember: true,
  },
  {
    slug: "control-in-unknown-member",
    title: "A body with an unescaped control character in a member that the schema does not name is refused",
    texts: around(
      (text) => `${text.slice(0, -1)},"dark\tcolour":1}`,
      (text) => `${text.slice(0, -1)},"dark\u0001colour":1}`,
    ),
    isInUnknownMember: true,
  },
  {
    slug: "text-in-unknown-member",
    title: "A body with a text that JSON does not have in a member that the schema does not name is refused",
    texts: inUnknownMember('"dark\tred"', '"dark\u0001red"', '"dark\\qred"'),
    isInUnknownMember: true,
  },
  {
    slug: "junk-in-unknown-member",
    title: "A body with something else than JSON in a list or an object that the schema does not name is refused",
    texts: inUnknownMember("[dark red]", "{dark red}", '["dark" "red"]', '{"dark":}'),
    isInUnknownMember: true,
  },
  {
    slug: "closing-bracket-after",
    title: "A body with a bracket too many is refused",
    texts: around((text) => `${text}]`),
  },
  {
    slug: "semicolon-after",
    title: "A body with a semicolon after the object is refused",
    texts: around((text) => `${text};`),
  },
  {
    slug: "garbage-far-after",
    title: "A body with garbage after the object and much white space is refused",
    texts: around((text) => `${text}${" ".repeat(FAR)}x`),
    isLong: true,
  },
];

/** More characters than some servers read at once. */
const FAR = 4_200;
