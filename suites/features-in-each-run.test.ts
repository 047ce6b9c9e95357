/** Features that the variants of valid requests have in each run, whatever its seed. */
import { expect, test } from "vitest";
import { narrowAxes } from "./checks/request-variants.ts";
import { checkNamed } from "./testing/checks.ts";

test("each spelling of the scheme and of the names of header fields is sent in each run", () => {
  const { next } = checkNamed("accepts-every-ordinary-request/in-each-variant");
  const several = narrowAxes.filter(({ length }) => length > 1).flat();
  for (let seed = 0; seed < 100; seed += 1) {
    const fresh = (k: number): number => 7_000_000 + seed * 1_000 + k;
    const first = next(fresh, []);
    const second = next(
      fresh,
      first.map(() => ({ answer: null })),
    );
    const had = new Set([...first, ...second].flatMap(({ features = [] }) => features));
    expect(several.map(({ name }) => name).filter((name) => !had.has(name))).toEqual([]);
  }
});
