import { renderHtml, renderComparisonMarkdown, renderComparisonText } from "./testing/render.ts";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { poisonedComparison } from "../proof/hostile/poisoned.ts";
import { hostileTexts } from "../proof/hostile/hostile-texts.ts";
import { compare } from "../result/over/compare-results.ts";
import { changeWords } from "./comparison.ts";
import { renderJson } from "./json.ts";
import type { Comparison } from "../result/result.ts";
import { sampleComparison } from "../result/testing/sample-comparison.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { nodesOf, readMarkdown } from "./testing/readers.ts";

describe("the comparison of the sample", () => {
  test("is what it was, as text, as Markdown and as JSON", async () => {
    await expect(renderComparisonText(sampleComparison)).toMatchFileSnapshot("golden/comparison.txt");
    await expect(renderComparisonMarkdown(sampleComparison)).toMatchFileSnapshot("golden/comparison.md");
    await expect(renderJson(sampleComparison)).toMatchFileSnapshot("golden/comparison.json");
  });

  test("is as the schema of results describes it", () => {
    const schema = JSON.parse(readFileSync(new URL("../result/result.schema.json", import.meta.url), "utf8")) as object;
    const ajv = new Ajv2020({ strict: false }).addSchema(schema, "result");
    const validate = (value: unknown): unknown => ajv.validate("result#/$defs/comparison", value);
    const nothing = { ...sampleResult, exchanges: [], profile: {} };
    expect(validate(sampleComparison), JSON.stringify(ajv.errors)).toBe(true);
    expect(validate(compare(nothing, nothing)), JSON.stringify(ajv.errors)).toBe(true);
    expect(validate({ ...sampleComparison, more: 1 })).toBe(false);
    expect(validate({ ...sampleComparison, since: { "duplicate-id": "today" } })).toBe(false);
  });

  test("names what was compared where nothing differs, be it of one kind or of several", () => {
    const same = compare(sampleResult, sampleResult);
    const none = { requirements: 0, checks: 0, openPoints: 0, interactions: 0 };
    const wordsOf = (compared: Partial<Comparison["compared"]>): unknown =>
      changeWords({ ...same, compared: { ...same.compared, ...none, ...compared } });
    expect(wordsOf({ interactions: 2 })).toEqual(["no difference in 2 interactions"]);
    expect(wordsOf({ requirements: 1, checks: 2, openPoints: 3 })).toEqual([
      "no difference in 1 requirement, 2 checks and 3 open points",
    ]);
  });

  test("does not call a waiver a change of the verdict", () => {
    const after = (status: "passed" | "waived"): string =>
      renderComparisonText({
        ...sampleComparison,
        before: { ...sampleComparison.before, verdict: "non-conformant" },
        now: { ...sampleComparison.now, verdict: "conformant" },
        requirements: [{ id: "error-shape", level: "MUST", before: "failed", now: status, change: "changed" }],
        checks: [],
      }).replaceAll(/\s+/g, " ");
    expect(after("passed")).toContain("verdict: not conformant -> conformant");
    expect(after("waived")).not.toContain("verdict:");
  });

  test("shows many unobserved points on one line, and few of them point by point", () => {
    const gone = (many: number): Comparison => ({
      ...sampleComparison,
      profile: Array.from({ length: many }, (_, at) => ({ id: `p-${at}`, before: "1", now: null })),
    });
    expect(renderComparisonText(gone(3))).toContain("\n            p-2: 1 -> not observed\n");
    expect(renderComparisonText(gone(20))).toMatch(
      /\n {3}profile {2}20 no longer observed: p-0, [^]*, p-7\s+and\s+12\s+more\n/,
    );
    expect(renderComparisonMarkdown(gone(20))).toContain("\n- **profile** 20 no longer observed: `p-0`, `p-1`");
    expect(renderHtml({ ...sampleResult, baseline: gone(20) })).toContain(
      "<li>20 no longer observed: <code>p-0</code>",
    );
  });

  test("keeps to its columns, and without colour has no escape sequence", () => {
    const long = { ...sampleComparison, profile: [{ id: "p", before: "x".repeat(500), now: "ü界".repeat(200) }] };
    for (const width of [60, 80, 120]) {
      const text = renderComparisonText(long, { width });
      expect(text.split("\n").filter((line) => stringWidth(line) > width)).toEqual([]);
      expect(text).not.toContain("\u001b");
    }
    expect(renderComparisonText(sampleComparison, { colour: true })).toContain("\u001b[31m");
  });
});

describe("words of strangers are made harmless in a comparison", () => {
  const blocks = (markdown: string): readonly string[] =>
    nodesOf(readMarkdown(markdown)).flatMap(({ type }) => (/text|inlineCode|strong/.test(type) ? [] : [type]));
  const expected = blocks(renderComparisonMarkdown(sampleComparison));
  const forbidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

  test.each(hostileTexts)("%s", (_aim, text) => {
    const poisoned: Comparison = poisonedComparison(sampleComparison, text);
    const markdown = renderComparisonMarkdown(poisoned);
    for (const report of [renderComparisonText(poisoned), markdown, renderJson(poisoned)]) {
      expect(report).not.toMatch(forbidden);
      expect(report).not.toMatch(/##\[|##vso\[|##teamcity\[|\[\[ATTACHMENT\||^\s*::[a-z]/im);
    }
    expect(blocks(markdown)).toEqual(expected);
    for (const node of nodesOf(readMarkdown(markdown))) {
      if (node.type === "text") expect(node.value).not.toMatch(/@\w|#\d|\bGH-\d|:\/\/|\bwww\.|[0-9a-f]{40}/);
    }
  });
});
