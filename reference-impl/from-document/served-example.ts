/** Values of a schema: the members that it names, with the request's values where they fit. */
import { createRequire } from "node:module";
import type * as FastCheck from "fast-check";
import { type Context, Script, createContext } from "node:vm";

// The regular expression of a pattern, with Unicode as JSON Schema recommends (Core section 6.4).

/** A class, an escape, a number of repetitions, or one character. */
const PART = /\[(?:\\[^]|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|[^])|\{\d+(?:,\d*)?\}|[^]/gu;

/** Escapes of signs that need no escape. */
const NEEDLESS = /\\([^\w^$\\.*+?()[\]{}|/-]|_)/gu;

/** A `-` before or after a set such as `\w`, where it stands for itself. */
const BESIDE_A_SET = /(\\(?:[dDwWsS]|[pP]\{[^}]*\}))-(?=[^\]])|-(?=\\[dDwWsSpP])/gu;

/**
 * Patterns of many documents have escapes, such as `\-`, and brackets that an expression with the flag `u` does not
 * allow.
 */
export function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern.replaceAll(PART, plain), "u");
  }
}

function plain(part: string): string {
  if (part.startsWith("[")) {
    return part.replaceAll(NEEDLESS, "$1").replaceAll(BESIDE_A_SET, String.raw`$1\-`);
  }
  if (part === String.raw`\-`) return "-";
  return /^[{}\]]$/u.test(part) ? `\\${part}` : part.replaceAll(NEEDLESS, "$1");
}

/** How long one text may take: some patterns take for ever on a text that nearly matches. */
const MOST_MS = 100;

const question = new Script("expression.test(text)");

/** Making a context takes longer than matching a text, so there is one. */
let context: Context | undefined;

/** Whether a text matches. A text that takes too long does not. */
export function matches(pattern: string, text: string): boolean {
  try {
    context ??= createContext({});
    Object.assign(context, { expression: expressionOf(pattern), text });
    return question.runInContext(context, { timeout: MOST_MS }) === true;
  } catch (error) {
    // An error of another context is not an instance of this one's.
    if (Reflect.get(Object(error) as object, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}

// Texts and numbers that the keywords of a schema allow, as plain as possible.

/** The constraints on a text. */
interface TextKeywords {
  readonly format?: string;
  readonly patterns: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The constraints on a number. */
interface NumberKeywords {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

const ofFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "00:00:00Z",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  email: "someone@example.com",
  uri: "https://example.com/",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  duration: "P1D",
  byte: "dGV4dA==",
};

/** A text with each kind of sign, for patterns with lookaheads. */
const OF_EVERY_KIND = "Text-1234!";

/** How many texts are drawn from a pattern. They are the same each time. */
const DRAWN = { numRuns: 500, seed: 1 } as const;

/** Whether the keywords allow a text. The format is not checked here. */
function isText(text: string, { patterns, minLength = 0, maxLength = Infinity }: TextKeywords): boolean {
  const length = Array.from(text).length;
  return length >= minLength && length <= maxLength && patterns.every((one) => matches(one, text));
}

/** A text that the keywords allow. If none was found, one that they do not allow. */
function textOf(keywords: TextKeywords): string {
  const { format = "", minLength = 0, maxLength = Infinity } = keywords;
  const formatted = ofFormat[format];
  if (formatted !== undefined) return formatted;
  const ordinary = ["text", OF_EVERY_KIND].map((one) => one.padEnd(minLength, "x").slice(0, maxLength));
  const found = [...ordinary, ...drawnOf(keywords)].find((text) => isText(text, keywords));
  return found ?? "text";
}

/** Texts drawn from each pattern, then texts of all patterns joined. */
function* drawnOf({ patterns }: TextKeywords): Generator<string> {
  if (patterns.length === 0) return;
  // Loaded only if there is a pattern.
  const fc = createRequire(import.meta.url)("fast-check") as typeof FastCheck;
  const all = patterns.map((pattern) => drawn(fc, pattern));
  for (const texts of all) yield* texts;
  for (let place = 0; all.length > 1 && place < DRAWN.numRuns; place += 1) {
    yield all.map((texts) => texts[place] ?? "").join("");
  }
}

/** The most characters that the repetitions of a pattern ask for, in all that is drawn. */
const MOST_REPEATED = 1_000_000;

function drawn(fc: typeof FastCheck, pattern: string): readonly string[] {
  const repeated = Array.from(pattern.matchAll(/\{(\d+)/gu), ([, times]) => Math.max(1, Number(times)));
  const numRuns = Math.min(DRAWN.numRuns, Math.floor(MOST_REPEATED / repeated.reduce((one, other) => one * other, 1)));
  if (numRuns === 0) return [];
  try {
    const texts = fc.stringMatching(expressionOf(pattern), { size: "medium" });
    return fc.sample(texts, { ...DRAWN, numRuns }).toSorted(plainestFirst);
  } catch {
    return [];
  }
}

function plainestFirst(one: string, other: string): number {
  return Number(/[^ -~]/u.test(one)) - Number(/[^ -~]/u.test(other));
}

/** A number that the keywords allow, whole if possible. If none was found, one that they do not allow. */
function numberOf(keywords: NumberKeywords): number {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = keywords;
  const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = keywords;
  const [least, greatest] = [Math.max(minimum, above), Math.min(maximum, below)];
  const step = multipleOf ?? 1;
  const candidates = [1, Math.ceil(least / step) * step, (Math.floor(least / step) + 1) * step].concat([
    Math.floor(greatest / step) * step,
    (Math.ceil(greatest / step) - 1) * step,
    ...(multipleOf === undefined ? [(least + greatest) / 2] : []),
  ]);
  const isOne = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= minimum &&
    value <= maximum &&
    value > above &&
    value < below &&
    (multipleOf === undefined || value % multipleOf === 0);
  return candidates.find(isOne) ?? 1;
}

/** The keywords that determine a value. */
export interface AnswerSchema extends NumberKeywords {
  readonly $ref?: string;
  readonly allOf?: readonly AnswerSchema[];
  readonly anyOf?: readonly AnswerSchema[];
  readonly oneOf?: readonly AnswerSchema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: AnswerSchema;
  readonly minItems?: number;
  readonly properties?: { readonly [name: string]: AnswerSchema };
  readonly required?: readonly string[];
}

type Members = { readonly [name: string]: unknown };

/** How a value is made. */
export interface Example {
  readonly document: unknown;
  /** Where the values come from: a request's body, or a part of it. */
  readonly given: unknown;
  /** `all`: also the optional members that the schema names and the request has; otherwise only the required ones. */
  readonly which: "all" | "required";
}

/** The most references that are followed within one another: a schema that refers to itself has no end. */
const DEEPEST = 32;

/** The value at `#/a%20b/c` in a document: a fragment of a URI (RFC 6901 section 6). */
export function lookUp(document: unknown, reference: string): unknown {
  return decodeURIComponent(reference)
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, name) => (has(value, name) ? value[name] : undefined), document);
}

/** A value of a schema, as far as the keywords above define it. */
export function exampleOf(schema: AnswerSchema, example: Example, depth = 0): unknown {
  const all = flat(schema, example.document, depth);
  if (depth > DEEPEST) return null;
  const { given } = example;
  const [type] = [all.type ?? (all.properties === undefined ? "string" : "object")].flat();
  if (type === "object" || (type === undefined && all.properties !== undefined)) return objectOf(all, example, depth);
  if (isOf(given, all.type) && (typeof given !== "string" || isText(given, all))) return given;
  const listed = [all.const, all.enum?.[0], all.example, all.examples?.[0]].find((one) => one !== undefined);
  if (listed !== undefined) return listed;
  if (type === "array") {
    return Array.from({ length: all.minItems ?? 0 }, () => exampleOf(all.items ?? {}, example, depth + 1));
  }
  return plainValue(type ?? "string", all);
}

function objectOf(schema: Flat, example: Example, depth: number): Members {
  const { properties = {}, required } = schema;
  const { given, which } = example;
  const named = [...new Set([...Object.keys(properties), ...required])];
  const names = named.filter((name) => required.includes(name) || (which === "all" && has(given, name)));
  return Object.fromEntries(
    names.map((name) => {
      const inside = { ...example, given: has(given, name) ? given[name] : given };
      return [name, exampleOf(properties[name] ?? {}, inside, depth + 1)];
    }),
  );
}

function plainValue(type: string, keywords: Flat): unknown {
  switch (type) {
    case "integer":
    case "number":
      return numberOf(keywords);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return textOf(keywords);
  }
}

type Flat = AnswerSchema & { readonly required: readonly string[]; readonly patterns: readonly string[] };

/** A schema merged with the schemas that it refers to and combines. */
function flat(schema: AnswerSchema, document: unknown, depth: number): Flat {
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  if (depth > DEEPEST) return { ...schema, required: [], patterns: [] };
  const referred = $ref === undefined ? [] : [(lookUp(document, $ref) ?? {}) as AnswerSchema];
  // Of a choice, the first schema that is not only null.
  const chosen = [anyOf, oneOf].flatMap((parts) => parts.find(({ type }) => type !== "null") ?? []);
  const parts = [...referred, ...allOf, ...chosen].map((part) => flat(part, document, depth + 1));
  const all = [...parts, schema];
  const properties = Object.assign({}, ...all.map((part) => part.properties)) as NonNullable<Flat["properties"]>;
  return {
    ...(Object.assign({}, ...all) as AnswerSchema),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    required: all.flatMap((part) => part.required ?? []),
    patterns: [...parts.flatMap(({ patterns }) => patterns), schema.pattern ?? []].flat(),
  };
}

function has(given: unknown, name: string): given is Members {
  return typeof given === "object" && given !== null && Object.hasOwn(given, name);
}

function isOf(given: unknown, type: AnswerSchema["type"]): boolean {
  const types = type === undefined ? [] : [type].flat();
  return types.some((one) => {
    if (one === "integer") return Number.isInteger(given);
    if (one === "array") return Array.isArray(given);
    return one === "null" ? given === null : typeof given === one;
  });
}
