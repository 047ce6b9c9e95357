import { expect, test } from "vitest";
import type { Known } from "./checks/check.ts";
import { checkNamed, evidenceOf, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

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
