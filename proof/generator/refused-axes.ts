/** WHERE: requests that must be refused. The strengths are those of refusing such a request. */
import type { Facts } from "./facts.ts";
import { axisOf } from "./message-axes.ts";
import type { FaultAxis, Strength } from "./mutant.ts";

type Word = Parameters<typeof axisOf>[1][string];

/** The body as JSON; undefined if it is not JSON. */
function jsonOf({ text }: Facts): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function body(strength: Strength, words: string, holds: Word["holds"]): Word {
  return { strength, share: 0.02, words, holds };
}

const isDeclared = ({ request }: Facts): boolean =>
  /^application\/json\b/iu.test(request.headers["content-type"] ?? "");

/** A body that is declared as JSON and looks like it, but is not. */
function malformed(words: string, pattern: RegExp): Word {
  return body("MUST", words, (facts) => isDeclared(facts) && jsonOf(facts) === undefined && pattern.test(facts.text));
}

const parses = (text: string): boolean => jsonOf({ text } as Facts) !== undefined;

/** JSON with other text after it or before it. */
function surrounded({ text }: Facts, side: "before" | "after"): boolean {
  if (parses(text)) return false;
  if (side === "before") return text.indexOf("{") > 0 && parses(text.slice(text.indexOf("{")));
  return [...text.matchAll(/\}/gu)].some(({ index }) => parses(text.slice(0, index + 1)));
}

const syntax: Readonly<Record<string, Word>> = {
  empty: body("MUST", "with no body", ({ request }) => request.body.length === 0),
  blank: malformed("whose body is white space only", /^\s+$/u),
  truncated: malformed("whose body ends too early", /^\s*\{[^}]*$/u),
  "comma-before-end": malformed("with a comma before the closing brace", /,\s*\}/u),
  "double-comma": malformed("with two commas in a row", /,\s*,/u),
  "comma-missing": malformed("without a comma between two members", /["\d]\s*"(?:id|name|tag)"\s*:/u),
  "line-comment": malformed("with a // comment", /\/\//u),
  "block-comment": malformed("with a /* */ comment", /\/\*/u),
  "hash-comment": malformed("with a # comment", /#/u),
  "single-quotes": malformed("with single quotes", /'/u),
  unquoted: malformed("with member names without quotes", /[{,]\s*(?:id|name|tag)\s*:/u),
  "not-a-number": malformed("with NaN or Infinity", /NaN|Infinity/u),
  hexadecimal: malformed("with a hexadecimal number", /:\s*0x/iu),
  "leading-zero": malformed("with a number that begins with 0", /:\s*-?0\d/u),
  plus: malformed("with a number that begins with +", /:\s*\+\d/u),
  point: malformed("with a number that begins or ends with a point", /:\s*(?:\.\d|\d+\.[,}\s])/u),
  "digit-separator": malformed("with a number that has separators", /:\s*\d+_\d/u),
  "raw-control": malformed("with a raw control character in a string", /"[^"\\]*\p{Cc}[^"]*"/u),
  "unknown-escape": malformed("with an escape that JSON has not", /\\[^"\\/bfnrtu]/u),
  literals: malformed("with True, None or undefined", /True|False|None|undefined/u),
  "number-suffix": malformed("with a number that has a suffix", /:\s*\d+[nLl]\b/u),
  "equals-sign": malformed("with = for a colon", /"\s*=>?\s*["\d]/u),
  "word-for-tag": malformed("whose tag is a word of another language", /"tag":\s*(?:None|NULL|nil|undefined)/u),
  form: body("MUST", "whose body is a form", ({ text }) => /^\w+=/u.test(text)),
  xml: body("MUST", "whose body is XML", ({ text }) => /^\s*</u.test(text)),
  yaml: body("MUST", "whose body is YAML", ({ text }) => /^(?:---|\w+:\s)/u.test(text)),
  "text-before": body("MUST", "with text before the JSON", (facts) => surrounded(facts, "before")),
  "text-after": body("MUST", "with text after the JSON", (facts) => surrounded(facts, "after")),
  "not-utf8": body("SHOULD", "whose body is not UTF-8", ({ isUtf8 }) => !isUtf8),
};

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function object(words: string, test: (members: Members) => boolean, strength: Strength = "MUST"): Word {
  return body(strength, words, (facts) => {
    const value = isDeclared(facts) ? jsonOf(facts)?.value : undefined;
    return isObject(value) && test(value);
  });
}

function top(words: string, test: (value: unknown) => boolean): Word {
  return body("MUST", words, (facts) => {
    const json = isDeclared(facts) ? jsonOf(facts) : undefined;
    return json !== undefined && test(json.value);
  });
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === "boolean",
  "fraction or number": (value) => typeof value === "number" && !Number.isInteger(value),
  "whole number": (value) => Number.isInteger(value),
  "number as a string": (value) => typeof value === "string" && /^\s*-?\d[\d.e]*\s*$/u.test(value),
  "empty string": (value) => value === "",
  string: (value) => typeof value === "string" && !/^\s*-?\d[\d.e]*\s*$/u.test(value) && value !== "",
  "array of one": (value) => Array.isArray(value) && value.length === 1,
  array: (value) => Array.isArray(value) && value.length !== 1,
  object: isObject,
};

/** Each member with each type that it must not have. */
const types: Readonly<Record<string, Word>> = Object.fromEntries(
  (["id", "name", "tag"] as const).flatMap((member) =>
    Object.entries(TYPES)
      .filter(([type]) => (member === "id" ? type !== "whole number" : !/string/u.test(type)))
      .map(([type, test]) => [
        `${member}-${type}`,
        object(`whose ${member} is of type ${type}`, (members) => member in members && test(members[member])),
      ]),
  ),
);

const shapes: Readonly<Record<string, Word>> = {
  "id-missing": object("without id", (members) => !("id" in members) && "name" in members),
  "name-missing": object("without name", (members) => "id" in members && !("name" in members)),
  "empty-object": object("whose body is {}", (members) => Object.keys(members).length === 0),
  "other-case": object("with member names in another letter case", (members) =>
    Object.keys(members).some((name) => /^(?:id|name|tag)$/iu.test(name) && name !== name.toLowerCase()),
  ),
  padded: object("with member names that have spaces around them", (members) =>
    Object.keys(members).some((name) => name !== name.trim()),
  ),
  wrapped: object("whose plant is wrapped in another member", (members) =>
    Object.entries(members).some(([, value]) => isObject(value) && "id" in value && "name" in value),
  ),
  "beyond-int64": object(
    "whose id is beyond int64",
    ({ id }) => typeof id === "number" && Number.isInteger(id) && Math.abs(id) >= 2 ** 63,
    "SHOULD",
  ),
  array: top("whose body is an array", Array.isArray),
  "array-of-plant": top("whose body is an array of one plant", (value) => Array.isArray(value) && isObject(value[0])),
  "empty-array": top("whose body is []", (value) => Array.isArray(value) && value.length === 0),
  null: top("whose body is null", (value) => value === null),
  string: top("whose body is a JSON string", (value) => typeof value === "string"),
  number: top("whose body is a JSON number", (value) => typeof value === "number"),
  boolean: top("whose body is true or false", (value) => typeof value === "boolean"),
  "other-media-type": body(
    "SHOULD",
    "whose JSON is declared as text/plain or a form",
    ({ request, plant }) =>
      plant !== undefined && /^(?:text\/plain|application\/x-www)/iu.test(request.headers["content-type"] ?? ""),
  ),
};

const scheme =
  (pattern: RegExp) =>
  ({ request }: Facts): boolean =>
    pattern.test(request.headers.authorization ?? "");

/** The user and the password of a Basic Authorization. */
function basicOf({ request }: Facts): readonly string[] {
  const [, encoded] = /^basic ([\w+/]+=*)$/iu.exec(request.headers.authorization ?? "") ?? [];
  return encoded === undefined ? [] : Buffer.from(encoded, "base64").toString("utf8").split(":");
}

const credentials: Readonly<Record<string, Word>> = {
  missing: body("MUST", "without Authorization", ({ request }) => request.headers.authorization === undefined),
  empty: body("MUST", "with an empty Authorization", ({ request }) => request.headers.authorization === ""),
  basic: body("MUST", "with the scheme Basic", scheme(/^basic /iu)),
  "basic-user": body(
    "MUST",
    "with the token as user of the scheme Basic",
    (facts) => basicOf(facts)[0] === facts.request.token,
  ),
  "basic-password": body(
    "MUST",
    "with the token as password of the scheme Basic",
    (facts) => basicOf(facts)[1] === facts.request.token,
  ),
  "basic-case": body(
    "MUST",
    "with the scheme Basic in another letter case",
    scheme(/^(?!Basic )[bB][aA][sS][iI][cC] /u),
  ),
  token: body("MUST", "with the scheme Token", scheme(/^token /iu)),
  jwt: body("MUST", "with the scheme JWT", scheme(/^jwt /iu)),
  "api-key": body("MUST", "with the scheme ApiKey", scheme(/^apikey /iu)),
  digest: body("MUST", "with the scheme Digest", scheme(/^digest /iu)),
  other: body("MUST", "with another scheme than Bearer", scheme(/^(?!bearer\b)\S+ \S/iu)),
  bare: body("MUST", "with a token and no scheme", scheme(/^(?!bearer$)[^\s]+$/iu)),
  "no-token": body("SHOULD", "with Bearer and no token", scheme(/^bearer\s*$/iu)),
};

/** Requests whose body is not a NewPlant, or not declared as JSON. */
export const bodyAxes: Readonly<Record<string, FaultAxis>> = {
  syntax: axisOf("syntax of the body", syntax),
  types: axisOf("type of a member", types),
  shape: axisOf("shape of the body", shapes),
};

export const authenticationAxes: Readonly<Record<string, FaultAxis>> = {
  credentials: axisOf("credentials", credentials),
};
