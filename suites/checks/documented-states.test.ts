/** Failures that a document shows for a state, such as a 409 if no member is an identity. */
import { expect, test } from "vitest";
import { historyOf } from "../testing/history.ts";
import { isFailure } from "./chance-failures.ts";
import type { Sent } from "./check.ts";
import { refusedOtherwise } from "./findings.ts";
import { notJudged, usable } from "./judges.ts";

test("a documented failure of a state says nothing of a valid request, and refuses a wrong one", () => {
  const statuses = { successes: [201], refusals: [400], states: [404, 409] };
  const answeredWith = (kind: "valid" | "ordinary" | "not-a-plant", status: number): Sent => {
    const [sent] = historyOf({ kind, status });
    if (sent === undefined) throw new Error("Nothing was sent");
    return { ...sent, request: { ...sent.request, statuses } };
  };
  const reason = "the document shows 409, which says something of a state and not of the request";
  expect(usable(answeredWith("valid", 409))).toEqual({ outcome: notJudged("no-occasion", reason) });
  expect(
    [answeredWith("ordinary", 404), answeredWith("ordinary", 410), answeredWith("valid", 400)].map(isFailure),
  ).toEqual([false, true, true]);
  const wrong = answeredWith("not-a-plant", 409);
  expect(usable(wrong)).toEqual({ sent: wrong });
  expect(refusedOtherwise(wrong)).toEqual([]);
  expect(refusedOtherwise(answeredWith("not-a-plant", 422))).toHaveLength(1);
});
