import fc from "fast-check";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { breakAnywhere, columnsOf, wrapWords } from "./terminal-lines.ts";

test.each([
  ["", [""]],
  ["Fern", ["Fern"]],
  ["Ferns", ["Fern", "s"]],
  ["Fern and", ["Fern", " and"]],
  ["Farné", ["Farn", "é"]],
  ["シダ植物", ["シダ", "植物"]],
])("%j is broken at four columns", (text, lines) => {
  expect(breakAnywhere(text, 4)).toEqual(lines);
});

test.each([
  ["expected a challenge that names Bearer", 20, ["expected a challenge", " that names Bearer"]],
  ['{"id":51582004,"name":"Fern","tag":"kmyj"}', 34, ['{"id":51582004,"name":"Fern",', '"tag":"kmyj"}']],
  ['{"id":1,"name":"aaaaaaaaaaaaaaaaaaaaaaaaaaa"}', 20, ['{"id":1,"name":', '"aaaaaaaaaaaaaaaaaaa', 'aaaaaaaa"}']],
  ["Farn én and fern", 12, ["Farn én and", " fern"]],
])("%j is broken between words where one ends near the end of a line", (text, width, lines) => {
  expect(breakAnywhere(text, width)).toEqual(lines);
});

test("a text is the sum of its lines, none of which is short without a reason", () => {
  const characters = fc.string({ unit: fc.constantFrom("a", " ", "~", "é", "植", "👩‍🌾"), maxLength: 300 });
  fc.assert(
    fc.property(characters, fc.integer({ min: 2, max: 120 }), (text, width) => {
      const lines = breakAnywhere(text, width);
      expect(lines.join("")).toBe(text);
      for (const [at, line] of lines.entries()) {
        expect(stringWidth(line)).toBeLessThanOrEqual(width);
        const hasRoom = at < lines.length - 1 && stringWidth(line) < width - 1;
        if (hasRoom) expect(line.length).toBeGreaterThanOrEqual(width / 3);
        if (hasRoom) expect(lines[at + 1]).toMatch(/^ /);
      }
    }),
  );
});

test("a text takes as many columns as string-width says, whether the tables are needed or not", () => {
  const unit = fc.oneof(fc.constantFrom("\u001b[31m", "植", "👩‍🌾", "\t", "\u0301"), fc.string());
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(columnsOf(text)).toBe(stringWidth(text));
    }),
  );
});

test.each([
  ["The field is `a b c` in the header.", ["The field is", "`a b c` in", "the header."]],
  ["Send it as (`Bearer key`).", ["Send it as", "(`Bearer key`)."]],
  ["It is `a list that is long`.", ["It is `a list", "that is long`."]],
  ["A sign ` alone stands here.", ["A sign ` alone", "stands here."]],
])("%j is wrapped at 16 columns, and code that fits into a line is not broken", (text, lines) => {
  expect(wrapWords(text, 16)).toEqual(lines);
});
