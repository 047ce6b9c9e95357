import { expect, test } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { timesByTopic } from "../run/report-details.ts";
import { milliseconds } from "../words/result-words.ts";
import { decades } from "./html-plot.ts";

test("a topic's figures are those of the exchanges that its checks sent", () => {
  const [operation] = timesByTopic(sampleResult);
  expect(operation).toMatchObject({ topic: "operation", exchanges: 2, median: 4.5, high: 8.25 });
  expect(operation?.slowest).toMatchObject({ check: "accepts-valid-plant/every-member", ms: 8.25 });
});

test.each([
  [[0.54, 18], { from: -1, to: 2 }],
  [[5], { from: 0, to: 1 }],
  [[10], { from: 1, to: 2 }],
  [[0], { from: -1, to: 0 }],
  [[], { from: 0, to: 1 }],
])("the axis for %j goes over whole powers of ten", (values, wanted) => {
  expect(decades(values)).toEqual(wanted);
});

test.each([
  [0.1, "0.1 ms"],
  [0.54321, "0.54 ms"],
  [1, "1 ms"],
  [12.34, "12 ms"],
  [1000, "1 s"],
  [10_000, "10 s"],
  [123_456, "120 s"],
])("%d milliseconds are %s", (ms, words) => {
  expect(milliseconds(ms)).toBe(words);
});
