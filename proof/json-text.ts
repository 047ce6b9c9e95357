/**
 * JSON as the providers of this folder read it: strictly by RFC 8259, with the text of every number kept, so that no
 * int64 is rounded.
 *
 * The platform's parser decides what is JSON. It parses twice: first the text itself, then the same text with every
 * number turned into a string. In the second text each string begins with a mark: `s` for a string or a member name,
 * `n` for a number.
 */

/** A JSON value. The items of an array and the members of an object are read on demand. */
export type Value =
  | { readonly type: "null" }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "number"; readonly source: string }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "array"; readonly items: () => readonly Value[] }
  | { readonly type: "object"; readonly members: () => ReadonlyMap<string, Value> };

/** What the second text changes: each whole string or number gets a mark, and white space between tokens is removed. */
const TOKEN = /"(?:[^"\\]+|\\[^])*"|-?\d[\d.eE+-]*|[ \t\r\n]+/gu;

/**
 * Reads a JSON text. If two members have the same name, the last one counts.
 * @throws {SyntaxError} when the text is not JSON
 */
export function readJson(text: string): Value {
  JSON.parse(text);
  return valueOf(JSON.parse(text.replace(TOKEN, mark)));
}

function mark(token: string): string {
  if (/^\s/u.test(token)) return "";
  return token.startsWith('"') ? `"s${token.slice(1)}` : `"n${token}"`;
}

function valueOf(marked: unknown): Value {
  if (marked === null) return { type: "null" };
  if (typeof marked === "boolean") return { type: "boolean", value: marked };
  if (typeof marked === "string") {
    const rest = marked.slice(1);
    return marked.startsWith("n") ? { type: "number", source: rest } : { type: "string", value: rest };
  }
  if (Array.isArray(marked)) return { type: "array", items: () => marked.map(valueOf) };
  const members = (): (readonly [string, Value])[] =>
    Object.entries(Object(marked)).map(([name, member]) => [name.slice(1), valueOf(member)]);
  return { type: "object", members: () => new Map(members()) };
}

/** More decimal digits than any int64 has. */
const FAR = 30;

/**
 * The integer value of a number's text (`7.0` and `70e-1` are 7); undefined if it is not whole. A number far beyond
 * int64 becomes some integer beyond int64.
 */
export function integerOf(source: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/0+$/u, "");
  if (/^0*$/u.test(digits)) return 0n;
  const shift = Number(exponent) + whole.length - digits.length;
  if (shift < 0) return undefined;
  const significant = digits.replace(/^0+/u, "");
  const magnitude = significant.length + shift > FAR ? 10n ** 30n : BigInt(significant) * 10n ** BigInt(shift);
  return sign === "-" ? -magnitude : magnitude;
}

/** The limits of int64. */
export const INT64 = { least: -(2n ** 63n), greatest: 2n ** 63n - 1n } as const;
