/** The result as a JSON file. */
import type { FleetResult } from "../result/over/fleet-result.ts";
import type { Comparison, RunResult } from "../result/result.ts";
import { safeJson } from "../result/safe-text.ts";

/** All member names of a result, at any depth, in the order in which they are written. */
const memberOrder: readonly string[] = `
  format formatVersion complete tool command specification consumer provider subjects interactions strict
  selection only skip seed limitsReached startedAt durationMs verdict exitCode reasons summary waivers must
  should open passed failed waived observed notJudged notApplicable name version sha256 baseUrl id level
  topic statement document standard entry clause sources fix description states requirement title status
  findings because reason value basis keyword drawn where expected seen exchange kind detail withinMs
  whileSending check request response readTo noAnswer timing startedMs firstByteMs totalMs truncated notKept
  redacted attempts method url headers body framing encoding content size before now change remarks compared
  regression checks requirements profile contracts baseline exchanges plantsCreated
`
  .trim()
  .split(/\s+/);

const places = new Map(memberOrder.map((name, at) => [name, at]));

/**
 * The result, or a comparison, as JSON text with an indentation of two spaces and a line feed at the end. The members
 * are in a fixed order, however the result was made. Only members named by data, those of `profile`, keep their order.
 */
export function renderJson(result: RunResult | Comparison | FleetResult): string {
  return [...jsonParts(result)].join("");
}

/**
 * The same text in parts. Each part is at most as long as one member, or one item of the member's list.
 */
export function* jsonParts(result: object, order: Order = "by-place"): Generator<string> {
  let before = "{\n";
  for (const [name, value] of order === "by-place" ? byPlace(result) : Object.entries(result)) {
    if (value === undefined) continue;
    yield `${before}  ${safeJson(JSON.stringify(name))}: `;
    if (Array.isArray(value)) yield* listParts(value, 1, order);
    else yield indented(value, order, 1);
    before = ",\n";
  }
  yield before === "{\n" ? "{}\n" : "\n}\n";
}

/** A list as JSON text, item by item. @param depth the number of objects and lists around it, for the indentation */
export function* listParts(list: Iterable<unknown>, depth: number, order: Order = "as-it-came"): Generator<string> {
  const blanks = "  ".repeat(depth);
  let before = "[";
  for (const item of list) {
    yield `${before}\n${blanks}  ${indented(item, order, depth + 1)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${blanks}]`;
}

/** A value as written at a depth: it is written within that many lists, which are then cut off. */
function indented(value: unknown, order: Order, depth: number): string {
  const isAsIs = order === "as-it-came" || isArranged(value);
  // A replacer would do the same, but makes `JSON.stringify` several times slower.
  const text = JSON.stringify(within(depth, isAsIs ? value : arranged(value)), null, 2);
  const [before = "", after = ""] = JSON.stringify(within(depth, 0), null, 2).split("0");
  return safeJson(text.slice(before.length, -after.length));
}

function within(depth: number, value: unknown): unknown {
  return depth === 0 ? value : [within(depth - 1, value)];
}

/** The order of the members: that of `memberOrder`, or the given one. */
type Order = "by-place" | "as-it-came";

function placeOf(name: string): number {
  return places.get(name) ?? places.size;
}

function byPlace(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
}

/** The same value with the members of every object in order. */
function arranged(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(arranged);
  // `fromEntries` defines members, so `__proto__` is a member like any other.
  return Object.fromEntries(byPlace(value).map(([name, member]) => [name, arranged(member)]));
}

/** Whether a value is in order already. Most values of a result are, and a check is faster than a copy. */
export function isArranged(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isArranged);
  let last = -1;
  for (const [name, member] of Object.entries(value)) {
    const place = placeOf(name);
    if (place < last || !isArranged(member)) return false;
    last = place;
  }
  return true;
}
