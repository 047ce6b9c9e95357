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
  ["must", "should", "open", "passed", "failed", "waived", "observed", "notJudged"],
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

/** The same text in parts, none of which is longer than what one member, or one item of its list, takes. */
export function* jsonParts(result: object, order: Replacer = inOrder): Generator<string> {
  let before = "{\n";
  for (const [name, value] of Object.entries(order("", result) as object)) {
    if (value === undefined) continue;
    yield `${before}  ${safeJson(JSON.stringify(name))}: `;
    if (Array.isArray(value)) yield* listParts(value, "  ", order);
    else yield indented(value, order, "  ");
    before = ",\n";
  }
  yield before === "{\n" ? "{}\n" : "\n}\n";
}

/** A list as JSON text, item by item, in a text that is indented by so many blanks. */
export function* listParts(
  list: Iterable<unknown>,
  blanks: string,
  order: Replacer = (_name, value) => value,
): Generator<string> {
  let before = "[";
  for (const item of list) {
    yield `${before}\n${blanks}  ${indented(item, order, `${blanks}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${blanks}]`;
}

/** Line feeds within JSON text stand between its values alone. */
function indented(value: unknown, order: Replacer, blanks: string): string {
  return safeJson(JSON.stringify(value, order, 2) ?? "null").replaceAll("\n", `\n${blanks}`);
}

type Replacer = (name: string, value: unknown) => unknown;

/** A replacer for `JSON.stringify`. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const place = ([name]: [string, unknown]): number => places.get(name) ?? places.size;
  // `fromEntries` defines members, so that one named `__proto__` is a member like any other.
  return Object.fromEntries(Object.entries(value).toSorted((one, other) => place(one) - place(other)));
}
