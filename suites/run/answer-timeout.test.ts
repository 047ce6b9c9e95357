import { describe, expect, test } from "vitest";
import type { PlannedRequest } from "../checks/check.ts";
import { openPatience, type Patience } from "./answer-timeout.ts";

function request(kind: PlannedRequest["kind"], more: Partial<PlannedRequest> = {}): PlannedRequest {
  const headers = [["Authorization", "Bearer x"]] as const;
  return { kind, method: "POST", path: "/plants", headers, body: null, framing: "content-length", ...more };
}

const ordinary = request("ordinary");
const wrong = request("not-a-plant");
const withoutToken = request("not-allowed", { headers: [] });

/** Notes that a request had no answer, and neither had the next of its kind, which waits longer. */
function unansweredTwice(patience: Patience, one: PlannedRequest): void {
  patience.note(one, "timeout", 10_000);
  expect(patience.next(one)).toBe(30_000);
  patience.note(one, "timeout", 30_000);
}

describe("the time that a request is given", () => {
  test("is the usual limit as long as nothing of its kind went unanswered", () => {
    const patience = openPatience(10_000);
    patience.note(ordinary, "answered", 20);
    patience.note(withoutToken, "timeout", 10_000);
    expect(patience.next(wrong)).toBeUndefined();
  });

  test("is three times the limit for the next of a kind that is to be refused, and no measure where it is used", () => {
    const patience = openPatience(10_000);
    patience.note(ordinary, "answered", 20);
    patience.note(withoutToken, "timeout", 10_000);
    expect([patience.next(withoutToken), patience.next(withoutToken)]).toEqual([30_000, 100]);
    patience.note(withoutToken, "answered", 11_000);
    expect(patience.next(withoutToken)).toBe(100);
  });

  test("is a tenth of a second for others of a kind that went unanswered, where all answers were fast", () => {
    const patience = openPatience(10_000);
    patience.note(ordinary, "answered", 20);
    unansweredTwice(patience, wrong);
    expect(patience.next(wrong)).toBe(100);
  });

  test("is the same for all requests without a token, whatever else they are", () => {
    const patience = openPatience(10_000);
    unansweredTwice(patience, withoutToken);
    expect(patience.next(request("open", { headers: [] }))).toBe(100);
  });

  test("is five times the slowest answer where that is longer, also when it came later", () => {
    const patience = openPatience(10_000);
    unansweredTwice(patience, wrong);
    patience.note(ordinary, "answered", 300);
    patience.note(ordinary, "answered", 20);
    expect(patience.next(wrong)).toBe(1_500);
  });

  test("forgets an answer that was slow 20 answers ago", () => {
    const patience = openPatience(10_000);
    unansweredTwice(patience, wrong);
    patience.note(ordinary, "answered", 300);
    for (let answer = 1; answer < 20; answer += 1) patience.note(ordinary, "answered", 20);
    expect(patience.next(wrong)).toBe(1_500);
    patience.note(ordinary, "answered", 20);
    expect(patience.next(wrong)).toBe(100);
  });

  test("is five times the slowest answer of its kind, however long ago it was", () => {
    const patience = openPatience(10_000);
    patience.note(withoutToken, "answered", 1_000);
    for (let answer = 1; answer <= 20; answer += 1) patience.note(ordinary, "answered", 20);
    for (const one of [wrong, withoutToken]) unansweredTwice(patience, one);
    expect(patience.next(withoutToken)).toBe(5_000);
    expect(patience.next(wrong)).toBe(100);
  });

  test.each(["chunked", "expect-continue"] as const)(
    "is two seconds for valid requests that are framed like one that went unanswered (%s)",
    (framing) => {
      const patience = openPatience(10_000);
      patience.note(ordinary, "answered", 20);
      const valid = request("valid", { framing });
      expect(patience.next(valid)).toBeUndefined();
      patience.note(valid, "timeout", 10_000);
      expect(patience.next(valid)).toBe(2_000);
      patience.note(ordinary, "answered", 500);
      expect(patience.next(valid)).toBe(2_500);
      for (const other of [ordinary, request("valid"), request("valid", { framing: "none" })]) {
        expect(patience.next(other)).toBeUndefined();
      }
    },
  );

  test("is otherwise never more than the usual limit", () => {
    const patience = openPatience(1_000);
    patience.note(wrong, "timeout", 1_000);
    expect(patience.next(wrong)).toBe(3_000);
    patience.note(ordinary, "answered", 200);
    expect(patience.next(wrong)).toBeUndefined();
  });

  test("is the usual limit for valid and for large requests, whatever went unanswered", () => {
    const patience = openPatience(10_000);
    const large = request("open", { mayMeet: "cut-off" });
    const valid = request("valid");
    for (const one of [ordinary, valid, large, request("open")]) patience.note(one, "timeout", 10_000);
    expect(patience.next(ordinary)).toBeUndefined();
    expect(patience.next(valid)).toBeUndefined();
    expect(patience.next(large)).toBeUndefined();
  });
});
