/** The sources of a requirement, as reports show them. */
import { expect, test } from "vitest";
import { sourceLines } from "./result-words.ts";

test("a place that is the source twice is named once", () => {
  const answer = { document: "/paths/~1things/post/responses/201", entry: "the response 201" };
  expect(sourceLines([answer, { ...answer }, { standard: "RFC 8259", clause: "8.1" }])).toEqual([
    "/paths/~1things/post/responses/201, the response 201",
    "and RFC 8259 section 8.1",
  ]);
});
