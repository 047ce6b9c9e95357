import { expect, test } from "vitest";
import { openReuse } from "./reuse.ts";

test("connections are used again until two in a row were closed under that, and not after it", () => {
  const reuse = openReuse();
  for (const wasClosed of [true, false, true, false]) reuse.note(wasClosed);
  expect(reuse.isWorthwhile()).toBe(true);
  reuse.note(true);
  reuse.note(true);
  expect(reuse.isWorthwhile()).toBe(false);
  reuse.note(false);
  expect(reuse.isWorthwhile()).toBe(false);
});
