import { expect, test } from "vitest";
import { nameOf } from "./body-drafts.ts";

test("an ordinary name has no word that a filter of SQL, accounts or programs may refuse", () => {
  const words = new Set(
    [1_835_715_150, 6_289_166, ...Array.from({ length: 20_000 }, (_, k) => 1_000_000 + 7_919 * k)].flatMap((n) =>
      nameOf(n).toLowerCase().split(" "),
    ),
  );
  expect(
    ["add", "and", "end", "key", "not", "null", "root", "set", "true", "user"].filter((word) => words.has(word)),
  ).toEqual([]);
});
