/** The result itself, as a file. */
import type { FleetResult } from "../result/fleet-result.ts";
import type { Comparison, RunResult } from "../result/result.ts";
import { safeJson } from "../result/safe-text.ts";

/** The members of a result and of everything in it, in the order in which they are written. */
export const memberOrder = [
  [
    "format",
    "formatVersion",
    "complete",
    "tool",
    "command",
    "specification",
    "consumer",
    "provider",
    "subjects",
    "interactions",
    "strict",
  ],
  [
    "selection",
    "only",
    "skip",
    "seed",
    "limitsReached",
    "startedAt",
    "durationMs",
    "verdict",
    "exitCode",
    "reasons",
    "summary",
    "waivers",
  ],
  ["must", "should", "open", "passed", "failed", "waived", "observed", "notJudged", "notApplicable"],
  ["name", "version", "sha256", "baseUrl"],
  ["id", "level", "topic", "statement", "document", "standard", "entry", "clause", "sources", "fix"],
  [
    "description",
    "states",
    "requirement",
    "title",
    "status",
    "findings",
    "because",
    "reason",
    "value",
    "basis",
    "keyword",
    "drawn",
  ],
  ["where", "expected", "seen", "exchange", "kind", "detail", "withinMs"],
  [
    "check",
    "request",
    "response",
    "noAnswer",
    "timing",
    "startedMs",
    "firstByteMs",
    "totalMs",
    "truncated",
    "notKept",
    "redacted",
  ],
  ["attempts", "method", "url", "headers", "body", "framing", "encoding", "content", "size"],
  ["before", "now", "change", "remarks", "compared", "regression"],
  ["checks", "requirements", "profile", "contracts", "baseline", "exchanges", "plantsCreated"],
].flat();

const places = new Map(memberOrder.map((name, at) => [name, at]));

/**
 * The result, or a comparison, as JSON text: two blanks of indentation, the members in one order however the result was put together, and
 * a line feed at the end. Members named by data, those of `profile`, keep the order in which they come.
 */
export function renderJson(result: RunResult | Comparison | FleetResult): string {
  return [...jsonParts(result)].join("");
}

/**
 * The same text in parts, none of which is longer than what one member, or one item of its list, takes.
 */
export function* jsonParts(result: object, order: Order = "by-place"): Generator<string> {
  let before = "{\n";
  for (const [name, value] of order === "by-place" ? byPlace(result) : Object.entries(result)) {
    if (value === undefined) continue;
    yield `${before}  ${safeJson(JSON.stringify(name))}: `;
    if (Array.isArray(value)) yield* listParts(value, "  ", order);
    else yield indented(value, order, "  ");
    before = ",\n";
  }
  yield before === "{\n" ? "{}\n" : "\n}\n";
}

/** A list as JSON text, item by item, in a text that is indented by so many blanks. */
export function* listParts(list: Iterable<unknown>, blanks: string, order: Order = "as-it-came"): Generator<string> {
  let before = "[";
  for (const item of list) {
    yield `${before}\n${blanks}  ${indented(item, order, `${blanks}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${blanks}]`;
}

/** Line feeds within JSON text stand between its values alone. */
function indented(value: unknown, order: Order, blanks: string): string {
  // A replacer would do the same, and makes `JSON.stringify` several times slower.
  const text = JSON.stringify(order === "by-place" ? arranged(value) : value, null, 2) as string | undefined;
  return safeJson(text ?? "null").replaceAll("\n", `\n${blanks}`);
}

/** The order of the members: that of `memberOrder`, or the one in which they come. */
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
  // `fromEntries` defines members, so that one named `__proto__` is a member like any other.
  return Object.fromEntries(byPlace(value).map(([name, member]) => [name, arranged(member)]));
}
