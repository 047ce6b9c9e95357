import { assert, jsonValue, property } from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../result/result.ts";
import { bodyPieces, joined, locate } from "./html-markup.ts";

/** Every pointer into a value, with what it points to. */
function pointersOf(value: Json, path = ""): ReadonlyArray<readonly [pointer: string, value: Json]> {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const members = Object.entries(value).flatMap(([name, member]: [string, Json]) =>
    pointersOf(member, `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
  return [[path, value], ...members];
}

const at = (json: string, pointer: string): string | null => {
  const range = locate(json, pointer);
  return range === null ? null : json.slice(range.start, range.end);
};

describe("locate", () => {
  test("finds every value of every document, however it is laid out", () => {
    assert(
      property(jsonValue(), (value) => {
        const document = JSON.parse(JSON.stringify(value)) as Json;
        for (const indent of [0, 2]) {
          const json = JSON.stringify(document, null, indent);
          for (const [pointer, wanted] of pointersOf(document)) {
            expect(JSON.parse(at(json, pointer) ?? "")).toEqual(wanted);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['{"a":{"b":1}}', "/a/c", '{"b":1}'],
    ['{"a":1,"a":2}', "/a", "2"],
    [' [ 1 , "x]" ] ', "/1", '"x]"'],
    ['{"a~/b":{"\\u0063":true}}', "/a~0~1b/c", "true"],
    ["[]", "/0", "[]"],
    ["7", "/a", "7"],
  ])("in %s, %s is %s", (json, pointer, wanted) => {
    expect(at(json, pointer)).toBe(wanted);
  });

  test.each(["", "{", '{"a":1}}', "nonsense", "\ufeff{}"])("finds nothing in %j, which is not JSON", (text) => {
    expect(locate(text, "/a")).toBeNull();
  });

  test("works at any depth", () => {
    const depth = 30_000;
    expect(at(`${"[".repeat(depth)}1${"]".repeat(depth)}`, "/0".repeat(depth))).toBe("1");
  });
});

describe("a body is shown in pieces", () => {
  const shown = (body: string, where: readonly string[], limit = 100): string =>
    joined(bodyPieces(body, where, limit))
      .html.replaceAll("&quot;", '"')
      .replaceAll(/<(\/?)mark>/g, (_, end) => (end === "/" ? ">" : "<"));

  test.each([
    ['{"a":1,"b":[2,3]}', ["/b/1", "/a"], '{"a":<1>,"b":[2,<3>]}'],
    ['{"a":1}', ["/a", ""], '<{"a":1}>'],
    ['{"a":1}', ["/b"], '<{"a":1}>'],
    ['{"a":1}', ["status", "header x"], '{"a":1}'],
    ["no JSON", ["/a"], "no JSON"],
    ["", [""], ""],
  ])("%s with %j", (body, where, wanted) => {
    expect(shown(body, where)).toBe(wanted);
  });

  test("a mark ends where the shown part ends, and no character is cut in two", () => {
    expect(shown('{"a":"123456789"}', ["/a"], 8)).toBe('{"a":<"12>');
    expect(shown("abc😀", [], 4)).toBe("abc");
  });
});
