import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { drawnFrom } from "../bodies/body-drafts.ts";
import { coveringArray } from "./feature-search.ts";
import { inDepth } from "../../proof/gate/depth.ts";

test("each two columns show every pair of their values, whatever is drawn", () => {
  assert(
    property(integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
      const rows = coveringArray(5, 8, drawnFrom(seed));
      const columns = Array.from({ length: 13 }, (_, column) =>
        rows.map(({ ofFour, ofTwo }) => (column < 5 ? ofFour[column] : ofTwo[column - 5])),
      );
      for (const [place, one] of columns.entries()) {
        for (const [more, other] of columns.slice(place + 1).entries()) {
          const pairs = new Set(one.map((value, row) => `${value} ${other[row]}`));
          expect(pairs.size).toBe((place < 5 ? 4 : 2) * (place + 1 + more < 5 ? 4 : 2));
        }
      }
    }),
    { numRuns: inDepth({ gate: 100, proof: 1_000 }) },
  );
});

test("the same numbers give the same array, and other numbers another", () => {
  expect(coveringArray(5, 5, drawnFrom(7))).toEqual(coveringArray(5, 5, drawnFrom(7)));
  expect(coveringArray(5, 5, drawnFrom(7))).not.toEqual(coveringArray(5, 5, drawnFrom(8)));
});

test("more columns than there is room for are an error", () => {
  expect(() => coveringArray(6, 0, drawnFrom(1))).toThrow("There is room for 5 columns of four values");
  expect(() => coveringArray(0, 9, drawnFrom(1))).toThrow("There is room for 8 columns of two values");
});
