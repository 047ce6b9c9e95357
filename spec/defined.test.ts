import { expect, test } from "vitest";
import { defined, present } from "./defined.ts";

test("members without a value are left out, and those with a falsy one are not", () => {
  const members = defined({ text: "", count: 0, no: false, nothing: null, missing: undefined });
  expect(members).toEqual({ text: "", count: 0, no: false, nothing: null });
  expect(Object.keys(members)).not.toContain("missing");
});

test("items whose condition does not hold are left out, and empty texts and zeros are not", () => {
  expect(present<string | number>([false, "", 0, undefined, "a"])).toEqual(["", 0, "a"]);
});
