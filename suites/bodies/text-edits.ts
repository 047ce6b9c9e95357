/**
 * The edits after which the text of an ordinary body is not JSON (RFC 8259). Each lists the resulting texts, one for
 * each place where it can be made; one of them is sent. The checks and fuzzing use the same list.
 */
import { type Token, betweenEach, betweenMembers, isMemberName, replacingEach, tokensOf } from "./json-tokens.ts";

/** One edit. */
export interface TextEdit {
  /** Names its check. Permanent. */
  readonly slug: string;
  /** With placeholders for the members: `{integer}` for a number, `{optionalLabel}` for a text. */
  readonly title: string;
  /** The resulting texts, none of which is JSON. Some edits change the optional member `spare`. */
  readonly texts: (text: string, spare?: string | null) => readonly string[];
  /** The fault is in a member that the schema does not name, which a provider may refuse for that reason. */
  readonly isInUnknownMember?: true;
  /** The requirement of its check. Most edits leave a text from which a lenient reader gets the plant. */
  readonly requirement?: "refuses-malformed-json" | "refuses-other-media-types";
  /** The declared media type; JSON by default. */
  readonly mediaType?: string;
  /** So long that it may be refused for its length: the status then says nothing about the text. */
  readonly isLong?: true;
  /** The members are in the order of the schema, the required ones first, so the rest before the cut may be valid. */
  readonly isInOrder?: true;
}

/**
 * The text that results from an edit at one of its places. If that text is still JSON, the next one is used; if all
 * are, the text is cut.
 */
export function edited({ texts }: TextEdit, text: string, place: number, spare: string | null = null): string {
  const all = texts(text, spare);
  const first = place % Math.max(1, all.length);
  // Checks one text at a time: for a text that is not JSON the parser throws, which is slow.
  return [...all.slice(first), ...all.slice(0, first)].find((one) => !isJson(one)) ?? text.slice(0, -1);
}

/** Whether a text is JSON, by the platform's parser. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const isNumber = ({ kind }: Token): boolean => kind === "number";
const isText = ({ kind }: Token): boolean => kind === "string";
const isQuoted = (token: Token): boolean => isText(token) || isMemberName(token);
/** Selects one sign of structure. */
export const isSign =
  (sign: string) =>
  (token: Token): boolean =>
    token.text === sign;

/** A number of the text, written in one of these ways. */
export const inNumbers =
  (...writes: readonly ((digits: string) => string)[]) =>
  (text: string): readonly string[] =>
    writes.flatMap((write) => replacingEach(text, isNumber, write));

/** Replaces the first blank of a string, or inserts before its end if it has no blank. */
export const inTexts =
  (...inserted: readonly string[]) =>
  (text: string): readonly string[] =>
    inserted.flatMap((one) =>
      replacingEach(text, isText, (literal) =>
        literal.includes(" ") ? literal.replace(" ", () => one) : `${literal.slice(0, -1)}${one}"`,
      ),
    );

/** The whole text, written in one of these ways. */
export const around =
  (...writes: readonly ((text: string) => string)[]) =>
  (text: string): readonly string[] =>
    writes.map((write) => write(text));

/** The same text with another number: a provider that reads both values may refuse one that exists already. */
export function another(text: string): string {
  const [first = text] = replacingEach(text, isNumber, (digits) => `${digits}0`);
  return first;
}

/** A word as the value of the optional member, or of the last string if there is no optional member. */
export function withWord(text: string, word: string, spare: string | null): readonly string[] {
  const strings = tokensOf(text).filter(({ kind }) => kind === "string");
  const isSpare = (at: number): boolean => spare !== null && text.slice(0, at).endsWith(`${JSON.stringify(spare)}:`);
  const chosen = strings.find(({ at }) => isSpare(at)) ?? strings.at(-1);
  if (chosen === undefined) return [];
  return [`${text.slice(0, chosen.at)}${word}${text.slice(chosen.at + chosen.text.length)}`];
}

/** A value in a member that the schema does not name, at the end or at the start. */
export const inUnknownMember =
  (...literals: readonly string[]) =>
  (text: string): readonly string[] =>
    literals.flatMap((literal) => [
      `${text.slice(0, -1)},"colour":${literal}}`,
      text.replace("{", () => `{"colour":${literal},`),
    ]);

/** The edits of the first list of checks. The order of the lists is the order of the checks. */
export const firstEdits: readonly TextEdit[] = [
  {
    slug: "blank",
    requirement: "refuses-malformed-json",
    title: "A body of white space alone is refused",
    texts: () => [" \n"],
  },
  { slug: "truncated", title: "A body without its last brace is refused", texts: around((text) => text.slice(0, -1)) },
  {
    slug: "trailing-comma",
    title: "A body with a comma after the last member is refused",
    texts: around(
      (text) => `${text.slice(0, -1)},}`,
      (text) => `${text.slice(0, -1)}, }`,
    ),
  },
  {
    slug: "missing-comma",
    title: "A body without a comma between members is refused",
    texts: (text) => replacingEach(text, isSign(","), () => " "),
  },
  {
    slug: "block-comment",
    title: "A body with a comment is refused",
    texts: (text) => betweenEach(text, "/* new */"),
  },
  {
    slug: "line-comment",
    title: "A body with a line comment is refused",
    texts: (text) => betweenMembers(text, "// new\n"),
  },
  {
    slug: "single-quotes",
    title: "A body with single quotes is refused",
    // One string: a reader that takes these quotes everywhere takes them in one place too.
    texts: (text) => replacingEach(text, isQuoted, (literal) => `'${literal.slice(1, -1)}'`),
  },
  {
    slug: "unquoted-names",
    title: "A body with unquoted member names is refused",
    texts: (text) => replacingEach(text, isMemberName, (literal) => literal.slice(1, -1)),
  },
  {
    slug: "garbage-after",
    title: "A body with garbage after the value is refused",
    texts: around((text) => `${text} x`),
  },
  {
    slug: "second-value",
    title: "A body with a second value after the first is refused",
    texts: around((text) => `${text}${another(text)}`),
  },
  {
    slug: "closing-brace-after",
    title: "A body with a brace too many is refused",
    texts: around((text) => `${text}}`),
  },
  { slug: "not-a-number", title: "A body whose {integer} is NaN is refused", texts: inNumbers(() => "NaN") },
  {
    slug: "leading-zero",
    title: "A body whose {integer} has a leading zero is refused",
    texts: inNumbers((id) => `0${id}`),
  },
  { slug: "plus-sign", title: "A body whose {integer} has a plus sign is refused", texts: inNumbers((id) => `+${id}`) },
  {
    slug: "hexadecimal",
    title: "A body whose {integer} is written in hexadecimal is refused",
    texts: inNumbers(
      (id) => `0x${Number(id).toString(16)}`,
      (id) => `0X${Number(id).toString(16).toUpperCase()}`,
    ),
  },
  {
    slug: "final-point",
    title: "A body whose {integer} ends in a decimal point is refused",
    texts: inNumbers((id) => `${id}.`),
  },
  {
    slug: "raw-line-feed",
    title: "A body with an unescaped line feed in a string is refused",
    texts: inTexts("\n"),
  },
  { slug: "raw-tab", title: "A body with an unescaped tab in a string is refused", texts: inTexts("\t") },
  {
    slug: "unknown-escape",
    title: "A body with an escape that JSON does not have is refused",
    texts: inTexts("\\x20", "\\x41", "\\'", "\\'s ", "\\0", "\\v", "\\q"),
  },
];

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
export const secondEdits: readonly TextEdit[] = [
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
