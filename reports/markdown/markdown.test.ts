import { renderComment, renderMarkdown } from "../testing/render.ts";
import { describe, expect, test } from "vitest";
import { poisoned } from "../../proof/hostile/poisoned.ts";
import type { RunResult } from "../../result/result.ts";
import { check } from "../../result/testing/outcomes.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { nodesOf, readMarkdown } from "../testing/readers.ts";
import { fenced } from "./markdown.ts";

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
    expect(comment.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    expect(comment).toMatch(
      /^<!-- plant-store-conformance [0-9a-f]{16} -->\n## 5 new failures since baseline\. NOT CONFORMANT: /,
    );
    const html = nodesOf(readMarkdown(comment)).flatMap((node) => (node.type === "html" ? [node.value] : []));
    expect(html.filter((value) => value === "</details>")).toHaveLength(
      html.filter((value) => value.startsWith("<details>")).length,
    );
  });

  test("fits, whatever there is to report and however long it is", () => {
    const [must] = broken;
    if (must === undefined) throw new Error("The sample has no such requirement");
    const everything: RunResult = {
      ...many(100),
      requirements: (["MUST", "SHOULD", "OPEN"] as const).flatMap((level) =>
        (["failed", "waived", "not-judged"] as const).flatMap((status) =>
          Array.from({ length: 100 }, (_, at) => ({
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
    expect(renderComment(result).trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    expect(renderComment(result)).toMatch(/\nand \d+ more causes\n/);
  });

  test("has at most 60 lines with every kind of line at once, and counts what has no room", () => {
    const { baseline } = sampleResult;
    if (baseline === undefined) throw new Error("The sample has no baseline");
    const { causes: _causes, ...uncaused } = many(40);
    const full: RunResult = {
      ...uncaused,
      complete: false,
      provider: { ...sampleResult.provider, insecure: true, extraHeaders: ["X-Key"], trace: true },
      subjects: Array.from({ length: 9 }, (_, at) => ({ name: `image-${at}`, sha256: "0".repeat(64) })),
      reasons: ["One.", "Two.", "Three.", "Four.", "Five."],
      baseline: {
        ...baseline,
        requirements: Array.from({ length: 30 }, (_, at) => ({
          id: `broken-${at}`,
          level: "MUST",
          before: "passed",
          now: "failed",
          change: "broken",
        })),
      },
    };
    const comment = renderComment(full);
    expect(comment.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
    expect(comment).toContain("TLS WAS NOT VERIFIED");
    for (const what of ["notes", "reasons", "new failures", "causes"]) {
      expect(comment).toMatch(new RegExp(`^(?:- )?and \\d+ more ${what}$`, "m"));
    }
  });

  test("shows each broken requirement with the exchange and the command, where there is room", () => {
    const nodes = nodesOf(readMarkdown(renderMarkdown(sampleResult)));
    const code = nodes.flatMap((node) => (node.type === "code" ? [node.value] : []));
    expect(code.filter((value) => value.startsWith("curl "))).toHaveLength(5);
    expect(code).toContain('{"name":"Aloe vera","tag":"succulent"}');
    expect(nodes.filter(({ type }) => type === "html").length).toBeGreaterThan(4);
  });

  test("a comment counts what does not fit, also where it is one", () => {
    const three = ["One.", "Two.", "Three."] as const;
    expect(renderComment({ ...sampleResult, reasons: [...three, "Four."] })).toMatch(/^and 1 more reason$/m);
    expect(renderComment({ ...sampleResult, reasons: three })).not.toMatch(/more reason/);
  });

  test("a body that is cut says how many bytes it has", () => {
    expect(fenced("plants", { codePoints: 3, size: 6 })).toBe("```text\npla\n[cut here; 6 bytes in all]\n```");
    expect(fenced("plants", { codePoints: 3 })).toBe("```text\npla\n[cut here]\n```");
    expect(fenced("plants", { codePoints: 6, size: 6 })).toBe("```text\nplants\n```");
  });

  test("a comment is found again by its first line, which is that of one provider", () => {
    const markerOf = (result: RunResult): string | undefined => renderComment(result).split("\n")[0];
    const { subjects: _subjects, ...plain } = sampleResult;
    const other = { ...plain, provider: { baseUrl: "http://127.0.0.1:8081" } };
    expect(markerOf({ ...plain, seed: "another" })).toBe(markerOf(plain));
    expect(markerOf(other)).not.toBe(markerOf(plain));
    // What is tested is the same although the URL is not.
    const subjects = [{ name: "plants", sha256: "0".repeat(64) }];
    expect(markerOf({ ...plain, subjects })).toBe(markerOf({ ...other, subjects }));
  });

  test("a comment without a baseline begins with the verdict, and one without a new failure says so", () => {
    const { baseline, ...plain } = sampleResult;
    if (baseline === undefined) throw new Error("The sample has no baseline");
    expect(renderComment(plain)).toMatch(/-->\n## NOT CONFORMANT: /);
    const same = { ...baseline, requirements: [], checks: [], interactions: [] };
    expect(renderComment({ ...plain, baseline: same })).toMatch(
      /-->\n## No new failure since baseline\. NOT CONFORMANT: /,
    );
  });
});
