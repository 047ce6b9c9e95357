/** A result as a JSON file, in parts: one with all requests and responses can be very large. */
import { safeJson } from "../result/safe-text.ts";

/** A result, or a comparison, as JSON text with an indentation of two spaces and a line feed at the end. */
export function renderJson(result: object): string {
  return [...jsonParts(result)].join("");
}

/** The same text in parts. Each is at most as long as one member, or one item of the member's list. */
export function* jsonParts(result: object): Generator<string> {
  let before = "{\n";
  for (const [name, value] of Object.entries(result)) {
    if (value === undefined) continue;
    yield `${before}  ${safeJson(JSON.stringify(name))}: `;
    if (Array.isArray(value)) yield* listParts(value, 1);
    else yield indented(value, 1);
    before = ",\n";
  }
  yield before === "{\n" ? "{}\n" : "\n}\n";
}

/** A list as JSON text, item by item. @param depth the number of objects and lists around it, for the indentation */
export function* listParts(list: Iterable<unknown>, depth: number): Generator<string> {
  const blanks = "  ".repeat(depth);
  let before = "[";
  for (const item of list) {
    yield `${before}\n${blanks}  ${indented(item, depth + 1)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${blanks}]`;
}

/** A value as written at a depth: it is written within that many lists, which are then cut off. */
function indented(value: unknown, depth: number): string {
  const text = JSON.stringify(within(depth, value), null, 2);
  const [before = "", after = ""] = JSON.stringify(within(depth, 0), null, 2).split("0");
  return safeJson(text.slice(before.length, -after.length));
}

function within(depth: number, value: unknown): unknown {
  return depth === 0 ? value : [within(depth - 1, value)];
}
