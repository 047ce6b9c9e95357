import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { everyAnswer, isForSchema, mediaTypeIs } from "./answer-body.ts";
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

describe("the schema of a body in JSON", () => {
  const described = { status: 200, mediaType: "application/json", schemaPath: "", requiredHeaders: [] };

  test.each<readonly [readonly string[], string, boolean]>([
    [["application/json"], "application/json", true],
    [["application/json"], "text/html", true],
    [["application/json", "text/html"], "text/html", false],
    [["application/json", "text/html"], "application/json", true],
    [["application/json", "*/*"], "application/json", true],
    [["application/json", "*/*"], "text/html", false],
    [["*/*"], "application/json", true],
    [["*/*"], "application/problem+json", true],
    [["*/*"], "text/html", false],
    [["application/*"], "application/xml", false],
    [["application/*"], "text/html", true],
    [["application/json", "application/xml"], "text/html", true],
    [["application/json", "application/hal+json"], "application/hal+json", false],
    [["application/json", "application/xml", "text/html"], "text/html", false],
  ])("of a document with %j, and of %s: the schema is for it: %j", (mediaTypes, mediaType, isFor) => {
    expect(isForSchema({ ...described, path: "", mediaTypes })(answerOf(mediaType))).toBe(isFor);
  });

  test("is not asked of JSON in another documented media type", () => {
    const mediaTypes = ["application/json", "application/hal+json"];
    const check = everyAnswer("/plants", { ...described, path: "", mediaTypes }).ofJson("plant-shape", "", () => []);
    const statusOf = (mediaType: string): string => check.judge([], [answerOf(mediaType)]).outcome.status;
    expect(mediaTypes.map(statusOf)).toEqual(["passed", "not-judged"]);
  });
});
