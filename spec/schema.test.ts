/** The keywords from which bodies can be made. */
import { expect, test } from "vitest";
import { assertKnown } from "./schema.ts";

test.each<readonly [object, boolean]>([
  [{ minProperties: 0 }, true],
  [{ minProperties: 1, required: ["a"] }, true],
  [{ minProperties: 2, required: ["a"] }, false],
  [{ minProperties: 1 }, false],
  [{ maxProperties: 9 }, false],
  [{ dependentRequired: { a: ["b"] } }, false],
])("%j can be used: %j", (schema, isUsable) => {
  const asserted = (): void => assertKnown(schema, "/schema");
  if (isUsable) expect(asserted).not.toThrow();
  else expect(asserted).toThrow(/^The keyword \w+ at \/schema cannot be turned into checks/);
});
