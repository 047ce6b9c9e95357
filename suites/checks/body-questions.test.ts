import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { bodyIsJson, mediaTypeIs, onlyJson } from "./body-questions.ts";
import type { Sent } from "./check.ts";

test("an answer without a media type is reported as that, with no text to take secrets out of", () => {
  const [sent] = historyOf({ headers: [] });
  if (sent === undefined) throw new Error("Nothing was given");
  const clean = (text: string): string => text.replaceAll("x", "[redacted]");
  expect(mediaTypeIs("application/json")({ ...sent, clean })).toEqual([
    { where: "header content-type", expected: "application/json", seen: "no such header", exchange: 0 },
  ]);
});

function answerOf(mediaType: string, more: Given = {}): Sent {
  const [sent] = historyOf({ headers: [["Content-Type", mediaType]], ...more });
  if (sent === undefined) throw new Error("Nothing was given");
  return sent;
}

describe("of several media types, each is right:", () => {
  test.each<readonly [readonly string[], string, boolean]>([
    [["application/json", "application/xml"], "application/json", true],
    [["application/json", "application/xml"], "application/xml", true],
    [["application/json", "application/xml"], "text/plain", false],
    [["application/json", "*/*"], "text/plain", true],
    [["application/json", "text/*"], "text/plain", true],
    [["application/json", "text/*"], "textile/plain", false],
    [["application/json", "text/*"], "image/png", false],
    [["application/json", "text/plain"], "text/plain-and-more", false],
    [["application/json", "text/pl"], "text/plain", false],
  ])("%j, and %s: %s", (expected, mediaType, isRight) => {
    const answer = mediaTypeIs(...expected)(answerOf(mediaType));
    expect("length" in answer && answer.length === 0).toBe(isRight);
  });

  test("another one is reported with all of them", () => {
    expect(mediaTypeIs("a/b", "c/d")(answerOf("e/f"))).toEqual([
      { where: "header content-type", expected: "a/b or c/d", seen: "e/f", exchange: 0 },
    ]);
  });
});

describe("a question about JSON", () => {
  const described = { status: 200, mediaType: "application/json", schemaPath: "", requiredHeaders: [] };
  const asked = (mediaTypes: readonly string[], mediaType: string): number | undefined =>
    [onlyJson({ ...described, path: "", mediaTypes })(bodyIsJson)(answerOf(mediaType, { body: "<p>" }))].flat().length;

  test.each<readonly [readonly string[], string, number]>([
    [["application/json"], "application/json", 1],
    [["application/json"], "text/html", 1],
    [["application/json", "text/html"], "text/html", 0],
    [["application/json", "text/html"], "application/json", 1],
    [["application/json", "*/*"], "application/json", 1],
    [["application/json", "*/*"], "text/html", 0],
    [["*/*"], "application/json", 1],
    [["*/*"], "application/problem+json", 1],
    [["*/*"], "text/html", 0],
    [["application/*"], "application/xml", 0],
    [["application/*"], "text/html", 1],
    [["application/json", "application/xml"], "text/html", 1],
    [["application/json", "application/hal+json"], "application/hal+json", 0],
    [["application/json", "application/xml", "text/html"], "text/html", 0],
  ])("is asked by a document with %j of %s: %d findings", (mediaTypes, mediaType, findings) => {
    expect(asked(mediaTypes, mediaType)).toBe(findings);
  });
});
