/** Traffic is clean only if it shows that the provider meets something. */
import { describe, expect, test } from "vitest";
import { addSafely } from "./traffic-judge.ts";
import { exchangeOfLine } from "./read/read-exchange.ts";
import { isLost, type TrafficItem } from "./recorded-traffic.ts";
import { judgedLines, line } from "./testing/exchanges.ts";

const provider = { side: "provider" } as const;
const consumer = { side: "consumer" } as const;

test("a fault of the suite in live traffic is counted, and not passed on", () => {
  const added: TrafficItem[] = [];
  const add = (item: TrafficItem): readonly never[] => {
    if (!isLost(item)) throw new Error("a fault of the suite");
    added.push(item);
    return [];
  };
  expect(addSafely({ add }, exchangeOfLine(line()))).toEqual([]);
  expect(added).toEqual([{ lost: "the suite itself failed" }]);
});

describe("the verdict", () => {
  test("is inconclusive where nothing could be judged", () => {
    const { verdict, exitCode } = judgedLines([line({ url: "http://plants.example/other" })]);
    expect([verdict, exitCode]).toEqual(["inconclusive", 3]);
  });

  test.each<readonly [what: string, lines: readonly object[]]>([
    ["every answer is a 401", [line({ status: 401, answerHeaders: { "WWW-Authenticate": "Bearer" } })]],
    ["every answer is a 500", [line({ status: 500 })]],
    ["every answer is a success that may be that to a duplicate", [line({ status: 204, answer: "" })]],
    ["a 201 is all that its token was answered with", [line({ status: 201 })]],
    ["no answer was recorded", [{ ...line(), response: undefined }]],
  ])("is inconclusive where %s: it shows no MUST that the provider meets", (_, lines) => {
    for (const side of ["provider", "both"] as const) {
      const { verdict, exitCode, reasons } = judgedLines(lines, { side });
      expect([verdict, exitCode]).toEqual(["inconclusive", 3]);
      expect(reasons).toEqual([expect.stringMatching(/(?:was not|could not be) judged/)]);
    }
    expect(judgedLines(lines, consumer).verdict).toBe("traffic-clean");
  });

  test.each([
    ["requires-authorization", [line({ headers: { Authorization: null }, status: 401 }), line({ status: 401 })]],
    ["requires-bearer-scheme", [line({ headers: { Authorization: "Basic eDp5" }, status: 401 })]],
  ])("counts a 401 for %s only where another request was accepted", (id, refusals) => {
    const judged = (lines: readonly object[]): unknown => {
      const { verdict, requirements } = judgedLines(lines, provider);
      return [verdict, requirements.find((one) => one.id === id)?.status];
    };
    expect(judged(refusals)).toEqual(["inconclusive", "not-seen"]);
    expect(judged([...refusals, line()])).toEqual(["traffic-clean", "passed"]);
  });
});
