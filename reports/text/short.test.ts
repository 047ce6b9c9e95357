/** The short report: what a person reads first, in a terminal of any width. */
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { causesIn } from "../../result/causes/causes-of.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderVerdictLine } from "../words/verdict-line.ts";
import { renderShort } from "./short.ts";

const { baseline: _baseline, ...sample } = sampleResult;

function linesOf(result: RunResult, width = 80): readonly string[] {
  return renderShort(result, { width }).trimEnd().split("\n");
}

/** The sample with so many broken requirements. */
function withBroken(many: number): RunResult {
  const broken = sample.requirements.filter(({ id }) => id === "error-shape");
  const requirements = Array.from({ length: many }, (_, at) =>
    broken.map((one) => ({
      ...one,
      id: `broken-${at}`,
      checks: one.checks.map((check) => ({ ...check, id: `broken-${at}/every-400` })),
    })),
  ).flat();
  return { ...sample, requirements, contracts: [], reasons: ["One reason."] };
}

describe("the short report", () => {
  test.each([60, 80, 100, 120])("has at most 25 lines, none of them wider than %s columns", (width) => {
    for (const many of [1, 5, 12, 40]) {
      const lines = linesOf(withBroken(many), width);
      expect(lines.length).toBeLessThanOrEqual(25);
      expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
    }
  });

  test("begins with the verdict and ends with the exit status", () => {
    const lines = linesOf(withBroken(1), 120);
    expect(lines[0]).toBe(renderVerdictLine(withBroken(1)));
    expect(lines.at(-1)).toBe("exit 1");
  });

  test("names each cause in its order, the first with its example and its fix", () => {
    const text = renderShort(sample, { width: 120 });
    const titles = causesIn(sample).map(({ title }, at) => `${at + 1}) ${title}`);
    expect(titles.length).toBeGreaterThan(3);
    const places = titles.map((title) => text.indexOf(title));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(text).toMatch(/\nFix first:\n1\) .*\n {3}.* -> .*(?:\n.*)*?\n {3}fix: /);
  });

  test("counts the entries that have no room", () => {
    expect(renderShort(withBroken(40))).toMatch(/\n {3}and \d+ more entries\n/);
  });

  test("says where the rest is: in the page that was written, and by --details", () => {
    expect(renderShort(sample, { htmlFile: "out/report.html" })).toContain("\nMore: out/report.html, --details; ");
    expect(renderShort(sample)).toContain("\nMore: --details; plant-store-conformance explain ");
  });

  test("has three lines for a provider that could not be reached", () => {
    const [exchange] = sample.exchanges;
    if (exchange === undefined) throw new Error("The sample has no exchange");
    const unreached: RunResult = {
      ...sample,
      complete: false,
      verdict: "inconclusive",
      exitCode: 3,
      requirements: sample.requirements.map((one) => ({ ...one, status: "not-judged", checks: [] })),
      profile: {},
      exchanges: [{ ...exchange, response: null }],
      reasons: ["The provider could not be reached: the connection was refused."],
    };
    expect(linesOf(unreached, 80)).toEqual([
      "INCONCLUSIVE   The provider could not be reached: the connection was refused.",
      "Start the provider, or correct the base URL: http://127.0.0.1:8080/store/v1",
      "exit 3",
    ]);
  });
});
