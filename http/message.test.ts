import { expect, test } from "vitest";
import { type Framing, httpFraming, isChunked, lacksConnection } from "./message.ts";

test.each<readonly [Framing, string]>([
  ["content-length", "content-length"],
  ["in-pieces", "content-length"],
  ["chunked", "chunked"],
  ["odd-chunks", "chunked"],
  ["expect-continue", "expect-continue"],
  ["none", "none"],
])("%s is %s to HTTP", (framing, expected) => {
  expect(httpFraming({ framing })).toBe(expected);
  expect(isChunked({ framing })).toBe(expected === "chunked");
});

test("a Connection field is left out with the fields of the client, and nowhere else", () => {
  const added = ["user-only", ["x-key"], "no-trace"] as const;
  expect(added.map((one) => lacksConnection({ added: one }))).toEqual([true, true, false]);
  expect(lacksConnection({})).toBe(false);
});
