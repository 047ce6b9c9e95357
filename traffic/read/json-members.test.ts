/** Values that others wrote count as objects or members only if they are. */
import { expect, test } from "vitest";
import { memberOf, objectOf } from "./read-exchange.ts";

test.each([undefined, null, true, 7, "text", []])("no object: %j", (value) => {
  expect(objectOf(value)).toBeUndefined();
});

test("an object", () => {
  expect(objectOf({ a: 1 })).toEqual({ a: 1 });
});

test("a member is read where it is there", () => {
  expect(memberOf({ a: 7 }, "a", String)).toBe("7");
  expect([{}, { a: undefined }, { a: null }, "a", null].map((one) => memberOf(one, "a", String))).toEqual(
    Array.from({ length: 5 }),
  );
});
