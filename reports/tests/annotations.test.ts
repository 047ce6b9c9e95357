import { error, notice, warning } from "@actions/core";
import { describe, expect, test, vi } from "vitest";
import { hostileTexts } from "../../proof/hostile/hostile-texts.ts";
import { poisoned } from "../../proof/hostile/poisoned.ts";
import { renderAnnotations } from "./annotations.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";

const writers = { error, warning, notice } as const;

/** What GitHub's own library writes for an annotation. */
function byGitHub(kind: keyof typeof writers, title: string, message: string): string {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  writers[kind](message, { title });
  spy.mockRestore();
  return written.join("");
}

/** An annotation as GitHub's runner reads it: its parts, unescaped. */
function read(line: string): { kind: keyof typeof writers; title: string; message: string } {
  const [, kind = "", title = "", message = ""] = /^::(\w+) title=([^:,]*)::(.*)$/.exec(line) ?? [];
  if (kind !== "error" && kind !== "warning" && kind !== "notice") throw new Error(`No annotation: ${line}`);
  const plain = (text: string): string => text.replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  return { kind, title: plain(title), message: message.replaceAll("%25", "%") };
}

const texts: ReadonlyArray<readonly [aim: string, text: string]> = [["none, the sample", ""], ...hostileTexts];

function linesOf(result: RunResult): readonly string[] {
  return renderAnnotations(result).split("\n").slice(0, -1);
}

describe("GitHub annotations", () => {
  test.each(texts)("are written as GitHub's own library writes them: %s", (_aim, text) => {
    for (const line of linesOf(text === "" ? sampleResult : poisoned(sampleResult, text))) {
      const { kind, title, message } = read(line);
      expect(`${line}\n`).toBe(byGitHub(kind, title, message));
      expect(message.length).toBeLessThan(4096);
    }
  });

  test("show the verdict, failures, warnings and waivers, each at its level", () => {
    const annotations = linesOf(sampleResult).map((line) => read(line));
    const titles = (kind: string): readonly string[] =>
      annotations.filter((one) => one.kind === kind).map(({ title }) => title);
    expect(titles("error")).toEqual([
      "plant-store-conformance",
      "plant-media-type (MUST)",
      "plant-encoding (MUST)",
      "error-shape (MUST)",
      "refuses-missing-member (MUST)",
      "user-supplied contract greenhouse",
      "waivers",
      "waivers",
    ]);
    expect(titles("warning")).toEqual(["returns-name (SHOULD)", "contract plant-importer"]);
    expect(titles("notice")).toEqual(["adds-no-tag (SHOULD)", "contract plant-importer"]);
  });

  const waivers = { allowed: false, entries: [] };

  test("are ten of a kind at most, the last of which counts the rest", () => {
    const broken = sampleResult.requirements.filter(({ status, level }) => status === "failed" && level === "MUST");
    const many = { ...sampleResult, requirements: [...broken, ...broken, ...broken], contracts: [], waivers };
    const errors = linesOf(many)
      .map((line) => read(line))
      .filter(({ kind }) => kind === "error");
    expect(errors).toHaveLength(10);
    // One for the verdict, twelve requirements: eight are shown, four are not.
    expect(errors.at(-1)?.message).toBe("4 more are in the report");
  });

  test("of exactly ten are all shown", () => {
    const broken = sampleResult.requirements.filter(({ status, level }) => status === "failed" && level === "MUST");
    const nine = {
      ...sampleResult,
      requirements: [...broken, ...broken, ...broken.slice(0, 1)],
      contracts: [],
      waivers,
    };
    expect(linesOf(nine).map((line) => read(line).title)).not.toContain("and more");
    expect(linesOf(nine)).toHaveLength(10);
  });
});
