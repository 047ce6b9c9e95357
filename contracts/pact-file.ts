/** Reads pact files: their interactions, and for each one the pact that the verifier gets. */
import { isLosslessNumber, parse, stringify } from "lossless-json";
import { excerpt } from "../result/safe-text.ts";
import { present } from "../spec/defined.ts";
import { MOST_LEVELS } from "../spec/read-yaml-text.ts";

/** The text of a pact, and where it is from. */
export interface PactSource {
  /** The file or the URL that the text is from. */
  readonly name: string;
  readonly text: string;
  /** Only failures of shipped pacts count as failures of requirements of the document. */
  readonly origin: "shipped" | "user-supplied";
  /** The broker marks the whole pact as pending: its consumer does not rely on it yet. */
  readonly pending?: boolean;
}

/** One interaction of a pact. */
export interface Interaction {
  /** The pact that contains it. */
  readonly source: PactSource;
  readonly description: string;
  readonly states: readonly string[];
  /**
   * The requirements that it can prove broken, the main one first: the reference `requirements` of the group `plant-store`
   * in the pact, ids separated by a space. Empty in a user-supplied pact.
   */
  readonly requirements: readonly string[];
  /** The consumer does not rely on it yet (`pending` in Pact specification 4). */
  readonly pending: boolean;
  /** The status that the consumer expects. */
  readonly status: number;
  /** The interaction in the pact, with numbers as they are written. */
  readonly value: Members;
  readonly run: Run;
}

/** A pact that contains only this interaction, as JSON text; or why it cannot be run. */
export type Run = { readonly pact: string } | { readonly cannot: string };

export interface Pact {
  readonly source: PactSource;
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly Interaction[];
}

/** The error for a text that is not a pact. The message begins with the name of the source. */
export class PactError extends Error {
  override readonly name = "PactError";
}

/** The most interactions of one pact, and the most characters that they have if each repeats the shared parts. */
const MOST_INTERACTIONS = 2_000;
const MOST_CHARACTERS = 64 * 1024 * 1024;

/**
 * Reads a pact of specification 2, 3 or 4. Numbers keep their spelling, even beyond 2^53.
 * @throws {PactError} when the text is not a pact
 */
export function readPact(source: PactSource): Pact {
  const { text, name } = source;
  const pact = parsePact(text, name);
  const consumer = stringAt(pact, "consumer", "name");
  const provider = stringAt(pact, "provider", "name");
  const interactions = at(pact, "interactions") ?? at(pact, "messages");
  if (consumer === undefined || provider === undefined || !Array.isArray(interactions)) {
    throw new PactError(`${name} is not a pact: it has no consumer name, provider name or interactions`);
  }
  const shared = stringify({ ...pact, interactions: [], messages: [] })?.length ?? 0;
  const count = interactions.length;
  // Each interaction is run as a separate pact, which repeats all shared parts.
  if (count > MOST_INTERACTIONS || count * shared > MOST_CHARACTERS) {
    throw new PactError(`${name} has ${count} interactions that share ${shared} characters, which is beyond the limit`);
  }
  const overHttp = listAt(pact, "interactions").map((one, index) =>
    readInteraction(pact, asObject(one), { source, place: `/interactions/${index}` }),
  );
  const messages = listAt(pact, "messages").map((one, index) =>
    readInteraction(pact, { type: "Message", ...asObject(one) }, { source, place: `/messages/${index}` }),
  );
  return { source, consumer, provider, interactions: [...overHttp, ...messages] };
}

function parsePact(text: string, name: string): Members {
  // Readers of JSON are recursive, Pact's core too.
  if (levelsOf(text) > MOST_LEVELS) {
    throw new PactError(`${name} cannot be read: it is nested deeper than ${MOST_LEVELS} levels, the limit`);
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new PactError(`${name} is not a pact: it is not JSON (${excerpt(why, 200)})`, { cause: error });
  }
  if (!isObject(value)) throw new PactError(`${name} is not a pact: it is not an object`);
  return value;
}

/** How deep arrays and objects of a JSON text are nested. Texts have brackets of their own, as those of pages and patterns. */
function levelsOf(text: string): number {
  let [level, most, isInText] = [0, 0, false];
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place];
    if (sign === '"') isInText = !isInText;
    else if (isInText && sign === "\\") place += 1;
    else if (!isInText && (sign === "[" || sign === "{")) most = Math.max(most, (level += 1));
    else if (!isInText && (sign === "]" || sign === "}")) level -= 1;
  }
  return most;
}

/** An interaction's pact, and its place there as a JSON Pointer. */
interface Written {
  readonly source: PactSource;
  readonly place: string;
}

function readInteraction(pact: Members, value: Members, { source, place }: Written): Interaction {
  const requirements = stringAt(value, "comments", "references", "plant-store", "requirements") ?? "";
  return {
    source,
    description: stringAt(value, "description") ?? "",
    states: statesOf(value),
    requirements: requirements.split(" ").filter((id) => id !== ""),
    pending: at(value, "pending") === true,
    status: Number(String(at(value, "response", "status"))),
    value,
    run: runOf(pact, value, place),
  };
}

/** `providerStates` since specification 3, `providerState` before. */
function statesOf(value: unknown): readonly string[] {
  const states = listAt(value, "providerStates").map((state) => stringAt(state, "name") ?? "");
  const state = stringAt(value, "providerState");
  return present([...states, state]).filter((name) => name !== "");
}

function runOf(pact: Members, value: Members, place: string): Run {
  const cannot = hindranceIn(pact, value, place);
  if (cannot !== undefined) return { cannot };
  // The verifier does not report mismatches of a pending interaction, so the mark is removed.
  const interaction = Object.fromEntries(Object.entries(value).filter(([name]) => name !== "pending"));
  return { pact: stringify({ ...pact, interactions: [interaction] }) ?? "" };
}

/** What Pact's core cannot do for an interaction, with its place in the pact. */
function hindranceIn(pact: Members, value: Members, place: string): string | undefined {
  const type = stringAt(value, "type") ?? "Synchronous/HTTP";
  if (type !== "Synchronous/HTTP") return `It is not an HTTP request, but has the type ${type} (${place}).`;
  const plugins = listAt(pact, "metadata", "plugins").map((plugin, index) => {
    const name = present([stringAt(plugin, "name"), stringAt(plugin, "version")]).join(" ");
    return `the plugin ${excerpt(name, 100)} (/metadata/plugins/${index})`;
  });
  if (plugins.length > 0) return `Its pact needs ${plugins.slice(0, 3).join(" and ")}, and plugins are not run.`;
  const parts = ["request", "response"].filter((part) => !isObject(at(value, part)) && at(value, part) !== undefined);
  if (parts[0] !== undefined) return `Its ${parts[0]} is not an object (${place}/${parts[0]}).`;
  const status = at(value, "response", "status");
  if (status === undefined || (isLosslessNumber(status) && /^[1-5]\d\d$/.test(status.toString()))) return undefined;
  const seen = excerpt(stringify(status) ?? "", 60);
  return `The status that it expects is ${seen} (${place}/response/status); a status is a number from 100 to 599.`;
}

function asObject(value: unknown): Members {
  return isObject(value) ? value : {};
}

// Reads the parts of a request or response of a pact, for every version of Pact's specification.

/** An example body of a pact. */
export type PactBody =
  | { readonly kind: "none" }
  /** `exact` keeps numbers as text (lossless-json); `value` has them as JSON.parse reads them. */
  | { readonly kind: "json"; readonly value: unknown; readonly exact: unknown }
  | { readonly kind: "not-json" };

/** The body of a request or response: the value itself up to specification 3, its content and encoding since 4. */
export function bodyOf(part: unknown): PactBody {
  const body = at(part, "body");
  if (body === undefined || body === null) return { kind: "none" };
  const isWrapped = isObject(body) && "content" in body && ("contentType" in body || "encoded" in body);
  if (!isWrapped) return jsonBody(body);
  const encoded = at(body, "encoded");
  const content = at(body, "content");
  if (typeof content !== "string") return jsonBody(content);
  if (encoded !== "base64" && encoded !== true) return textBody(content);
  return textBody(Buffer.from(content, "base64").toString("utf8"));
}

function jsonBody(exact: unknown): PactBody {
  return { kind: "json", value: parseJson(stringify(exact) ?? "null"), exact };
}

function textBody(text: string): PactBody {
  try {
    return jsonBody(parse(text));
  } catch {
    return { kind: "not-json" };
  }
}

/** The first value of a header field; `name` is in lower case. A list since specification 3. */
export function headerOf(part: unknown, name: string): string | undefined {
  const headers = at(part, "headers");
  if (!isObject(headers)) return undefined;
  const [key] = Object.keys(headers).filter((one) => one.toLowerCase() === name);
  if (key === undefined) return undefined;
  const [first] = listAt(headers, key);
  return stringAt(headers, key) ?? (typeof first === "string" ? first : undefined);
}

/** The names of the header fields, in lower case. */
export function headerNames(part: unknown): readonly string[] {
  const headers = at(part, "headers");
  return isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : [];
}

/**
 * The names of the header fields that a part mentions, in its examples or its rules, in lower case. Rules are by category
 * since specification 3 and by path before.
 */
export function mentionedHeaders(part: unknown): ReadonlySet<string> {
  const rules = at(part, "matchingRules");
  const byCategory = at(rules, "header");
  const names = isObject(byCategory) ? Object.keys(byCategory) : [];
  const byPath = isObject(rules) ? Object.keys(rules) : [];
  const inPaths = byPath.flatMap(
    (path) => /^\$\.headers?(?:\.([^.[\]]+)|\[['"]([^'"]+)['"]\])/.exec(path)?.slice(1) ?? [],
  );
  const ruled = [...names, ...inPaths].flatMap((name: string | undefined) => name?.toLowerCase() ?? []);
  return new Set([...headerNames(part), ...ruled]);
}

/**
 * The types of the matchers for a member of a response body. Empty if the value must equal the example.
 * Rules are by category since specification 3 and by path before.
 */
export function matchersOf(response: unknown, member: string): readonly string[] {
  const rules = at(response, "matchingRules");
  return [...pathsTo(member), "$.*", "$[*]", "$"].flatMap((path) => {
    const matchers = listAt(rules, "body", path, "matchers");
    const [own] = [at(rules, `$.body${path.slice(1)}`)];
    return present([...matchers, own]).flatMap((one) => stringAt(one, "match") ?? "type");
  });
}

/** Whether a generator of the pact replaces a member of the body of a request or a response. */
export function isGenerated(part: unknown, member: string): boolean {
  return [...pathsTo(member), "$.*", "$[*]", "$"].some((path) => at(part, "generators", "body", path) !== undefined);
}

/** The ways to write the path of a member. */
function pathsTo(member: string): readonly string[] {
  return [`$.${member}`, `$['${member}']`, `$["${member}"]`];
}

// Reads values of unknown structure. A value that is missing or has another type is undefined or empty.

/** The members of a JSON object. */
type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: not null, and not an array. */
export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at the end of a path of member names. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

/** The string at a path of member names; undefined if the path ends early or leads to something else. */
export function stringAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = at(value, ...names);
  return typeof found === "string" ? found : undefined;
}

/** The elements of the array at a path of member names; empty if there is no array. */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = at(value, ...names);
  return Array.isArray(found) ? found : [];
}

/** A value as JSON text, for messages. */
export function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
