/** Which parts of a schema become narrower or wider, and their words. */
import { describe, expect, test } from "vitest";
import { shapeOf } from "../schema-shape.ts";
import { compareShapes, inWords } from "./shape-difference.ts";

/** Effects and words of the changes between two schemas of a member `a`. */
function changes(before: object, now: object): readonly string[] {
  const shape = (schema: object): ReturnType<typeof shapeOf> => shapeOf(schema, { schema, path: "/schema" });
  return compareShapes(shape(before), shape(now)).map((change) => `${change.effect}: ${inWords(change)}`);
}

const of = (schema: object | boolean, more: object = {}): object => ({ properties: { a: schema }, ...more });

describe("a schema of a member", () => {
  test.each([
    [{ type: "string" }, { type: "string" }, []],
    [{ type: "string" }, { type: "string", maxLength: 60 }, ["narrower: maxLength of `a` is 60, and there was none"]],
    [{ maxLength: 60 }, { maxLength: 80 }, ["wider: maxLength of `a` is 80, and was 60"]],
    [{ minLength: 2 }, {}, ["wider: minLength of `a` was 2, and there is none"]],
    [{ minLength: 0 }, {}, []],
    [{ minimum: 1 }, { minimum: 2 }, ["narrower: minimum of `a` is 2, and was 1"]],
    [{ maxItems: 3 }, { maxItems: 2 }, ["narrower: maxItems of `a` is 2, and was 3"]],
    [{ type: "integer" }, { type: "number" }, ["wider: type of `a` is number, and was integer"]],
    [{ type: "number" }, { type: "integer" }, ["narrower: type of `a` is integer, and was number"]],
    [
      { type: "string" },
      { type: "integer" },
      ["narrower: type of `a` is integer, and was string", "wider: type of `a` is integer, and was string"],
    ],
    [{}, { type: "string" }, ["narrower: type of `a` is string, and there was none"]],
    [{ type: "string" }, { type: ["string", "null"] }, ['wider: type of `a` is ["string","null"], and was string']],
    [{}, { enum: ["x", "y"] }, ['narrower: enum of `a` is ["x","y"], and there was none']],
    [{ enum: ["x", "y"] }, { enum: ["y", "x"] }, []],
    [{ enum: ["x", "y"] }, { enum: ["x", "y", "z"] }, ['wider: enum of `a` is ["x","y","z"], and was ["x","y"]']],
    [
      { enum: ["x"] },
      { enum: ["y"] },
      ['narrower: enum of `a` is ["y"], and was ["x"]', 'wider: enum of `a` is ["y"], and was ["x"]'],
    ],
    [{ enum: ["x"] }, {}, ['wider: enum of `a` was ["x"], and there is none']],
    [{}, { pattern: "^a$" }, ["narrower: pattern of `a` is ^a$, and there was none"]],
    [
      { pattern: "^b$" },
      { pattern: "^a$" },
      ["narrower: pattern of `a` is ^a$, and was ^b$", "wider: pattern of `a` is ^a$, and was ^b$"],
    ],
    [{ format: "int64" }, { format: "int32" }, ["narrower: format of `a` is int32, and was int64"]],
    [{ format: "int32" }, { format: "int64" }, ["wider: format of `a` is int64, and was int32"]],
    [{ format: "int32" }, {}, ["wider: format of `a` was int32, and there is none"]],
    [{ multipleOf: 2 }, { multipleOf: 6 }, ["narrower: multipleOf of `a` is 6, and was 2"]],
    [{ multipleOf: 6 }, { multipleOf: 2 }, ["wider: multipleOf of `a` is 2, and was 6"]],
    [{}, { uniqueItems: true }, ["narrower: items of `a` have to differ, and had not"]],
    [{}, { items: { type: "string" } }, ["narrower: type of what is in `a` is string, and there was none"]],
    [{ items: { type: "string" } }, {}, ["wider: type of what is in `a` was string, and there is none"]],
  ])("%j, then %j", (before, now, expected) => {
    expect(changes(of(before), of(now))).toEqual(expected);
  });
});

describe("members", () => {
  test.each([
    ["a new one that is optional", {}, of({ type: "integer" }), ["narrower: the optional member `a` is added"]],
    ["a new one of any value", {}, of(true), []],
    [
      "one that is gone, where others are allowed",
      of({ type: "integer" }),
      {},
      ["wider: the optional member `a` is removed"],
    ],
    ["one that is made required", of(true), of(true, { required: ["a"] }), ["narrower: `a` is required, and was not"]],
    ["one that is made optional", of(true, { required: ["a"] }), of(true), ["wider: `a` is no longer required"]],
    [
      "no others any more",
      of(true),
      of(true, { additionalProperties: false }),
      ["narrower: each member that is not named is no longer allowed"],
    ],
    [
      "others again",
      of(true, { additionalProperties: false }),
      of(true),
      ["wider: each member that is not named is allowed, and was not"],
    ],
    [
      "a new one where no others were allowed",
      { additionalProperties: false },
      of(true, { additionalProperties: false }),
      ["wider: `a` is allowed, and was not"],
    ],
    [
      "one that is gone where no others are allowed",
      of(true, { additionalProperties: false }),
      { additionalProperties: false },
      ["narrower: `a` is no longer allowed"],
    ],
    [
      "others of one kind",
      {},
      { additionalProperties: { type: "string" } },
      ["narrower: each member that is not named is described, and was not"],
    ],
    [
      "a member of a member",
      of(of(true)),
      of(of(true, { required: ["a"] })),
      ["narrower: `a/a` is required, and was not"],
    ],
  ])("%s", (_name, before, now, expected) => {
    expect(changes(before, now)).toEqual(expected);
  });
});

test("a change has the place of the schema: in the later document, and in the earlier one for what is gone", () => {
  const shape = (schema: object, path: string): ReturnType<typeof shapeOf> => shapeOf(schema, { schema, path });
  const [before, now] = [shape({ minLength: 1 }, "/old"), shape({ maxLength: 9 }, "/new")];
  expect(compareShapes(before, now).map(({ keyword, path }) => [keyword, path])).toEqual([
    ["minLength", "/old"],
    ["maxLength", "/new"],
  ]);
});

test("each value of a list is read as often as the lists are compared, and not with each other", () => {
  let reads = 0;
  const listed = Array.from({ length: 100 }, (_, value) => ({ toJSON: () => ((reads += 1), value) }));
  expect(changes(of({ enum: listed }), of({ enum: listed }))).toEqual([]);
  expect(reads).toBeLessThanOrEqual(10 * listed.length);
});
