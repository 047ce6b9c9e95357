import { describe, expect, test } from "vitest";
import { poisoned } from "../../proof/hostile/poisoned.ts";
import { renderComment, renderMarkdown } from "./markdown.ts";
import type { RunResult } from "../../result/result.ts";
import { check } from "../../result/testing/outcomes.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { nodesOf, readMarkdown } from "../testing/readers.ts";

describe("Markdown", () => {
  const broken = sampleResult.requirements.filter(({ id }) => id === "error-shape");
  const many = (count: number): RunResult => ({
    ...sampleResult,
    requirements: Array.from({ length: count }, (_, at) =>
      broken.map((one) => ({ ...one, id: `error-shape-${at}` })),
    ).flat(),
    exchanges: sampleResult.exchanges.map((exchange) => ({
      ...exchange,
      response: { status: 400, headers: [], body: { encoding: "utf-8", content: "`€".repeat(9_000), size: 36_000 } },
    })),
    reasons: ["x".repeat(100_000)],
  });

  test.each([0, 3, 20, 300])("fits where it belongs, with %s broken requirements", (count) => {
    const result = many(count);
    const [summary, comment] = [renderMarkdown(result), renderComment(result)];
    expect(Buffer.byteLength(summary)).toBeLessThan(1024 * 1024);
    expect(comment.length).toBeLessThan(65_536);
    expect(comment).toMatch(/^<!-- plant-store-conformance -->\n## NOT CONFORMANT: /);
    const html = nodesOf(readMarkdown(comment)).flatMap((node) => (node.type === "html" ? [node.value] : []));
    expect(html.filter((value) => value === "</details>")).toHaveLength(
      html.filter((value) => value.startsWith("<details>")).length,
    );
  });

  test("fits, whatever there is to report and however long it is", () => {
    const [must] = broken;
    if (must === undefined) throw new Error("The sample has no such requirement");
    const everything: RunResult = {
      ...many(300),
      requirements: (["MUST", "SHOULD", "OPEN"] as const).flatMap((level) =>
        (["failed", "waived", "not-judged"] as const).flatMap((status) =>
          Array.from({ length: 300 }, (_, at) => ({
            ...must,
            id: `${level.toLowerCase()}-${status}-${at}`,
            level,
            status,
            checks: must.checks.map((one) => check({ ...one, id: `a/${at}`, status, reason: `${at} a reason` })),
          })),
        ),
      ),
    };
    const result = poisoned(everything, "\u{1f331}`".repeat(400));
    expect(Buffer.byteLength(renderMarkdown(result))).toBeLessThan(1024 * 1024);
    expect(renderComment(result).length).toBeLessThan(65_536);
    expect(renderComment(result)).toContain("\nThis report was shortened. The whole result is in `result.json`.\n");
  });

  test("shows each broken requirement with the exchange and the command, where there is room", () => {
    const nodes = nodesOf(readMarkdown(renderMarkdown(sampleResult)));
    const code = nodes.flatMap((node) => (node.type === "code" ? [node.value] : []));
    expect(code.filter((value) => value.startsWith("curl "))).toHaveLength(4);
    expect(code).toContain('{"name":"Aloe vera","tag":"succulent"}');
    expect(nodes.filter(({ type }) => type === "html").length).toBeGreaterThan(4);
  });
});
