import { describe, expect, test } from "vitest";
import { withExtra } from "./bodies/testing/other-schemas.ts";
import type { Known } from "./checks/check.ts";
import { checkNamed, evidenceOf, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";
import { checksFor } from "./testing/revised-checks.ts";

const id = "accepts-valid-plant/with-every-member";

test.each([400, 402, 406, 409, 500, 503])(
  "an ordinary plant that is answered with %i every time is a failure",
  (status) => {
    const given: readonly Given[] = [{ status }, { status }, { status }];
    expect(outcomeOf(id, given, [0, 1, 2])).toBe(`status ${status} with application/json`);
  },
);

test.each([401, 403, 404, 405])("one that is answered with %i in the end is not judged", (status) => {
  const given: readonly Given[] = [{ status: 500 }, { status }];
  expect(outcomeOf(id, given, [0, 1])).toBe("no-accepted-parent");
  expect(evidenceOf(id, given, [0, 1])).toBeUndefined();
});

test.each([
  [404, 0, 1],
  [401, 0, 1],
  [500, 1, 1],
  [200, 0, 0],
  [201, 0, 0],
])(
  "a first plant that is answered with %i is sent again %i times, and %i where others were accepted",
  (status, ...times) => {
    const known: Known = { variants: [], refused: [] };
    const sentAgain = [undefined, known].map(
      (shown) => checkNamed(id).next((k) => 7_000_000 + k, historyOf({ status }), shown).length,
    );
    expect(sentAgain).toEqual(times);
  },
);

describe("a text that is guessed by a pattern, beside a format that is not known,", () => {
  const pattern = String.raw`^[+-]?\d{0,7}(?:\.\d{0,3})?$`;
  const amount = { type: "string", format: "amount", pattern };

  /** The outcome of an opening check where every request was answered with a status. */
  function opened(slug: string, status: number, extra: object, isRequired = true): string {
    return checksFor(withExtra(extra, isRequired)).outcomeOf(`accepts-valid-plant/${slug}`, [{ status }], [0]);
  }

  test("accuses nobody where every body with it is refused", () => {
    const outcome = (status: number, extra: object): string => opened("with-every-member", status, extra);
    expect(outcome(400, amount)).toBe("no-accepted-parent");
    expect(outcome(400, { type: "array", minItems: 1, items: amount })).toBe("no-accepted-parent");
    expect(outcome(500, amount)).toMatch(/^status 500/);
    expect(outcome(400, { type: "string", pattern })).toMatch(/^status 400/);
    expect(outcome(400, { ...amount, example: "7" })).toMatch(/^status 400/);
  });

  test("excuses only the bodies that have it", () => {
    expect(opened("with-every-member", 400, amount, false)).toBe("no-accepted-parent");
    expect(opened("with-required-members", 400, amount)).toBe("no-accepted-parent");
    expect(opened("with-required-members", 400, amount, false)).toMatch(/^status 400/);
  });
});
