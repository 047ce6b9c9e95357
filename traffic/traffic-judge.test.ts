/** Traffic as it arrives: new findings, and requests to other operations. */
import { describe, expect, test } from "vitest";
import { openTraffic } from "./traffic-judge.ts";
import { exchangeOfLine } from "./read/read-exchange.ts";
import { judgedLines, line, shippedOptions, type Written } from "./testing/exchanges.ts";
import type { NewFinding } from "./traffic-state.ts";

/** The new findings of each exchange of a recording. */
function newOf(written: readonly Written[], isComplete?: boolean): ReadonlyArray<readonly NewFinding[]> {
  const recording = openTraffic(shippedOptions).open("log", "ndjson", isComplete);
  return written.map((one) => recording.add(exchangeOfLine(line(one))));
}

/** The side, the level and the id of each. */
const shown = (news: readonly NewFinding[] | undefined): readonly string[] =>
  (news ?? []).map(({ side, level, id }) => `${side}: ${level} ${id}`);

describe("what is found for the first time", () => {
  test("has the side and the level of what is broken", () => {
    const beyond: Written = { body: '{"id":9223372036854775808,"name":"Weeping fig"}' };
    const [first, second, third] = newOf([{ answer: { name: 7 } }, beyond, beyond]);
    expect(shown(first)).toEqual(["provider: MUST plant-shape"]);
    expect(shown(second)).toEqual([
      "provider: SHOULD refuses-id-beyond-int64",
      "consumer: SHOULD sends-id-within-int64",
    ]);
    expect([first, second, third].map((news) => news?.map(({ place }) => place))).toEqual([[1], [2, 2], []]);
  });

  test("is known at once in a recording that holds every header field", () => {
    const without: Written = { headers: { Authorization: null } };
    const found = ["provider: MUST requires-authorization", "consumer: MUST sends-authorization"];
    expect(newOf([without], true).flatMap(shown)).toEqual(found);
    expect([newOf([without], false), newOf([without])].map((news) => news.flatMap(shown))).toEqual([[], []]);
  });
});

describe("a request beside the operation", () => {
  const base = "http://plants.example/api/plants";
  const profileOf = (one: object): object => judgedLines([line(), one]).profile;

  test("is seen with its status, with a slash behind the path and with another method", () => {
    expect(profileOf(line({ url: `${base}/`, status: 404 }))).toEqual({
      "trailing-slash": [{ value: "404", count: 1 }],
    });
    expect(profileOf(line({ method: "GET", status: 405 }))).toEqual({ "method-get": [{ value: "405", count: 1 }] });
  });

  test("is not seen without an answer", () => {
    expect(profileOf({ ...line({ method: "GET" }), response: undefined })).toEqual({});
  });
});

test.each([
  [65_536, false],
  [65_537, true],
])("header fields of %d characters are too many: %j", (size, isTooMany) => {
  const odd = "a".repeat(size - "Content-Type".length - "application/json".length - "X-Odd".length);
  const result = judgedLines([line({ answerHeaders: { "Content-Type": "application/json", "X-Odd": odd } })]);
  expect(JSON.stringify(result).includes("more than 65536 characters")).toBe(isTooMany);
});
