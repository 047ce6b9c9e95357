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
