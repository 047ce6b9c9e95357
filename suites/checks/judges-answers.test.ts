import { describe, expect, test } from "vitest";
import { only } from "../testing/history.ts";
import { isSuccess, isUnavailable } from "./exchange-facts.ts";

describe("an answer is a success", () => {
  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [400, false],
  ])("with %i: %s", (status, expected) => {
    expect(isSuccess(only({ status }))).toBe(expected);
  });

  test("not where there is none", () => {
    expect(isSuccess(only({ noAnswer: "timeout" }))).toBe(false);
  });
});

describe("a provider is not there now", () => {
  test.each([
    [500, false],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
  ])("answered %i: %s", (status, expected) => {
    expect(isUnavailable(only({ status }))).toBe(expected);
  });
});
