import { expect, test } from "vitest";
import { evidenceOf, outcomeOf } from "./testing/checks.ts";
import type { Given } from "./testing/history.ts";

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
