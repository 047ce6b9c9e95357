import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { LONGEST } from "./test-order.ts";

test("every file that is to run first is there, once", () => {
  expect(LONGEST.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  expect(new Set(LONGEST).size).toBe(LONGEST.length);
});
