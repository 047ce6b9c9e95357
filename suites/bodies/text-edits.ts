/**
 * The edits after which the text of an ordinary body is not JSON (RFC 8259). Each lists the resulting texts, one for
 * each place where it can be made; one of them is sent. The checks and fuzzing use the same list.
 */

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
  /** Why it is refused, if not because only a lenient reader gets the plant from the text. */
  readonly refusedFor?: "nothing-to-read" | "media-type";
  /** The declared media type; JSON by default. */
  readonly mediaType?: string;
  /** So long that it may be refused for its length: the status then says nothing about the text. */
  readonly isLong?: true;
  /** The members are in the order of the schema, the required ones first, so the rest before the cut may be valid. */
  readonly isInOrder?: true;
}

/** The text of an edit at one of its places, or at the next if it is still JSON; if all are, the text is cut. */
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

// The text as tokens, and the texts that result from one change at each place where it can be made.

/** One token: a string with its quotes, a number, a literal name or a sign of structure. */
interface Token {
  readonly text: string;
  /** Its place in the whole text. */
  readonly at: number;
  /** A `member` is a string before a colon, and a `sign` anything else that is no string and no number. */
  readonly kind: "member" | "string" | "number" | "sign";
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/gu;

/** The tokens of a JSON text, in order. */
export function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: token, index: at }) => ({
    text: token,
    at,
    kind: kindOf(token, text.slice(at + token.length)),
  }));
}

function kindOf(token: string, rest: string): Token["kind"] {
  if (token.startsWith('"')) return /^\s*:/u.test(rest) ? "member" : "string";
  return /^[-\d]/u.test(token) ? "number" : "sign";
}

const isNumber = ({ kind }: Token): boolean => kind === "number";
const isText = ({ kind }: Token): boolean => kind === "string";
const isMember = ({ kind }: Token): boolean => kind === "member";
const isQuoted = (token: Token): boolean => isText(token) || isMember(token);

/** The texts in which one token is replaced, one for each selected token. */
function replacingEach(
  text: string,
  isMeant: (token: Token) => boolean,
  write: (token: string) => string,
): readonly string[] {
  return tokensOf(text)
    .filter(isMeant)
    .map((token) => `${text.slice(0, token.at)}${write(token.text)}${text.slice(token.at + token.text.length)}`);
}

/** The texts in which something is inserted between two tokens, one for each pair of neighbours, or of those meant. */
function between(
  text: string,
  inserted: string,
  isMeant: (before: string, after: string) => boolean = () => true,
): readonly string[] {
  const tokens = tokensOf(text);
  return tokens
    .filter(({ text: after }, k) => k > 0 && isMeant(tokens[k - 1]?.text ?? "", after))
    .map(({ at }) => `${text.slice(0, at)}${inserted}${text.slice(at)}`);
}

/** The texts in which something is inserted before or after a member, where people write comments. */
function betweenMembers(text: string, inserted: string): readonly string[] {
  return between(text, inserted, (before, after) => ["{", ","].includes(before) || ["}", ","].includes(after));
}

/** One sign of structure, written in another way, at each of its places. */
export const inSigns =
  (sign: string, ...written: readonly string[]) =>
  (text: string): readonly string[] =>
    written.flatMap((other) =>
      replacingEach(
        text,
        (token) => token.text === sign,
        () => other,
      ),
    );

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

/** An edit in a list: its slug, what it does to a body, the texts, and what else differs. */
export type EditRow = readonly [
  slug: string,
  what: string,
  texts: TextEdit["texts"],
  more?: Omit<TextEdit, "slug" | "title" | "texts">,
];

/** The edits of a list. */
export function edits(rows: readonly EditRow[]): readonly TextEdit[] {
  return rows.map(([slug, what, texts, more]) => ({ slug, title: `A body ${what} is refused`, texts, ...more }));
}

/** The row of an edit within a member that the schema does not name. */
export function unnamed(slug: string, what: string, texts: TextEdit["texts"]): EditRow {
  return [slug, `with ${what} in a member that the schema does not name`, texts, { isInUnknownMember: true }];
}

/** The edits of the first list of checks. The order of the lists is the order of the checks. */
export const firstEdits = edits([
  ["blank", "of white space alone", () => [" \n"], { refusedFor: "nothing-to-read" }],
  ["truncated", "without its last brace", around((text) => text.slice(0, -1))],
  [
    "trailing-comma",
    "with a comma after the last member",
    around(
      (text) => `${text.slice(0, -1)},}`,
      (text) => `${text.slice(0, -1)}, }`,
    ),
  ],
  ["missing-comma", "without a comma between members", inSigns(",", " ")],
  ["block-comment", "with a comment", (text) => between(text, "/* new */")],
  ["line-comment", "with a line comment", (text) => betweenMembers(text, "// new\n")],
  // One string: a reader that takes these quotes everywhere takes them in one place too.
  ["single-quotes", "with single quotes", (text) => replacingEach(text, isQuoted, (one) => `'${one.slice(1, -1)}'`)],
  [
    "unquoted-names",
    "with unquoted member names",
    (text) => replacingEach(text, isMember, (literal) => literal.slice(1, -1)),
  ],
  ["garbage-after", "with garbage after the value", around((text) => `${text} x`)],
  ["second-value", "with a second value after the first", around((text) => `${text}${another(text)}`)],
  ["closing-brace-after", "with a brace too many", around((text) => `${text}}`)],
  ["not-a-number", "whose {integer} is NaN", inNumbers(() => "NaN")],
  ["leading-zero", "whose {integer} has a leading zero", inNumbers((id) => `0${id}`)],
  ["plus-sign", "whose {integer} has a plus sign", inNumbers((id) => `+${id}`)],
  [
    "hexadecimal",
    "whose {integer} is written in hexadecimal",
    inNumbers(
      (id) => `0x${Number(id).toString(16)}`,
      (id) => `0X${Number(id).toString(16).toUpperCase()}`,
    ),
  ],
  ["final-point", "whose {integer} ends in a decimal point", inNumbers((id) => `${id}.`)],
  ["raw-line-feed", "with an unescaped line feed in a string", inTexts("\n")],
  ["raw-tab", "with an unescaped tab in a string", inTexts("\t")],
  [
    "unknown-escape",
    "with an escape that JSON does not have",
    // A reader of any other escape reads these too.
    inTexts("\\'", "\\x41", "\\'s "),
  ],
]);

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

/** A form feed, and the separator of records (RFC 7464): a reader that trims any control trims these. */
const OTHER_BLANKS = ["\f", "\u001e"] as const;

/** The edits of the second list of checks. */
export const secondEdits = edits([
  [
    "hash-comment",
    "with a comment after `#`",
    (text) => [`# new\n${text}`, ...betweenMembers(text, "# new\n"), `${text} # new`],
  ],
  [
    "comment-outside",
    "with a comment before or after the object",
    around(
      (text) => `/* new */${text}`,
      (text) => `// new\n${text}`,
      (text) => `${text} /* new */`,
      (text) => `${text} // new`,
    ),
  ],
  ["doubled-comma", "with two commas between members", inSigns(",", ",,")],
  ["leading-comma", "with a comma before the first member", around((text) => text.replace("{", "{,"))],
  unnamed("nan-in-unknown-member", "NaN", inUnknownMember("NaN")),
  unnamed("infinity-in-unknown-member", "an infinity", inUnknownMember("Infinity", "-Infinity")),
  unnamed("word-in-unknown-member", "a literal of another language", inUnknownMember("None", "True", "False")),
  [
    "number-of-another-language",
    "whose {integer} is written as another language writes it",
    inNumbers(
      (id) => `${id}n`,
      (id) => `${id}L`,
      (id) => `${id}d`,
      // Digits by Unicode, which expressions such as `\d` take in some languages.
      (id) => id.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
    ),
  ],
  ["grouped-digits", "whose {integer} has underscores between its digits", inNumbers(grouped)],
  [
    "word-of-another-language",
    "with a literal of another language for its {optionalLabel}",
    (text, spare = null) => ["None", "NULL", "nil"].flatMap((word) => withWord(text, word, spare)),
  ],
  ["colon-replaced", "with another character for a colon", inSigns(":", "=", " => ")],
  ["separator-after", "with a comma after the object", around((text) => `${text},`)],
  ["nul-after", "with a NUL byte after the object", around((text) => `${text}\0`)],
  ["second-line", "with a second line of JSON", around((text) => `${text}\n${another(text)}`)],
  [
    "garbage-before",
    "with garbage before the object",
    around(
      (text) => `x ${text}`,
      (text) => `data: ${text}`,
      (text) => `1${text}`,
      // A text of a sequence (RFC 7464), which has another media type.
      (text) => `\u001e${text}\n`,
      (text) => `)]}'\n${text}`,
      (text) => `while(1);${text}`,
    ),
  ],
  ["guard-before", "with a guard against inclusion before the object", around((text) => `)]}',\n${text}`)],
  [
    "jsonp",
    "of JavaScript around the object",
    around(
      (text) => `plant(${text})`,
      (text) => `plant(${text});`,
      (text) => `(${text})`,
    ),
  ],
  [
    "other-white-space",
    "with white space that JSON does not have",
    (text) => OTHER_BLANKS.flatMap((blank) => [`${blank}${text}`, ...betweenMembers(text, blank), `${text}${blank}`]),
  ],
  ["short-escape", "with an escape of two digits", inTexts("\\u41")],
  [
    "raw-control",
    "with an unescaped control character in a string",
    // The first and the last one, and one that is the end of a line.
    inTexts("\r", "a\r", "\u0000", "\u001f"),
  ],
  ["cut-short", "that ends within its last member", cutShort, { isInOrder: true }],
]);
