/** The short report: what a person reads first, in a terminal of any width. */
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { causesIn } from "../../result/causes/causes-of.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderers } from "../index.ts";
import { renderVerdictLine } from "../words/verdict-line.ts";
import { renderShort } from "./terminal-short-report.ts";

const { baseline, ...sample } = sampleResult;

function linesOf(result: RunResult, width = 80): readonly string[] {
  return renderShort(result, { width }).trimEnd().split("\n");
}

/** The sample with so many broken requirements. */
function withBroken(many: number, like = "error-shape"): RunResult {
  const broken = sample.requirements.filter(({ id }) => id === like);
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

  test("has at most 20 lines where more than three entries have an example and a fix", () => {
    const shown = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12].flatMap((many) =>
      [80, 120].map((width) => {
        const lines = linesOf(withBroken(many, "plant-media-type"), width);
        return { lines: lines.length, fixes: lines.filter((line) => /^ {3}fix: /.test(line)).length };
      }),
    );
    const withMore = shown.filter(({ fixes }) => fixes > 3);
    expect(withMore.length).toBeGreaterThan(0);
    expect(withMore.filter(({ lines }) => lines > 20)).toEqual([]);
  });

  test.each([60, 80, 100, 120])(
    "has at most 25 lines of %s columns with everything at once, and counts the others",
    (width) => {
      const [contract] = sample.contracts;
      const [interaction] = contract?.interactions ?? [];
      if (contract === undefined || interaction === undefined || baseline === undefined)
        throw new Error("Not in the sample");
      const { requirement: _requirement, ...own } = interaction;
      const finding = { where: "/body/name", expected: "a name ".repeat(20), seen: "another name ".repeat(20) };
      const failed = { ...own, description: "a plant ".repeat(20), status: "failed", findings: [finding] } as const;
      const full: RunResult = {
        ...withBroken(40),
        baseline,
        complete: false,
        provider: { ...sample.provider, insecure: true, extraHeaders: ["X-Key"], trace: true },
        reasons: ["A reason of many words. ".repeat(20), "Another reason of many words. ".repeat(20)],
        contracts: [{ ...contract, interactions: [failed, failed, failed, failed] }],
        outages: [{ inFlight: [0, 1], before: [2], restarted: false, output: "one\ntwo\nthree" }],
      };
      const lines = linesOf(full, width);
      expect(lines.length).toBeLessThanOrEqual(25);
      expect(lines.filter((line) => /^ {3}and \d+ more lines?, with --details$/.test(line)).length).toBeGreaterThan(1);
      expect(lines.filter((line) => /^ {3}fix: /.test(line)).length).toBeGreaterThan(0);
      expect(lines.at(-1)).toBe("exit 1");
    },
  );

  test("leaves out the reasons that repeat the first line and the entries, and no other", () => {
    const ids = sample.requirements.filter(({ level, status }) => level === "MUST" && status === "failed");
    const repeated = `${ids.length} requirements broken: ${ids.map(({ id }) => id).join(", ")}.`;
    const text = renderShort({ ...sample, reasons: [repeated, "2 requirements broken: as it seems."] }, { width: 120 });
    expect(ids.length).toBeGreaterThan(1);
    expect(text).not.toContain(repeated);
    expect(text).toContain("2 requirements broken: as it seems.");
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
    expect(text).toMatch(/\nFix first \(\d+ causes\):\n1\) .*\n {3}.* -> .*(?:\n.*)*?\n {3}fix: /);
  });

  test("shows the member that differs, and leaves out the middle of words, where a body is too long", () => {
    const cause = causesIn(sample).find(({ example }) => example.finding.where === "status");
    const sent = sample.exchanges[cause?.example.finding.exchange ?? -1];
    if (cause === undefined || sent === undefined) throw new Error("Not in the sample");
    const long = `{"id":9223372036854775808,"name":"${"long ".repeat(60)}","Tag":"${"t".repeat(300)}"}`;
    const body = { encoding: "utf-8", content: long, size: long.length } as const;
    const exchanges = sample.exchanges.map((one) =>
      one === sent ? { ...one, request: { ...one.request, body } } : one,
    );
    const text = renderShort({ ...sample, causes: [cause], exchanges }, { width: 300 });
    expect(text).toContain(`   {"id":9223372036854775808,"name":"long long lo[...]","Tag":"tttttttttttt[...]"} -> `);
    const narrow = renderShort({ ...sample, causes: [cause], exchanges }).replaceAll(/\s+/g, " ");
    expect(narrow).toContain(`{"id":9223372036854775808,"name":"l[...]","Tag":"t[...]"} -> `);
  });

  test.each([3, 9, 40])("shows an example and a fix for the first two of %i causes", (many) => {
    const text = renderShort(withBroken(many));
    expect(text.match(/^ {3}fix: /gm)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toMatch(/\n2\) .*\n {3}.* -> .*(?:\n.*)*?\n {3}fix: /);
  });

  test("keeps the words of a title whole where it is too long", () => {
    const [cause] = causesIn(sample);
    if (cause === undefined) throw new Error("The sample has no cause");
    const title = "Requests are accepted without a bearer token or with one that another provider gave";
    const text = renderShort({ ...sample, causes: [{ ...cause, title }] });
    expect(text).toMatch(/\n1\) Requests are accepted .*[a-z] \[\.\.\.\] \(/);
    const [, shown = ""] = /\n1\) (.*) \[\.\.\.\] \(/.exec(text) ?? [];
    expect(title.split(" ").slice(0, shown.split(" ").length).join(" ")).toBe(shown);
  });

  test("counts the causes that have no room", () => {
    expect(renderShort(withBroken(40))).toMatch(/\n {3}and \d+ more causes\n/);
  });

  test("says where the rest is: in the page that was written, and by --details", () => {
    const wide = renderShort(sample, { htmlFile: "out/report.html", width: 120 });
    expect(wide).toContain("\nMore: out/report.html, --details; npx plant-store-conformance explain ");
    expect(renderShort(sample)).toContain("\nMore: --details; npx plant-store-conformance explain ");
  });

  test("leaves the command on a line of its own where it does not fit, and breaks it nowhere", () => {
    const narrow = renderShort(sample, { htmlFile: "out/report.html" });
    expect(narrow).toMatch(/\nMore: out\/report\.html, --details\n {3}npx plant-store-conformance explain [\w-]+\n/);
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

test("a MUST without an occasion is named in a green run, and each of its checks in the full report", async () => {
  const [one] = sample.requirements.filter(({ id }) => id === "error-shape");
  const checks = (one?.checks ?? []).map(
    ({ id, title }) =>
      ({
        id,
        title,
        status: "not-judged",
        because: "no-occasion",
        reason: "no 400",
        findings: [],
        exchanges: [],
      }) as const,
  );
  const green = {
    ...sample,
    verdict: "conformant",
    exitCode: 0,
    causes: [],
    reasons: ["Met."],
    contracts: [],
  } as const;
  const result = { ...green, requirements: [{ ...one, status: "not-judged", checks }] } as unknown as RunResult;
  const sentence = "1 MUST had no occasion to be judged: error-shape.";
  expect(linesOf(result)).toContain(sentence);
  expect(linesOf({ ...result, exitCode: 1, verdict: "non-conformant" })).not.toContain(sentence);
  expect(linesOf({ ...result, selection: { only: ["error-shape"], skip: [] } })).not.toContain(sentence);
  const text = await renderers.text.render(result);
  expect(text).toMatch(/1 check: what the requirement is about did not occur in this run\n +error-shape\/every-400\n/);
});
