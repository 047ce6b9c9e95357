/** A request without Authorization that is sent twice, byte for byte: neither time is it let in. */
import { describe, expect, test } from "vitest";
import { checkNamed, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

const ID = "requires-authorization/asked-again";
const refused: Given = { kind: "not-allowed", status: 401 };
const letIn: Given = { kind: "not-allowed", status: 200 };

/** The outcome where an ordinary request is accepted before and after them. */
function judged(...own: readonly Given[]): string {
  return outcomeOf(
    ID,
    [{}, ...own, {}],
    own.map((_, place) => place + 1),
  );
}

describe("a request without Authorization that is sent again", () => {
  test("is sent twice in the same bytes, on one connection, whatever the first is answered", () => {
    const next = (...own: readonly Given[]) => checkNamed(ID).next((k) => 7_000_000 + k, historyOf(...own));
    const [first] = next();

    expect(first?.headers.map(([name]) => name)).not.toContain("Authorization");
    expect(first?.connection).toBeDefined();
    expect(next(refused)).toEqual([first]);
    expect(next(letIn)).toEqual([first]);
    expect(next(refused, refused)).toEqual([]);
  });

  test("passes refused both times", () => {
    expect(judged(refused, refused)).toBe("passed");
    expect(judged(refused, { ...refused, status: 403 })).toBe("passed");
  });

  test("fails let in the first time, or the second", () => {
    expect(judged(letIn, refused)).toBe("status 200 with application/json");
    expect(judged(refused, letIn)).toBe("status 200 with application/json");
    expect(judged(refused, { ...letIn, status: 204, body: "" })).toBe("status 204 with an empty body");
    expect(judged(letIn)).toBe("status 200 with application/json");
  });

  test("is not judged by the first alone", () => {
    expect(judged(refused)).toBe("run-ended");
    expect(judged(refused, { kind: "not-allowed", noAnswer: "timeout" })).toBe("no-answer");
    expect(judged(refused, { ...refused, status: 429 })).toBe("no-answer");
  });

  test("is not judged where no ordinary request was accepted after it", () => {
    expect(outcomeOf(ID, [{}, refused, refused], [1, 2])).toBe("no-accepted-parent");
  });
});
