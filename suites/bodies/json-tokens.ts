/** A JSON text as tokens, and the texts that result from one change at each place where it can be made. */

/** One token: a string with its quotes, a number, a literal name or a sign of structure. */
export interface Token {
  readonly text: string;
  /** Its place in the whole text. */
  readonly at: number;
  /** The kind of the token. A string before a colon is a `name`. */
  readonly kind: "name" | "string" | "number" | "literal" | "structure";
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
  if (token.startsWith('"')) return /^\s*:/u.test(rest) ? "name" : "string";
  if (/^[-\d]/u.test(token)) return "number";
  return /^[a-z]/u.test(token) ? "literal" : "structure";
}

/** Whether a token is the name of a member. */
export function isMemberName({ kind }: Token): boolean {
  return kind === "name";
}

/** The texts in which one token is replaced, one for each selected token. */
export function replacingEach(
  text: string,
  isMeant: (token: Token) => boolean,
  write: (token: string) => string,
): readonly string[] {
  return tokensOf(text)
    .filter(isMeant)
    .map((token) => `${text.slice(0, token.at)}${write(token.text)}${text.slice(token.at + token.text.length)}`);
}

/** The texts in which something is inserted between two tokens, one for each pair of neighbours. */
export function betweenEach(text: string, inserted: string): readonly string[] {
  return tokensOf(text)
    .slice(1)
    .map(({ at }) => `${text.slice(0, at)}${inserted}${text.slice(at)}`);
}

/** The texts in which something is inserted before or after a member, where people write comments. */
export function betweenMembers(text: string, inserted: string): readonly string[] {
  const tokens = tokensOf(text);
  return tokens
    .filter(({ text: sign }, k) => k > 0 && (isEnd(sign) || isStart(tokens[k - 1]?.text)))
    .map(({ at }) => `${text.slice(0, at)}${inserted}${text.slice(at)}`);
}

function isStart(sign: string | undefined): boolean {
  return sign === "{" || sign === ",";
}

function isEnd(sign: string): boolean {
  return sign === "}" || sign === ",";
}
