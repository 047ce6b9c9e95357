import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Format, renderers } from "../reports/index.ts";
import { renderJson } from "../reports/json.ts";
import { ResultError, resultReader } from "./read-result.ts";
import { sampleResult } from "./testing/sample-result.ts";
import { readResult } from "../reports/testing/readers.ts";

const text = renderJson(sampleResult);

function changed(change: (result: Record<string, unknown>) => void): string {
  const result = JSON.parse(text) as Record<string, unknown>;
  change(result);
  return JSON.stringify(result);
}

describe("a result's file", () => {
  test("is read as it was written, and every report of it is the same as before", async () => {
    const read = readResult(text);
    expect(read).toEqual(sampleResult);
    for (const format of Object.keys(renderers) as Format[]) {
      expect(await renderers[format].render(read), format).toBe(await renderers[format].render(sampleResult));
    }
  });

  test("that was cut off anywhere is called cut off", () => {
    for (let end = 2; end < text.trimEnd().length; end += end < 3000 ? 1 : 97) {
      expect(() => readResult(text.slice(0, end)), text.slice(end - 20, end)).toThrow(/is cut off: its JSON ends/);
    }
  });

  test.each([
    ["nothing", "", "is empty"],
    ["no JSON", "<html></html>", "is not JSON"],
    ["JSON with a fault in the middle", text.replace('"tool":', '"tool"'), "is not JSON"],
    ["other JSON", '{"openapi":"3.1.0"}', "its member /format is not"],
    ["null", "null", "its member /format is not"],
    ["a list", "[]", "its member /format is not"],
    ["no version", changed((result) => delete result["formatVersion"]), "/formatVersion is not a whole number"],
    [
      "a newer version",
      changed((result) => (result["formatVersion"] = 2)),
      "was written by a newer version: its formatVersion is 2, and this version reads 1",
    ],
    ["a member of another type", changed((result) => (result["seed"] = 7)), "/seed is not of the type string"],
    ["a member that is missing", changed((result) => delete result["verdict"]), 'the whole lacks the member "verdict"'],
    [
      "a member that is not known",
      changed((result) => (result["\u001b[31mx"] = 1)),
      'has an unknown member "\\u001b[31mx"',
    ],
    ["another verdict", changed((result) => (result["verdict"] = "fine")), '/verdict is none of ["conformant"'],
    [
      "a fault far below",
      text.replace('"status": "passed"', '"status": "fine"'),
      /\/requirements\/0\/(?:checks\/0\/)?status is none of/,
    ],
  ])("with %s is refused, and the place is reported", (_what, wrong, sentence) => {
    expect(() => readResult(wrong)).toThrow(ResultError);
    expect(() => readResult(wrong)).toThrow(sentence);
  });

  test("of an older version is converted to the current one, step by step", () => {
    const schema = JSON.parse(readFileSync(new URL("result.schema.json", import.meta.url), "utf8")) as {
      properties: { formatVersion: { const: number } };
    };
    schema.properties.formatVersion.const = 3;
    const upgrades = new Map([
      [1, (older: object): object => ({ ...older, formatVersion: 2, seed: "from 1" })],
      [
        2,
        (older: object): object => ({ ...older, formatVersion: 3, seed: `${String(Reflect.get(older, "seed"))} by 2` }),
      ],
    ]);
    const read = resultReader({ schema, version: 3, upgrades });
    expect(read(text).seed).toBe("from 1 by 2");
    expect(() => read(text.replace('"formatVersion": 1', '"formatVersion": 4'))).toThrow("reads 3 at most");
  });
});
