import { expect, test } from "vitest";
import type { Vector, VectorFile, VectorRequest } from "../../suites/vectors/vectors.ts";
import { examplesOf } from "./export.ts";

const usual: VectorRequest = {
  kind: "not-a-plant",
  method: "POST",
  path: "/plants",
  headers: ["Accept", "User-Agent", "Content-Type"].map((name) => [name, "a"]),
  framing: "content-length",
  body: [{ text: "{}" }],
};

/** Whether a vector of these requests, one after the other, becomes an example. */
function isExample(...requests: readonly VectorRequest[]): boolean {
  const vector = { id: "a/b", attempts: [requests], expect: { status: 200 } } as unknown as Vector;
  const file = { suite: { name: "a suite", version: "1" }, vectors: [vector] } as unknown as VectorFile;
  const { examples, leftOut } = examplesOf(file, "a seed", () => true);
  expect(examples.length + leftOut).toBe(1);
  return examples.length === 1;
}

test("an example is one request that tools send as it is", () => {
  expect(isExample(usual)).toBe(true);
  expect(isExample(usual, usual)).toBe(false);
  expect(isExample({ ...usual, framing: "chunked" })).toBe(false);
  expect(isExample({ ...usual, body: null })).toBe(false);
});

test("a request without a field that tools add is no example", () => {
  for (const at of usual.headers.keys())
    expect(isExample({ ...usual, headers: usual.headers.toSpliced(at, 1) })).toBe(false);
});

test("a request with a field that is empty, or that is computed from the token, is no example", () => {
  for (const value of ["", "Basic base64($PLANT_STORE_TOKEN)"]) {
    expect(isExample({ ...usual, headers: [...usual.headers, ["Authorization", value]] })).toBe(false);
  }
});
