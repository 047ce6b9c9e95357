/** More edits after which the text of an ordinary body is not JSON (RFC 8259); `text-edits.ts` says what an edit is. */
import { betweenMembers, replacingEach, tokensOf } from "./json-tokens.ts";
import { type TextEdit, another, around, inNumbers, inTexts, inUnknownMember, isSign, withWord } from "./text-edits.ts";

/** Writes digits in groups of three: `7000001` becomes `7_000_001`. */
function grouped(digits: string): string {
  return digits.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, "_");
}

/** Cut within the last member, so that the rest may contain every required member. */
function cutShort(text: string): readonly string[] {
  const last = text.lastIndexOf(",");
  return tokensOf(text)
    .filter(({ at }) => at >= last)
    .slice(0, -1)
    .filter(({ kind }) => kind !== "string")
    .map(({ at, text: token }) => text.slice(0, at + token.length));
}

/** Form feed, vertical tab, and separators, which some languages trim. */
const OTHER_BLANKS = ["\f", "\v", "\u001e", "\u001c"] as const;

/** The edits of the second list of checks. */
export const moreEdits: readonly TextEdit[] = [
  {
    slug: "hash-comment",
    title: "A body with a comment after `#` is refused",
    texts: (text) => [`# new\n${text}`, ...betweenMembers(text, "# new\n"), `${text} # new`],
  },
  {
    slug: "comment-outside",
    title: "A body with a comment before or after the object is refused",
    texts: around(
      (text) => `/* new */${text}`,
      (text) => `// new\n${text}`,
      (text) => `${text} /* new */`,
      (text) => `${text} // new`,
    ),
  },
  {
    slug: "doubled-comma",
    title: "A body with two commas between members is refused",
    texts: (text) => replacingEach(text, isSign(","), () => ",,"),
  },
  {
    slug: "leading-comma",
    title: "A body with a comma before the first member is refused",
    texts: around((text) => text.replace("{", "{,")),
  },
  {
    slug: "nan-in-unknown-member",
    title: "A body with NaN in a member that the schema does not name is refused",
    texts: inUnknownMember("NaN"),
    isInUnknownMember: true,
  },
  {
    slug: "infinity-in-unknown-member",
    title: "A body with an infinity in a member that the schema does not name is refused",
    texts: inUnknownMember("Infinity", "-Infinity"),
    isInUnknownMember: true,
  },
  {
    slug: "word-in-unknown-member",
    title: "A body with a literal of another language in a member that the schema does not name is refused",
    texts: inUnknownMember("None", "True", "False"),
    isInUnknownMember: true,
  },
  {
    slug: "number-of-another-language",
    title: "A body whose {integer} has a suffix of another language is refused",
    texts: inNumbers(
      (id) => `${id}n`,
      (id) => `${id}L`,
      (id) => `${id}d`,
    ),
  },
  {
    slug: "grouped-digits",
    title: "A body whose {integer} has underscores between its digits is refused",
    texts: inNumbers(grouped),
  },
  {
    slug: "word-of-another-language",
    title: "A body with a literal of another language for its {optionalLabel} is refused",
    texts: (text, spare = null) => ["None", "NULL", "nil"].flatMap((word) => withWord(text, word, spare)),
  },
  {
    slug: "colon-replaced",
    title: "A body with another character for a colon is refused",
    texts: (text) => ["=", " => "].flatMap((sign) => replacingEach(text, isSign(":"), () => sign)),
  },
  {
    slug: "separator-after",
    title: "A body with a comma after the object is refused",
    texts: around((text) => `${text},`),
  },
  {
    slug: "nul-after",
    title: "A body with a NUL byte after the object is refused",
    texts: around((text) => `${text}\0`),
  },
  {
    slug: "second-line",
    title: "A body with a second line of JSON is refused",
    texts: around((text) => `${text}\n${another(text)}`),
  },
  {
    slug: "garbage-before",
    title: "A body with garbage before the object is refused",
    texts: around(
      (text) => `x ${text}`,
      (text) => `data: ${text}`,
      (text) => `1${text}`,
      // A text of a sequence (RFC 7464), which has another media type.
      (text) => `\u001e${text}\n`,
      (text) => `)]}'\n${text}`,
      (text) => `while(1);${text}`,
    ),
  },
  {
    slug: "guard-before",
    title: "A body with a guard against inclusion before the object is refused",
    texts: around((text) => `)]}',\n${text}`),
  },
  {
    slug: "jsonp",
    title: "A body of JavaScript around the object is refused",
    texts: around(
      (text) => `plant(${text})`,
      (text) => `plant(${text});`,
      (text) => `(${text})`,
    ),
  },
  {
    slug: "other-white-space",
    title: "A body with white space that JSON does not have is refused",
    texts: (text) =>
      OTHER_BLANKS.flatMap((blank) => [`${blank}${text}`, ...betweenMembers(text, blank), `${text}${blank}`]),
  },
  {
    slug: "short-escape",
    title: "A body with an escape of two digits is refused",
    texts: inTexts("\\u41"),
  },
  {
    slug: "raw-control",
    title: "A body with an unescaped control character in a string is refused",
    texts: inTexts("\r", "a\r", "\u0000", "\u0001", "\u0008", "\u000c", "\u001b", "\u001f"),
  },
  { slug: "cut-short", title: "A body that ends within its last member is refused", texts: cutShort, isInOrder: true },
];
