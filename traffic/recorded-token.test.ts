/**
 * An answer that contains the token of its request counts against the provider only if answers to other requests do not
 * contain it.
 */
import { describe, expect, test } from "vitest";
import { redactor } from "../result/redact.ts";
import type { Sent } from "../suites/checks/check.ts";
import { TOKEN } from "../suites/checks/check-requests.ts";
import { checks } from "../suites/testing/checks.ts";
import { historyOf } from "../suites/testing/history.ts";
import { KNOWN, type Written, judgedLines, line } from "./testing/exchanges.ts";
import { openEchoFinder } from "./traffic-ledger.ts";

const other = (k: number): Written => ({ headers: { Authorization: `Bearer another-token-${k}` } });
const echo: Written = { answer: { name: "Fig", tag: KNOWN } };

describe("in a log", () => {
  const judged = (...lines: readonly Written[]): unknown => {
    const { requirements } = judgedLines(lines.map(line), { side: "provider" });
    const found = requirements.find(({ id }) => id === "keeps-token-secret");
    return [found?.status, found?.failed, found?.asked, found?.reason !== undefined];
  };

  test("an answer without the token meets the requirement, and nothing is unclear", () => {
    expect(judged({})).toEqual(["passed", 0, 1, false]);
  });

  test("each echo is counted once, whether the answer to compare with comes before or after it", () => {
    expect(judged(other(1), echo, other(2))).toEqual(["failed", 1, 3, false]);
    expect(judged(echo, echo, other(1), other(2))).toEqual(["failed", 2, 4, false]);
  });

  test("an echo alone is not judged, and the reason is given", () => {
    expect(judged(echo)).toEqual(["not-judged", 0, 0, true]);
  });

  test("one other answer that holds it is enough, the first, the last or one between", () => {
    const holding = (k: number): Written => ({ ...other(k), answer: { name: KNOWN } });
    for (const at of [0, 1, 2]) {
      const others = [0, 1, 2].map((k) => (k === at ? holding(k) : other(k)));
      expect(judged(...others, echo)).toEqual(["passed", 0, 4, false]);
    }
  });

  test("of answers to one token only one is kept, so that there is room for those to others", () => {
    expect(judged(...Array.from({ length: 9 }, (): Written => ({})), other(1), echo)).toEqual(["failed", 1, 11, false]);
  });
});

describe("what is kept has a limit", () => {
  const redact = redactor(KNOWN);
  const [asked] = historyOf({ authorization: `Bearer ${TOKEN}`, redacted: ["body"] }) as readonly [Sent];
  /** How often an echo is reported after these answers to others. */
  const reportedAfter = (texts: readonly string[], echoes = 1): number => {
    const finder = openEchoFinder(checks);
    let reported = 0;
    const report = ({ findings }: { readonly findings: readonly unknown[] }): void =>
      void (reported += findings.length);
    for (const [k, text] of texts.slice(1).entries()) finder.keep(`other ${k}`, () => text);
    for (let k = 0; k < echoes; k += 1) finder.ask({ sent: asked, digest: "own", redact, tell: report });
    expect(finder.isWaiting()).toBe(texts.length === 1);
    finder.keep("last", () => texts[0] ?? "");
    expect(finder.isWaiting()).toBe(false);
    return reported;
  };
  const padded = (size: number): string => KNOWN.padStart(size, " ");

  test("of twenty echoes that wait for an answer to compare with", () => {
    expect([1, 20, 21].map((echoes) => reportedAfter([""], echoes))).toEqual([1, 20, 20]);
  });

  test("of eight answers to compare with", () => {
    const others = Array.from({ length: 7 }, () => "");
    expect(reportedAfter(["", ...others, KNOWN])).toBe(0);
    expect(reportedAfter(["", ...others, "", KNOWN])).toBe(1);
  });

  test("of 16,384 characters of each", () => {
    expect(reportedAfter(["", KNOWN])).toBe(0);
    expect(reportedAfter(["", padded(16_384)])).toBe(0);
    expect(reportedAfter(["", padded(16_385)])).toBe(1);
  });
});
