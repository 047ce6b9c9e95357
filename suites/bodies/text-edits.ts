/**
 * The edits that make the text of an ordinary body no JSON (RFC 8259). Each lists the texts that come of it, one for each
 * place where it can be made; one of them is sent. The checks and fuzzing use the same list.
 */
import { type Token, betweenEach, replacingEach, tokensOf } from "./json-tokens.ts";

/** One edit. */
export interface TextEdit {
  /** Names its check; permanent. */
  readonly slug: string;
  /** With places for what members are called: `{integer}` for a number, `{optionalLabel}` for a text. */
  readonly title: string;
  /** The texts that come of it, none of which is JSON; some go by the member that may be left out. */
  readonly texts: (text: string, spare?: string | null) => readonly string[];
  /** The fault is the value of a member that the schema does not name, which a provider may refuse by itself. */
  readonly isInUnknownMember?: true;
  /** What it is asked for, where that is not the requirement about malformed JSON: a form is read as what it is declared as. */
  readonly requirement?: "refuses-other-media-types";
  /** What the body is declared as; as JSON by default. */
  readonly mediaType?: string;
  /** So long that it may be refused for that: its status says nothing of what the text is. */
  readonly isLong?: true;
  /** The members stand in the order of the schema, the required ones first: what is left of the last may be valid. */
  readonly isInOrder?: true;
}

/**
 * The text that comes of an edit at one of its places. In the place of a text that is JSON all the same, the next one is
 * taken; without any, the text is cut.
 */
export function edited({ texts }: TextEdit, text: string, place: number, spare: string | null = null): string {
  const all = texts(text, spare);
  const first = place % Math.max(1, all.length);
  // One is looked at, and not all of them: where a text is no JSON, the parser throws, which takes long.
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
/** One sign of structure. */
export const isSign =
  (sign: string) =>
  (token: Token): boolean =>
    token.text === sign;

/** A number of the text, written in one of these ways. */
export const inNumbers =
  (...writes: readonly ((digits: string) => string)[]) =>
  (text: string): readonly string[] =>
    writes.flatMap((write) => replacingEach(text, isNumber, write));

/** Something in the place of a text's first blank, or before its end where it has none. */
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

/** The same text with another number: what reads two values may refuse one that is there already. */
export function another(text: string): string {
  const [first = text] = replacingEach(text, isNumber, (digits) => `${digits}0`);
  return first;
}

/** A word for the member that may be left out, or for the last text where there is no such member. */
export function withWord(text: string, word: string, spare: string | null): readonly string[] {
  const strings = tokensOf(text).filter(({ kind }) => kind === "string");
  const isSpare = (at: number): boolean => spare !== null && text.slice(0, at).endsWith(`${JSON.stringify(spare)}:`);
  const chosen = strings.find(({ at }) => isSpare(at)) ?? strings.at(-1);
  if (chosen === undefined) return [];
  return [`${text.slice(0, chosen.at)}${word}${text.slice(chosen.at + chosen.text.length)}`];
}

/** A value in a member that the schema does not name, at the end or the beginning. */
export const inUnknownMember =
  (...literals: readonly string[]) =>
  (text: string): readonly string[] =>
    literals.flatMap((literal) => [
      `${text.slice(0, -1)},"colour":${literal}}`,
      text.replace("{", () => `{"colour":${literal},`),
    ]);

/** The edits of the first list of checks; the order of both lists is the order of the checks. */
export const firstEdits: readonly TextEdit[] = [
  { slug: "blank", title: "A body of white space alone is refused", texts: () => [" \n"] },
  { slug: "truncated", title: "A body without its last brace is refused", texts: around((text) => text.slice(0, -1)) },
  {
    slug: "trailing-comma",
    title: "A body with a comma after the last member is refused",
    texts: around((text) => `${text.slice(0, -1)},}`),
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
    texts: (text) => betweenEach(text, "// new\n"),
  },
  {
    slug: "single-quotes",
    title: "A body with single quotes is refused",
    texts: around((text) => text.replaceAll('"', "'")),
  },
  {
    slug: "unquoted-names",
    title: "A body with unquoted member names is refused",
    texts: around((text) => text.replaceAll(/"(\w+)":/g, "$1:")),
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
    texts: inNumbers((id) => `0x${Number(id).toString(16)}`),
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
    texts: inTexts("\\x20"),
  },
];
