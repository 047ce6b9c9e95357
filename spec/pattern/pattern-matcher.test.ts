/** Patterns are run without backtracking: the same answers as the platform's engine, in work that has a bound. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expressionOf, fullWork } from "./run-pattern.ts";

/** Whether the platform finds a match at a character, as ECMA-262 says: never within one. */
function byThePlatform(pattern: string, text: string): boolean {
  const expression = new RegExp(pattern, "uy");
  let at = 0;
  return [...Array.from(text), ""].some((sign) => {
    expression.lastIndex = at;
    at += sign.length;
    return expression.test(text);
  });
}

const places = ["^", "$", String.raw`\b`, String.raw`\B`];
const signs = [
  ...Array.from("abc.é🌱-"),
  ...String.raw`\d \w \s \S \W [ab] [^a] [\w-] [a-c\-] [^] []`.split(" "),
  ...String.raw`\p{L} \p{Lu} \u{1f331} \ud83c\udf31 \x61 \cJ \0 \n \u2028`.split(" "),
];
const repeats = ["", "", "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?", "{0}", "{3,4}"];

const { pattern } = fc.letrec<{ readonly pattern: string }>((tie) => {
  const inner = tie("pattern");
  const repeat = fc.constantFrom(...repeats);
  return {
    pattern: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...places),
      fc.tuple(fc.constantFrom(...signs), repeat).map((parts) => parts.join("")),
      fc.tuple(inner, inner).map((parts) => parts.join("")),
      fc.tuple(inner, inner).map((parts) => `(?:${parts.join("|")})`),
      fc.tuple(inner, repeat).map(([part, times]) => `(${part})${times}`),
      fc.tuple(fc.constantFrom("=", "!", "<=", "<!"), inner).map(([look, part]) => `(?${look}${part})`),
    ),
  };
});

const text = fc.string({
  unit: fc.constantFrom(...Array.from("abc1_ \né🌱A-\0"), "\ud83c", "\u2028"),
  maxLength: 8,
});

test("any pattern matches the texts that it matches on the platform's engine", () => {
  const asked = fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 4 }), (drawn, texts) => {
    for (const one of texts) {
      expect([drawn, one, expressionOf(drawn).test(one)]).toEqual([drawn, one, byThePlatform(drawn, one)]);
    }
  });
  fc.assert(asked, { numRuns: 2_000 });
});

describe("a pattern on which a backtracking engine does not end", () => {
  const hostile: readonly (readonly [string, string])[] = [
    ["^(a+)+$", "a"],
    ["^(a|aa)+$", "a"],
    ["^(a|a)*$", "a"],
    ["(x+x+)+y", "x"],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a"],
    ["^(.*a){20}$", "a"],
    [String.raw`^([\w.-]+)*@(\w+\.)*\w+$`, "a."],
    ["^(?=(a+)+b)(?=(a*)*c).*$", "a"],
    ["(?<!(a+)+)b$", "a"],
    [".{1,1000}b", "a"],
  ];

  test.each(hostile)("%s takes work that grows with the text", (drawn, part) => {
    const workOf = (times: number): number => {
      const work = { left: 1e12 };
      expect(expressionOf(drawn).test(`${part.repeat(times)}!`, work)).toBe(false);
      return 1e12 - work.left;
    };
    const [once, twice] = [workOf(1_000), workOf(2_000)];
    expect(twice).toBeLessThan(2.1 * once);
    expect(once).toBeLessThan(200 * 1_000);
  });

  test("ends when the work of one body is used up, in a sentence with the pattern", () => {
    const work = fullWork();
    const long = `${"a".repeat(1024 * 1024)}!`;
    expect(() => [1, 2, 3].map(() => expressionOf("^(a+)+$").test(long, work))).toThrow(
      "the pattern ^(a+)+$ takes more work than the limit for one body",
    );
  });
});

describe("a pattern that is not run says why:", () => {
  test.each([
    [String.raw`^(a)\1$`, String.raw`has the backreference \1, which is not run`],
    [String.raw`^(?<a>a)\k<a>$`, String.raw`has the backreference \k<a>, which is not run`],
    ["^(?:[a-z]{2}-){4000}$", "is longer than 5000 steps, the limit"],
    [`${"(".repeat(201)}a${")".repeat(201)}`, "has groups deeper than 200, the limit"],
  ])("%s", (drawn, why) => {
    expect(() => expressionOf(drawn).test("a")).toThrow(why);
  });

  test("and one that repeats nothing a billion times is run", () => {
    expect(expressionOf("^(?:){1000000000}(?:(?:)*){5,}a$").test("a")).toBe(true);
  });
});
