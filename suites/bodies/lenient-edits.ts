/**
 * Edits that lenient readers accept: JSON5, org.json, loaders of YAML, filters before the parser, and readers that skip
 * unused parts; and other formats than JSON. `text-edits.ts` says what an edit is.
 */
import {
  type TextEdit,
  around,
  edits,
  inNumbers,
  inSigns,
  inTexts,
  inUnknownMember,
  tokensOf,
  unnamed,
  withWord,
} from "./text-edits.ts";

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

function withoutValue(text: string): readonly string[] {
  const name = tokensOf(text).findLast(({ kind }) => kind === "member");
  if (name === undefined) return [];
  const before = text.slice(0, name.at + name.text.length);
  return [`${before}}`, `${before}:}`];
}

/** More characters than some servers read at once. */
const FAR = 4_200;

/** The edits of the third list of checks. */
export const lenientEdits = edits([
  ["no-break-space", "with a no-break space as white space", aroundBy("\u00a0")],
  ["unicode-white-space", "with white space of Unicode around its members", aroundBy("\u3000", "\u2028", "\u2003")],
  ["zero-width-space", "with a zero width space outside of a string", aroundBy("\u200b")],
  ["semicolon-between", "with semicolons between members", inSigns(",", ";")],
  [
    "number-of-javascript",
    "whose {integer} is written in octal, in binary or with a leading point",
    inNumbers(
      (id) => `0o${Number(id).toString(8)}`,
      (id) => `0${Number(id).toString(8)}`,
      (id) => `.${id}e${id.length}`,
      (id) => `0b${Number(id).toString(2)}`,
    ),
  ],
  ["brace-escape", "with an escape of a code point in braces", inTexts("\\u{41}")],
  ["line-continuation", "with an escaped line feed in a string", inTexts("\\\n")],
  ["open-string", "that ends within its last string", openString, { isInOrder: true }],
  ["member-without-value", "whose last member has no value", withoutValue, { isInOrder: true }],
  ["undefined", "with `undefined` for its {optionalLabel}", (text, spare = null) => withWord(text, "undefined", spare)],
  unnamed(
    "number-in-unknown-member",
    "a number that JSON does not have",
    inUnknownMember("01", "+1", "1.", ".5", "0x1F"),
  ),
  unnamed(
    "upper-case-in-unknown-member",
    "a literal in different letter case",
    inUnknownMember("TRUE", "Null", "NULL", "FALSE"),
  ),
  unnamed(
    "control-in-unknown-member",
    "an unescaped control character",
    around(
      (text) => `${text.slice(0, -1)},"dark\tcolour":1}`,
      (text) => `${text.slice(0, -1)},"dark\u0001colour":1}`,
    ),
  ),
  unnamed(
    "text-in-unknown-member",
    "a text that JSON does not have",
    inUnknownMember('"dark\tred"', '"dark\u0001red"', '"dark\\qred"'),
  ),
  [
    "junk-in-unknown-member",
    "with something else than JSON in a list or an object that the schema does not name",
    inUnknownMember("[dark red]", "{dark red}", '["dark" "red"]', '{"dark":}'),
    { isInUnknownMember: true },
  ],
  ["closing-bracket-after", "with a bracket too many", around((text) => `${text}]`)],
  ["semicolon-after", "with a semicolon after the object", around((text) => `${text};`)],
  [
    "garbage-far-after",
    "with garbage after the object and much white space",
    around((text) => `${text}${" ".repeat(FAR)}x`),
    { isLong: true },
  ],
]);

// Edits that write the content of an ordinary body in another format.

function inOtherFormat(
  write: (members: readonly (readonly [string, string])[]) => readonly string[],
): TextEdit["texts"] {
  return (text) => {
    const members = Object.entries(JSON.parse(text) as Readonly<Record<string, unknown>>);
    return write(members.map(([name, value]) => [name, String(value)] as const));
  };
}

const inYaml = inOtherFormat((members) => [members.map(([name, value]) => `${name}: ${value}\n`).join("")]);

const inXml = inOtherFormat((members) => {
  const element = `<plant>${members.map(([name, value]) => `<${name}>${value}</${name}>`).join("")}</plant>`;
  return [element, `<?xml version="1.0"?>\n${element}`];
});

const BOUNDARY = "plant-store-boundary";

const inParts = inOtherFormat((members) => {
  const parts = members.map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return [`${parts.join("")}--${BOUNDARY}--\r\n`];
});

const inForm = inOtherFormat((members) => [new URLSearchParams(Object.fromEntries(members)).toString()]);

/** The edits of the list of other formats. */
export const otherFormats: readonly TextEdit[] = (
  [
    { slug: "yaml", title: "A body of YAML is refused", texts: inYaml },
    {
      slug: "yaml-declared-as-yaml",
      title: "A body of YAML that is declared as YAML is refused",
      texts: inYaml,
      mediaType: "application/yaml",
    },
    // Providers that read XML mostly do so only if it is declared.
    { slug: "xml", title: "A body of XML is refused", texts: inXml, mediaType: "application/xml" },
    { slug: "xml-declared-as-json", title: "A body of XML that is declared as JSON is refused", texts: inXml },
    { slug: "form", title: "A form declared as JSON is refused", texts: inForm },
    {
      slug: "multipart",
      refusedFor: "media-type",
      title: "A form of several parts is refused",
      texts: inParts,
      mediaType: `multipart/form-data; boundary=${BOUNDARY}`,
    },
  ] as const
).map((format) => ({ ...format, isInOrder: true }));
