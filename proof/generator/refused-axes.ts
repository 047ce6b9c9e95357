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

/** A body that is declared as JSON and looks like it, but is not. A lenient reader may read it (RFC 8259 section 9). */
function malformed(words: string, pattern: RegExp): Word {
  return body("SHOULD", words, (facts) => isDeclared(facts) && jsonOf(facts) === undefined && pattern.test(facts.text));
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
  blank: body("MUST", "whose body is white space only", ({ text }) => /^\s+$/u.test(text)),
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
  form: body("SHOULD", "whose body is a form", ({ text }) => /^\w+=/u.test(text)),
  xml: body("SHOULD", "whose body is XML", ({ text }) => /^\s*</u.test(text)),
  yaml: body("SHOULD", "whose body is YAML", ({ text }) => /^(?:---|\w+:\s)/u.test(text)),
  "text-before": body("SHOULD", "with text before the JSON", (facts) => surrounded(facts, "before")),
  "text-after": body("SHOULD", "with text after the JSON", (facts) => surrounded(facts, "after")),
  "not-utf8": body("SHOULD", "whose body is not UTF-8", ({ isUtf8 }) => !isUtf8),
};

/** What a lenient reader may take at one place of a body, and nowhere else. */
const places: Readonly<Record<string, Word>> = Object.fromEntries(
  (
    [
      ["comment-before", "with a comment before the object", /^\s*(?:\/[/*]|#)/u],
      ["comment-after", "with a comment after the object", /\}\s*(?:\/[/*]|#)/u],
      ["comment-at-start", "with a comment after the opening brace", /^\s*\{\s*(?:\/[/*]|#)/u],
      ["comment-at-end", "with a comment before the closing brace", /(?:\*\/|\/\/[^\n]*\n|#[^\n]*\n)\s*\}\s*$/u],
      ["comment-after-comma", "with a comment after a comma", /,\s*(?:\/[/*]|#)/u],
      ["comment-before-comma", "with a comment before a comma", /(?:\*\/|\n)\s*,/u],
      ["comment-after-colon", "with a comment after a colon", /:\s*(?:\/[/*]|#)/u],
      ["separator-before", "with a control character before the object", /^[^\P{Cc}\s]/u],
      ["separator-after", "with a control character after the object", /\}[^\P{Cc}\t\n\r ]$/u],
      ["call", "with a call around the object", /^\w+\(\{[^]*\}\)$/u],
      ["call-statement", "with a statement of a call around the object", /^\w+\(\{[^]*\}\);$/u],
      ["parentheses", "with parentheses around the object", /^\(\{/u],
      ["escaped-apostrophe", "with an escaped apostrophe", /\\'/u],
      ["escaped-letter", "with an escaped letter that needs no escape", /\\[ac-eg-mo-qs-wyz](?![0-9a-f{])/u],
      ["octal", "with a number in octal", /:\s*0o/iu],
      ["octal-of-c", "with a number in octal as in C", /:\s*0[0-7]+(?![\d.e])/u],
      ["binary", "with a number in binary", /:\s*0b/iu],
      ["capital-hexadecimal", "with a hexadecimal number after 0X", /:\s*0X/u],
      ["raw-return-in-tag", "with a raw carriage return in the tag", /"tag"\s*:\s*"[^"\r]*\r/u],
      ["raw-feed-in-tag", "with a raw line feed in the tag", /"tag"\s*:\s*"[^"\n]*\n/u],
      ["raw-control-in-name", "with a raw control character in the name", /"name"\s*:\s*"[^"\p{Cc}]*\p{Cc}/u],
      ["single-quoted-tag", "with single quotes around the tag alone", /"tag"\s*:\s*'/u],
      ["single-quoted-name", "with single quotes around the name of a member", /'\s*:/u],
      ["unquoted-id", "whose member id alone has no quotes", /[{,]\s*id\s*:/u],
      ["semicolon", "with a semicolon after a member", /["\d]\s*;\s*"/u],
      ["comma-missing-after-id", "without a comma after the id", /"id"\s*:\s*\d+\s*"/u],
    ] as const
  ).map(([name, words, pattern]) => [name, malformed(words, pattern)]),
);

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

/** How deep arrays and objects are nested in each other. */
function depthOf({ text }: Facts): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of text.replace(/"(?:[^"\\]|\\[^])*"/gu, "").matchAll(/[[\]{}]/gu)) {
    depth += sign === "[" || sign === "{" ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function open(words: string, holds: Word["holds"]): Word {
  return { strength: "OPEN", share: 0.02, words, holds };
}

const KIB = 1024;
const beyond =
  (kib: number): Word["holds"] =>
  ({ request }) =>
    request.body.length >= kib * KIB;

/** What the document leaves open: it may be refused, but it is answered, and not with a server error. */
const unusual: Readonly<Record<string, Word>> = {
  "16-kib": open("whose body has 16 KiB or more", beyond(16)),
  "64-kib": open("whose body has 64 KiB or more", beyond(64)),
  "256-kib": open("whose body has 256 KiB or more", beyond(256)),
  "nested-20": open("with 20 levels or more", (facts) => depthOf(facts) >= 20),
  "nested-100": open("with 100 levels or more", (facts) => depthOf(facts) >= 100),
  "nested-500": open("with 500 levels or more", (facts) => depthOf(facts) >= 500),
  "nested-objects": open("with objects in objects in objects", ({ text }) => /(?:\{\s*"\w*"\s*:\s*){4}/u.test(text)),
  "other-member": open("with a member that is not in NewPlant", ({ text }) => /"(?!id|name|tag)\w+"\s*:/u.test(text)),
  "not-positive": open("whose id is not positive", ({ plant }) => plant !== undefined && plant.id <= 0n),
  "no-text": open("with an empty or blank text", ({ plant }) =>
    [plant?.name, plant?.tag].some((one) => one?.trim() === ""),
  ),
  "long-text": open("with a text of 1,000 characters or more", ({ plant }) =>
    [plant?.name, plant?.tag].some((one = "") => one.length >= 1000),
  ),
};

/** Requests whose body is not a NewPlant, or not declared as JSON. */
export const bodyAxes: Readonly<Record<string, FaultAxis>> = {
  syntax: axisOf("syntax of the body", syntax),
  place: axisOf("syntax at one place", places),
  types: axisOf("type of a member", types),
  shape: axisOf("shape of the body", shapes),
};

/** Who a request says it comes from: some filters let it pass for that, and some refuse a valid one for it. */
const senders: Readonly<Record<string, Word>> = {
  local: body("MUST", "that says it comes from the machine itself", ({ request }) =>
    /\b127\.0\.0\.1\b/u.test(String(request.headers["x-forwarded-for"])),
  ),
  page: body("MUST", "that says which page sends it", ({ request }) => request.headers.origin !== undefined),
};

export const authenticationAxes: Readonly<Record<string, FaultAxis>> = {
  credentials: axisOf("credentials", credentials),
  sender: axisOf("sender", senders),
};

/** Plants that a provider may refuse. */
export const unusualAxes: Readonly<Record<string, FaultAxis>> = {
  unusual: axisOf("what is left open", unusual),
};
