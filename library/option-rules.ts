/** The valid values of each option of `judge`, checked at run time: a table. Pure, and without the document. */
import type { Transport } from "../http/connect.ts";
import { httpUrl } from "../http/base-url.ts";
import { DEFAULT_LIMITS, type Limits, extraHeaderFault, parseBaseUrl } from "../http/provider.ts";
import { tokenFault } from "../http/tokens.ts";
import { listedStacks, stackNamed } from "../result/recognised-stacks.ts";
import { meantBy, nearName } from "../result/near-name.ts";
import type { Subject } from "../result/result.ts";
import type { Requirement } from "../spec/requirements.ts";
import type { Selection } from "./check-selection.ts";
import type { JudgeOptions } from "./judge-options.ts";
import type { DocumentOption } from "./judged-document.ts";
import { appFault } from "./serve-application.ts";
import { waiversFault } from "./waiver-rules.ts";

// The bounds of options that the command and the library both have.

/** A whole number: its bounds, the unit that is typed, and how many of the internal unit that is. */
export interface OptionRange {
  readonly least: number;
  readonly greatest: number;
  readonly unit?: string;
  readonly scale?: number;
}

export const BOUNDS = {
  concurrency: { least: 1, greatest: 64 },
  failFast: { least: 1, greatest: 1000 },
  fuzz: { least: 1, greatest: 1_000_000_000 },
} as const satisfies Readonly<Record<string, OptionRange>>;

/** The most characters of texts: of a version, enough for a tag, a commit or a date; of a subject, for an image. */
export const LONGEST = { version: 200, subject: 300 } as const;

/** A sentence that says what is wrong with the value of an option, and what would be right; null if it can be used. */
export type Rule = (value: unknown, name: string) => string | null;

/** The longest time that a timer of Node.js takes, in milliseconds. A longer one is over at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** The value as JSON, if possible, and shortened. */
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

/** A rule for one value. @param words what is valid: words that follow "has to be" */
export function rule(words: string, holds: (value: unknown) => boolean): Rule {
  return (value, name) => (holds(value) ? null : `${name} has to be ${words}; it is ${quoted(value)}`);
}

/** A rule for a value that may be secret, so the message does not quote it. */
export function secret(words: string, holds: (value: unknown) => boolean): Rule {
  return (value, name) => (holds(value) ? null : `${name} has to be ${words}`);
}

export const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
export const text: Rule = rule("a string that is not empty", isText);
export const trueOrFalse: Rule = rule("true or false", (value) => typeof value === "boolean");
export const aFunction: Rule = rule("a function", (value) => typeof value === "function");

export function within({ least, greatest }: OptionRange): Rule {
  const holds = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= least;
  return rule(`a whole number from ${least} to ${greatest}`, (value) => holds(value) && Number(value) <= greatest);
}

/** A rule for a text that is not empty. @param most its most characters */
function textUpTo(most: number): Rule {
  return rule(`a string of 1 to ${most} characters`, (value) => isText(value) && String(value).length <= most);
}

/** A rule for a list, with a rule for each member. */
export function listOf(words: string, member: Rule): Rule {
  return (value, name) => {
    if (!Array.isArray(value)) return `${name} has to be ${words}; it is ${quoted(value)}`;
    return firstOf(value.map((one: unknown, index) => member(one, `${name}[${index}]`)));
  };
}

interface Members<Value> {
  readonly rules: Readonly<Record<keyof Value & string, Rule>>;
  readonly required?: ReadonlyArray<keyof Value & string>;
}

/** A rule for an object with only these members. With `isSecret`, the message quotes no value of another type. */
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

/** The fault of a value, if there is a value. */
export function ruled(of: Rule, value: unknown, name: string): string | null {
  return value === undefined ? null : of(value, name);
}

function firstOf(faults: ReadonlyArray<string | null>): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}

/** Whether a value is a plain object, also of another realm, which some test runners have. A `Map` is not. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return Object.prototype.toString.call(value) === "[object Object]";
}

export const time: Rule = within({ least: 1, greatest: LONGEST_MS });
export const size: Rule = within({ least: 1, greatest: Number.MAX_SAFE_INTEGER });

const limits: Rule = objectOf<Limits>(`an object of limits, such as { requestMs: ${DEFAULT_LIMITS.requestMs} }`, {
  rules: {
    connectMs: time,
    requestMs: time,
    deadlineMs: time,
    bodyBytes: size,
    headerBytes: size,
    keptBytes: size,
    evidenceBytes: size,
    // With 0, a provider that asks for a pause is inconclusive at once.
    rateLimitMs: within({ least: 0, greatest: LONGEST_MS }),
  },
});

const pem = secret("a string in PEM", (value) => typeof value === "string" && value.includes("-----BEGIN "));
/** `false` is not allowed: the options are passed to undici and replace its defaults. */
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
      proxy: secret("the URL of an HTTP proxy, such as http://proxy.example:3128", isHttpUrl),
    },
  },
  true,
);

const documentRule: Rule = objectOf<DocumentOption>("{ text }, with an OpenAPI document in YAML or JSON as text", {
  rules: {
    text,
    operation: text,
    overlay: rule("an object", isMapping),
    parameters: rule(
      "an object of strings",
      (value) => isMapping(value) && Object.values(value).every((one) => typeof one === "string"),
    ),
  },
  required: ["text"],
});

const words = listOf("a list of requirements, checks, levels or topics", text);

const subject: Rule = objectOf<Subject>('an object, such as { name: "image", sha256: "..." }', {
  rules: {
    name: textUpTo(LONGEST.subject),
    sha256: rule("64 hexadecimal digits in lower case", (value) => /^[0-9a-f]{64}$/.test(String(value))),
  },
  required: ["name", "sha256"],
});

/** Checks only the form. The names of open points depend on the document. */
const expectationsRule: Rule = (value, name) => {
  const like = 'such as { "duplicate-id": "409" }';
  if (!isMapping(value)) return `${name} has to be an object of strings, ${like}; it is ${quoted(value)}`;
  const [wrong] = Object.entries(value).filter(([, expected]) => !isText(expected));
  if (wrong === undefined) return null;
  return `${name} has to be an object of strings, ${like}; ${JSON.stringify(wrong[0])} is ${quoted(wrong[1])}`;
};

/** The message does not quote the value: it may be the token. */
const tokenRule: Rule = (value, name) =>
  typeof value === "string"
    ? tokenFault(value, `the option ${name}`)
    : `${name} has to be a string; it is of type ${typeof value}`;

/** Refuses fields that the suite varies or omits: the provider would be blamed for them. Values are secret. */
const headers: Rule = (value, name) => {
  if (!Array.isArray(value) || !value.every(isHeaderField)) return `${name} has to be a list of [name, value]`;
  const fault = value.map(([field, content]) => extraHeaderFault(field, content)).find((one) => one !== null);
  return fault === undefined ? null : `The option ${name} gives ${fault}`;
};

function isHeaderField(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === "string" && httpUrl(value) !== undefined;
}

function isBasePath(value: unknown): boolean {
  return typeof value === "string" && (value === "" || /^\/(?!\/)/.test(value));
}

/** The rules of all options. The compiler reports an option that is missing here. */
const RULES: Readonly<Record<keyof JudgeOptions, Rule>> = {
  url: rule("a string", (value) => typeof value === "string"),
  app: appFault,
  fetch: aFunction,
  basePath: rule('a path that begins with one slash, such as "/api/v1"', isBasePath),
  token: tokenRule,
  invalidToken: tokenRule,
  authentication: rule('"none", or left out', (value) => value === "none"),
  renewToken: aFunction,
  headers,
  trace: trueOrFalse,
  transport,
  document: documentRule,
  selection: objectOf<Selection>('an object, such as { only: ["MUST"] }', { rules: { only: words, skip: words } }),
  strict: trueOrFalse,
  expectations: expectationsRule,
  waivers: waiversFault,
  allowWaived: trueOrFalse,
  baseline: rule("the result of an earlier run", isMapping),
  failOnRegression: trueOrFalse,
  failFast: within(BOUNDS.failFast),
  seed: text,
  fuzz: within({ ...BOUNDS.fuzz, least: 0 }),
  concurrency: within(BOUNDS.concurrency),
  rate: rule("a number above 0", (value) => Number.isFinite(value) && Number(value) > 0),
  limits,
  contracts: trueOrFalse,
  pacts: listOf("a list of files, folders and URLs", text),
  providerStatesUrl: rule("an http or https URL", isHttpUrl),
  subjects: listOf("a list of { name, sha256 }", subject),
  providerVersion: textUpTo(LONGEST.version),
  // Reading the stacks takes longer than loading this module, so they are read when one is named.
  stack: (value, name) =>
    rule(
      `one of ${listedStacks()
        .map(({ id }) => id)
        .join(", ")}`,
      (one) => typeof one === "string" && stackNamed(one) !== undefined,
    )(value, name),
  signal: rule("an AbortSignal", (value) => value instanceof AbortSignal),
  onProgress: aFunction,
};

/** @throws {TypeError} when an option is invalid, whatever its type; the message quotes it, unless it may be secret */
export function requireUsable(options: JudgeOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`judge needs options, such as { url, token }; it was given ${quoted(options)}`);
  }
  const faults = [
    () => Object.keys(options).map(unknownOption),
    () => Object.entries(RULES).map(([name, of]) => ruled(of, Reflect.get(options, name), name)),
    () => TOGETHER.map((fault) => fault(options)),
  ];
  for (const found of faults) {
    const fault = found().find((one) => one !== null);
    if (fault !== undefined) throw new TypeError(fault);
  }
  const { url, basePath } = options;
  if (url !== undefined) parseBaseUrl(url);
  else if (basePath !== undefined && basePath !== "") parseBaseUrl(`http://127.0.0.1${basePath}`);
}

function unknownOption(name: string): string | null {
  if (Object.hasOwn(RULES, name)) return null;
  const close = nearName(name, Object.keys(RULES));
  return `There is no option ${quoted(name)}${close === null ? "" : `; did you mean ${quoted(close)}?`}`;
}

/** Faults of combinations of valid options: each returns a sentence, or null. */
const TOGETHER: ReadonlyArray<(options: JudgeOptions) => string | null> = [
  ({ url, app, fetch }) => {
    const given = Object.entries({ url, app, fetch }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    return given.length > 1 ? `Both ${given.join(" and ")} are given; give one of them` : null;
  },
  (options) => {
    if ([options.url, options.app, options.fetch].some((one) => one !== undefined)) return null;
    return Object.hasOwn(options, "url")
      ? "The base URL url is undefined; is the environment variable that it is read from set?"
      : "There is no provider; give the base URL as url, or an application as app or fetch";
  },
  ({ url, basePath }) =>
    url !== undefined && basePath !== undefined ? "Both url and basePath are given; add the path to the URL" : null,
  ({ token, authentication }) =>
    token === undefined && authentication !== "none"
      ? 'There is no token; give it as token, or authentication: "none" if the provider uses none'
      : null,
  ({ token, invalidToken }) =>
    token !== undefined && token === invalidToken
      ? "invalidToken is the token itself; give one that the provider must refuse, or leave it out"
      : null,
  // A run that ignores one of its options, or compares nothing, would look green.
  ({ pacts, contracts }) =>
    pacts !== undefined && contracts === false
      ? "pacts are given, and contracts: false leaves them out; give one of them"
      : null,
  ({ pacts, selection }) =>
    pacts !== undefined && selection !== undefined
      ? "pacts cannot be used with a selection of checks, which leaves them out"
      : null,
  ({ failOnRegression, baseline }) =>
    failOnRegression === true && baseline === undefined
      ? "failOnRegression needs an earlier run to compare with; give its result as baseline, too"
      : null,
];

/** @throws {TypeError} when an expectation names no open point */
export function requireOpenPoints(
  expectations: Readonly<Record<string, string>> | undefined,
  requirements: ReadonlyArray<Pick<Requirement, "id" | "level">>,
): void {
  for (const id of Object.keys(expectations ?? {})) {
    const fault = openPointFault(id, requirements);
    if (fault !== null) throw new TypeError(`expectations: ${JSON.stringify(id)} ${fault}`);
  }
}

/** Why an id does not name an open point, as words that follow the id; null if it does. */
export function openPointFault(
  id: string,
  requirements: ReadonlyArray<Pick<Requirement, "id" | "level">>,
): string | null {
  const known = requirements.find((requirement) => requirement.id === id);
  if (known?.level === "OPEN") return null;
  if (known !== undefined) return `names a ${known.level}; a value is expected of open points alone`;
  const open = requirements.filter(({ level }) => level === "OPEN").map((requirement) => requirement.id);
  return `names no open point; ${meantBy(id, open, "`list` shows them, with the level OPEN")}`;
}
