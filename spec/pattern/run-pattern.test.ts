/** Patterns as ECMA-262 reads them, and patterns of other dialects, which ECMA-262 reads differently than intended. */
import { describe, expect, test } from "vitest";
import { expressionOf, patternFault } from "./run-pattern.ts";
import { responsesIn, revised } from "../testing/revised.ts";

describe("a pattern is read as of Unicode:", () => {
  test.each([
    [String.raw`^\p{L}+$`, ["Bäume", "木"], ["p{L}", "1"]],
    [String.raw`^\p{L}+\-\d+$`, ["Ä-1"], ["p{L}-1"]],
    [String.raw`^[\p{L}\d\_\#]+$`, ["Ä_#1"], ["{"]],
    [String.raw`^[\w-\.]+@[\w-]+\.[a-z]{2,}$`, ["a-b.c@d-e.org"], ["a b@c.org"]],
    [String.raw`^[a-\d]+$`, ["a-5"], ["b"]],
    [String.raw`^\{[a-z]+}$`, ["{a}"], ["a"]],
    [String.raw`^{[a-z]{1,2}}$`, ["{ab}"], ["{abc}"]],
    [String.raw`^\[\d+]$`, ["[12]"], ["12"]],
    [String.raw`^.\u{1f331}\/\@$`, ["a\u{1f331}/@", "\u{1f331}\u{1f331}/@"], ["\u{1f331}/@"]],
  ])("%s", (pattern, matching, others) => {
    expect(patternFault(pattern)).toBeNull();
    const expression = expressionOf(pattern);
    for (const text of matching) expect([text, expression.test(text)]).toEqual([text, true]);
    for (const text of others) expect([text, expression.test(text)]).toEqual([text, false]);
  });
});

describe("a pattern that ECMA-262 does not have, or not as its author means it, is a fault:", () => {
  test.each([
    [String.raw`\A[a-z]+\z`, String.raw`\A is not an escape of it`],
    [String.raw`^[a-z]+\Z`, String.raw`\Z is not an escape of it`],
    [String.raw`^\h+$`, String.raw`\h is not an escape of it`],
    [String.raw`^\Qa.b\E$`, String.raw`\Q is not an escape of it`],
    [String.raw`^[\h]+$`, String.raw`\h is not an escape of it`],
    ["(?i)^abc$", "(?i is not a group of it"],
    ["^(?P<year>[0-9]{4})$", "(?P is not a group of it"],
    ["^(?>a+)b$", "(?> is not a group of it"],
    ["^(?#word)[a-z]+$", "(?# is not a group of it"],
    ["^[[:alpha:]]+$", "[:alpha:] is not a class of it"],
    ["^[^[:space:]_]+$", "[:space:] is not a class of it"],
    ["^[a-z&&[^aeiou]]+$", "it has no class within a class"],
    ["^[a-z-[aeiou]]+$", "it has no class within a class"],
    ["^[]a]+$", "it has no class that begins with ]"],
    ["^[^]a]+$", "it has no class that begins with ]"],
    ["^[a-z]{,5}$", "{,5} is not a number of repetitions of it"],
    ["^[a-z]{ 2 }$", "{ 2 } is not a number of repetitions of it"],
    ["^[a-z]++$", null],
    ["^[a-z", null],
    [String.raw`^\p{IsGreek}+$`, null],
    [String.raw`^(a)\2$`, null],
    [String.raw`^\x{41}$`, null],
    ["/^[a-z]+$/", "nothing matches the slashes around it"],
    ["/^[a-z]+$/i", "nothing matches the slashes around it"],
  ])("%s", (pattern, why) => {
    expect(patternFault(pattern)).toBe(`must be a regular expression of ECMA-262${why === null ? "" : `: ${why}`}`);
    expect(() => expressionOf(pattern)).toThrow();
  });
});

test("what ECMA-262 has is not a fault, whatever it looks like", () => {
  for (const pattern of [String.raw`\\A`, "[]", "[^]", "[(?i)]", "[[:alpha:]", "/things/[a-z]+", "^a{2}$|^{$", "a]"]) {
    expect([pattern, patternFault(pattern)]).toEqual([pattern, null]);
  }
});

describe("a document with such a pattern is not read:", () => {
  const wrong = { pattern: "(?i)^a$" };
  const sentence = (place: string): string =>
    `The keyword pattern at ${place} cannot be used: it must be a regular expression of ECMA-262: (?i is not a group of it`;

  test("in a request and in an answer", () => {
    expect(() =>
      revised(({ components }) => void Object.assign(components.schemas.NewPlant.allOf[1] ?? {}, wrong)),
    ).toThrow(sentence("/components/schemas/NewPlant/allOf/1"));
    expect(() =>
      revised(({ components }) => void Object.assign(components.schemas.Plant.properties.tag, wrong)),
    ).toThrow(sentence("/components/schemas/Plant/properties/tag"));
  });

  test("in a header field", () => {
    const headers = { "X-Code": { schema: { type: "string", ...wrong } } };
    expect(() => revised((document) => void Object.assign(responsesIn(document)["200"] ?? {}, { headers }))).toThrow(
      sentence("/paths/~1plants/post/responses/200/headers/X-Code/schema"),
    );
  });
});
