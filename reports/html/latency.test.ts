import { expect, test } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderers } from "../index.ts";
import { milliseconds } from "../words/result-words.ts";

test("a topic's figures are those of the exchanges that its checks sent", async () => {
  const page = await renderers.html.render(sampleResult);
  const [, line = ""] = /<tr><th scope="row">Operation<\/th>(.*?)<\/tr>/.exec(page) ?? [];
  const cells = line
    .replaceAll(/<[^>]+>/g, "|")
    .split("|")
    .filter((text) => text !== "");
  expect(cells).toEqual(["2", "4.5 ms", "8.3 ms", "8.3 ms", "accepts-valid-plant/every-member"]);
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
