/** `--waivers FILE`: failures that are known, each with a reason and the last day on which it counts. */
import { closest } from "fastest-levenshtein";
import type { Node, Pair, YAMLMap } from "yaml";
import { contractCheckIds } from "../../result/contract-checks.ts";
import { causeIds } from "../../result/causes/cause-table.ts";
import type { Waiver } from "../../result/result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { waiverName } from "../../result/verdict-waivers.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { loadValidators } from "../../spec/validators.ts";
import { fuzzChecks } from "../../suites/fuzz/questions.ts";
import { checksOf } from "../../suites/index.ts";
import { UsageError } from "../io.ts";
import type { JudgeOptions } from "../../library/judge-options.ts";
import { readUtf8 } from "./read-file.ts";

export interface WaiverOptions {
  readonly waivers?: string;
  readonly allowWaived: boolean;
}

/** Twice what a waiver of every check takes. The parser of a longer file may run out of memory over what is nested. */
const MOST_BYTES = 256 * 1024;

/** Characters of one value. */
const longest = 1000;

/** What each key is for, as a message says where it is missing. */
const keys = {
  id: "name a requirement or a check, such as returns-name",
  cause: "name the cause of an entry in a report, such as framework-error-page",
  reason: "say why the failure is accepted",
  issue: "give an http or https URL, or leave the key out",
  expires: "give the last day on which the waiver counts, such as 2027-03-31",
} as const;

type Key = keyof typeof keys;

/**
 * The waivers that were given.
 * @param operation of the document whose requirements and checks they may name
 * @throws {UsageError} when there is no file, it cannot be used, or a waiver names nothing; the message says in which line
 */
export async function givenWaivers(
  { waivers: file, allowWaived }: WaiverOptions,
  operation = readOperation(),
): Promise<Pick<JudgeOptions, "waivers" | "allowWaived">> {
  if (file === undefined) throw new UsageError("--allow-waived has nothing to allow; give --waivers FILE as well");
  return { waivers: await readWaivers(file, operation), allowWaived };
}

/** A node of the file, with the words that say where it is. */
type Place = (node: unknown) => string;

async function readWaivers(file: string, operation: Operation): Promise<readonly Waiver[]> {
  const { list, place } = await itemsOf(file);
  const known = await knownIds(operation);
  const lines = new Map<string, string>();
  return list.map((item) => {
    const waiver = waiverOf(item, place);
    const unknown = unknownWords(waiver, known);
    if (unknown !== null) throw new UsageError(`${place(item)}: ${quoted(waiver.id)} ${unknown}`);
    const name = waiverName(waiver);
    const before = lines.get(name);
    if (before !== undefined) {
      throw new UsageError(`${place(item)}: ${quoted(waiver.id)} is waived twice; see ${before}, and keep one`);
    }
    lines.set(name, place(item));
    const requirement = waiver.cause === true ? undefined : known.get(waiver.id);
    return requirement === undefined || requirement === waiver.id ? waiver : { ...waiver, requirement };
  });
}

/** What is wrong with what a waiver names, to follow its id; null if it names something. */
function unknownWords({ id, cause }: Waiver, known: ReadonlyMap<string, string>): string | null {
  const causes = causeIds([...new Set(known.values())]);
  if (cause === true) {
    if (causes.includes(id)) return null;
    const isOther = known.has(id) ? `; it is a check, so write \`id: ${id}\`` : "";
    return `names no cause${isOther === "" ? `; did you mean ${JSON.stringify(closest(id, causes))}?` : isOther}`;
  }
  if (known.has(id)) return null;
  const nearest = JSON.stringify(closest(id, [...known.keys()]));
  const hint = causes.includes(id)
    ? `it is a cause, so write \`cause: ${id}\``
    : `did you mean ${nearest}? \`list\` shows them all`;
  return `names no requirement and no check; ${hint}`;
}

/** Requirements, and checks of every kind of run: with a token that is not valid, fuzzed, and with contracts. Each by its requirement. */
async function knownIds(operation: Operation): Promise<ReadonlyMap<string, string>> {
  const checks = checksOf(operation, await loadValidators(operation), { invalidToken: true });
  const { shippedInteractions } = await import("../../contracts/index.ts");
  return new Map([
    ...catalogueFor(operation).map(({ id }) => [id, id] as const),
    ...[...checks, ...fuzzChecks(checks, operation).values()].map(({ id, requirement }) => [id, requirement] as const),
    ...contractCheckIds(shippedInteractions()),
  ]);
}

/** The items of the list, unread. */
async function itemsOf(file: string): Promise<{ readonly list: readonly unknown[]; readonly place: Place }> {
  const name = `The waivers ${JSON.stringify(file)}`;
  const source = readUtf8(file, MOST_BYTES);
  const { LineCounter, isNode, isSeq, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const lineOf = (offset: number): string => `${name}, line ${lines.linePos(offset).line}`;
  const document = parseDocument(source, { lineCounter: lines });
  const [fault] = document.errors;
  if (fault !== undefined) throw new UsageError(`${lineOf(fault.pos[0])}: this is not YAML (${fault.code})`);
  const { contents } = document;
  if (contents !== null && !isSeq(contents)) {
    const line = lineOf(contents.range[0]);
    throw new UsageError(`${line}: this is no list of waivers; begin each of them with \`- id: \` or \`- cause: \``);
  }
  return {
    list: contents?.items ?? [],
    place: (node) => (isNode(node) ? lineOf((node as Node).range?.[0] ?? 0) : name),
  };
}

function waiverOf(item: unknown, place: Place): Waiver {
  const values = new Map<Key, string>();
  for (const pair of pairsOf(item, place)) {
    const { key, value } = pair;
    const at = place(key);
    const name = scalarOf(key);
    if (!isKey(name)) {
      const nearest = quoted(closest(String(name), Object.keys(keys)));
      throw new UsageError(`${at}: ${quoted(name)} is no key of a waiver; did you mean ${nearest}?`);
    }
    values.set(name, waiverText(name, scalarOf(value), at));
  }
  const required = (key: Key): string => {
    const value = values.get(key);
    if (value === undefined) throw new UsageError(`${place(item)}: the waiver has no "${key}"; ${keys[key]}`);
    return value;
  };
  const issue = values.get("issue");
  const cause = values.get("cause");
  if (cause !== undefined && values.has("id")) {
    throw new UsageError(`${place(item)}: the waiver has an "id" and a "cause"; keep one`);
  }
  return {
    ...(cause === undefined ? { id: required("id") } : { id: cause, cause: true as const }),
    reason: required("reason"),
    ...(issue === undefined ? {} : { issue }),
    expires: required("expires"),
  };
}

function pairsOf(item: unknown, place: Place): readonly Pair[] {
  const isMap = typeof item === "object" && item !== null && "items" in item && "has" in item;
  if (!isMap)
    throw new UsageError(`${place(item)}: this is no waiver; begin each of them with \`- id: \` or \`- cause: \``);
  return (item as YAMLMap).items;
}

/** What a scalar holds; a list, a mapping and an alias hold no text. */
function scalarOf(node: unknown): unknown {
  if (node === null) return null;
  return typeof node === "object" && "value" in node ? node.value : undefined;
}

function isKey(name: unknown): name is Key {
  return typeof name === "string" && Object.hasOwn(keys, name);
}

/**
 * The text of a key on one line, and in the key's form.
 * @param at where it was given, as a message names it
 * @throws {UsageError} for another form
 */
export function waiverText(key: Key, value: unknown, at: string): string {
  if (value === null) throw new UsageError(`${at}: "${key}" is empty; ${keys[key]}`);
  if (typeof value !== "string") {
    const what = value === undefined ? "no text" : `${quoted(value)}, which is no text`;
    throw new UsageError(`${at}: "${key}" is ${what}; ${keys[key]}`);
  }
  const text = value.trim().replaceAll(/\s+/g, " ");
  if (text === "") throw new UsageError(`${at}: "${key}" is empty; ${keys[key]}`);
  if (text.length > longest) {
    throw new UsageError(`${at}: "${key}" has ${text.length} characters, and ${longest} is the limit`);
  }
  if ((key === "expires" && !isDay(text)) || (key === "issue" && !isWebAddress(text))) {
    throw new UsageError(`${at}: "${key}" is ${quoted(text)}; ${keys[key]}`);
  }
  return text;
}

/** A day of the calendar: 2027-02-29 is none. The year 9999 is how people write that something has no end. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && !text.startsWith("9999") && new Date(time).toISOString().startsWith(text);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

function quoted(value: unknown): string {
  return excerpt(JSON.stringify(value) ?? "this", 80);
}
