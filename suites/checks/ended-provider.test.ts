import { describe, expect, test } from "vitest";
import { type Given, only } from "../testing/history.ts";
import { isLeftUnanswered, isNeverAnswered } from "./exchange-facts.ts";

describe("a request under which the provider ended", () => {
  const closed: Given = { kind: "not-a-plant", status: 400, noAnswer: "connection-closed" };

  test("was never answered where it ended it again alone, also where the connection was then refused", () => {
    const killer: Given = { ...closed, standing: "ends-provider" };
    for (const one of [killer, { ...killer, noAnswer: "connection-refused" } as const]) {
      expect(isLeftUnanswered(only(one))).toBe(true);
      expect(isNeverAnswered(only(one))).toBe(true);
    }
    expect(isNeverAnswered(only(closed))).toBe(false);
  });

  test("is not held against the provider where another ended it", () => {
    expect(isLeftUnanswered(only(closed))).toBe(true);
    expect(isLeftUnanswered(only({ ...closed, standing: "bystander" }))).toBe(false);
  });
});
