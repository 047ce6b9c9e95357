/** What each option of `judge` may hold, whatever the compiler made of it. Pure, and without the document. */
import { DEFAULT_LIMITS, type Limits } from "../http/provider.ts";
import type { Transport } from "../http/connect.ts";
import type { Subject } from "../result/result.ts";
import { knownStacks, stackNamed } from "../result/known-stacks.ts";
import type { Selection } from "../suites/checks/select.ts";
import type { DocumentOption } from "./judged-document.ts";
import type { LibraryOptions } from "./library-options.ts";
import { waiversFault } from "./waiver-form.ts";

/** A sentence that says what is wrong with the value of an option, and what would be right; null if it can be used. */
export type Rule = (value: unknown, name: string) => string | null;

/** The longest time that a timer of Node.js takes, in milliseconds. A longer one is over at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** As JSON, where it can be written so, and shortened. */
export function quoted(value: unknown): string {
  if (typeof value === "number") return String(value);
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (typeof value === "object" && !["Array", "Null", "Object"].includes(tag)) return `an object of ${tag}`;
  try {
    return (JSON.stringify(value) ?? typeof value).slice(0, 80);
  } catch {
    return typeof value;
  }
}

/** A rule for one value. @param words what would be right, after "has to be" */
export function rule(words: string, holds: (value: unknown) => boolean): Rule {
  return (value, name) => (holds(value) ? null : `${name} has to be ${words}; it is ${quoted(value)}`);
}

/** What was given may be secret, and is not repeated. */
function secret(words: string, holds: (value: unknown) => boolean): Rule {
  return (value, name) => (holds(value) ? null : `${name} has to be ${words}`);
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const text = rule("a string that is not empty", isText);
const trueOrFalse = rule("true or false", (value) => typeof value === "boolean");
const aFunction = rule("a function", (value) => typeof value === "function");

function wholeNumber(least: number, greatest: number): Rule {
  const holds = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= least;
  return rule(`a whole number from ${least} to ${greatest}`, (value) => holds(value) && Number(value) <= greatest);
}

function listOf(words: string, member: Rule): Rule {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} has to be ${words}; it is ${quoted(value)}`;
    return firstOf(value.map((one: unknown, index) => member(one, `${name}[${index}]`)));
  };
}

interface Members<Value> {
  readonly rules: Readonly<Record<keyof Value & string, Rule>>;
  readonly required?: ReadonlyArray<keyof Value & string>;
}

/** A rule for an object of these members and no others. What is given in its place may be secret, and is not repeated if so. */
export function objectOf<Value>(words: string, { rules, required = [] }: Members<Value>, isSecret = false): Rule {
  const known: ReadonlyMap<string, Rule> = new Map(Object.entries<Rule>(rules));
  return (value, name) => {
    const given = isSecret ? "" : `; it is ${quoted(value)}`;
    if (!isMapping(value)) return `${name} has to be ${words}${given}`;
    const unknown = Object.keys(value).find((member) => !known.has(member));
    if (unknown !== undefined) {
      return `There is no option ${JSON.stringify(`${name}.${unknown}`)}; ${name} takes ${[...known.keys()].join(", ")}`;
    }
    const missing = required.find((member) => value[member] === undefined);
    if (missing !== undefined) return `There is no ${name}.${missing}; ${name} has to be ${words}`;
    return firstOf([...known].map(([member, of]) => ruled(of, value[member], `${name}.${member}`)));
  };
}

function ruled(of: Rule, value: unknown, name: string): string | null {
  return value === undefined ? null : of(value, name);
}

function firstOf(faults: ReadonlyArray<string | null>): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}

/** An object of another realm is one too: some test runners have their own. A `Map` is none. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

/** A time limit in milliseconds. */
export const time: Rule = wholeNumber(1, LONGEST_MS);
const size = wholeNumber(1, Number.MAX_SAFE_INTEGER);

const limits: Rule = objectOf<Limits>(`an object of limits, such as { requestMs: ${DEFAULT_LIMITS.requestMs} }`, {
  rules: {
    connectMs: time,
    requestMs: time,
    deadlineMs: time,
    bodyBytes: size,
    headerBytes: size,
    keptBytes: size,
    evidenceBytes: size,
    // Without time to wait, a provider that asks for it is inconclusive at once.
    rateLimitMs: wholeNumber(0, LONGEST_MS),
  },
});

const pem = secret("a text in PEM", (value) => typeof value === "string" && value.includes("-----BEGIN "));
/** `false` is none: what is given replaces what undici does by default. */
const trueAlone = rule("true, or left out", (value) => value === true);

const transport: Rule = objectOf<Transport>(
  "an object, such as { http2: true }",
  {
    rules: {
      ca: pem,
      cert: pem,
      key: pem,
      insecure: trueAlone,
      http2: trueAlone,
      unixSocket: rule("the path of a Unix socket", isText),
      proxy: secret(
        "the URL of an HTTP proxy, such as http://proxy.example:3128",
        (value) => typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      ),
    },
  },
  true,
);

const documentRule: Rule = objectOf<DocumentOption>("{ text }, with an OpenAPI document in YAML or JSON as text", {
  rules: { text, operation: text, overlay: rule("an object", isMapping) },
  required: ["text"],
});

const words = listOf("a list of requirements, checks, levels or topics", text);

const subject: Rule = objectOf<Subject>('an object, such as { name: "image", sha256: "..." }', {
  rules: {
    name: rule("a string of 1 to 300 characters", (value) => isText(value) && String(value).length <= 300),
    sha256: rule("64 hexadecimal digits in lower case", (value) => /^[0-9a-f]{64}$/.test(String(value))),
  },
  required: ["name", "sha256"],
});

/** Which open points there are is decided by the document. */
const expectations: Rule = (value, name) => {
  const like = 'such as { "duplicate-id": "409" }';
  if (!isMapping(value)) return `${name} has to be an object of texts, ${like}; it is ${quoted(value)}`;
  const [wrong] = Object.entries(value).filter(([, expected]) => !isText(expected));
  if (wrong === undefined) return null;
  return `${name} has to be an object of texts, ${like}; ${JSON.stringify(wrong[0])} is ${quoted(wrong[1])}`;
};

/** Every option. The compiler asks for those that are missing here; those without a rule have one of several options. */
export const RULES: Readonly<Record<keyof LibraryOptions, Rule | null>> = {
  url: null,
  app: null,
  fetch: null,
  basePath: null,
  token: null,
  document: documentRule,
  invalidToken: null,
  authentication: null,
  renewToken: aFunction,
  transport,
  headers: null,
  trace: trueOrFalse,
  providerVersion: rule("a string of 1 to 200 characters", (value) => isText(value) && String(value).length <= 200),
  stack: rule(
    `one of ${knownStacks.map(({ id }) => id).join(", ")}`,
    (value) => typeof value === "string" && stackNamed(value) !== undefined,
  ),
  concurrency: wholeNumber(1, 64),
  rate: rule("a number above 0", (value) => Number.isFinite(value) && Number(value) > 0),
  limits,
  seed: text,
  strict: trueOrFalse,
  subjects: listOf("a list of { name, sha256 }", subject),
  selection: objectOf<Selection>('an object, such as { only: ["MUST"] }', { rules: { only: words, skip: words } }),
  expectations,
  waivers: waiversFault,
  allowWaived: trueOrFalse,
  baseline: rule("the result of an earlier run", isMapping),
  failOnRegression: trueOrFalse,
  fuzz: wholeNumber(0, 1_000_000_000),
  jobs: wholeNumber(1, 64),
  failFast: wholeNumber(1, 1000),
  contracts: trueOrFalse,
  pacts: null,
  providerStatesUrl: null,
  signal: rule("an AbortSignal", (value) => value instanceof AbortSignal),
  onProgress: aFunction,
};
