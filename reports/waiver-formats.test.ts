/** How each format shows waivers, read by an independent reader. */
import { describe, expect, test } from "vitest";
import { renderBadge } from "./badge.ts";
import { renderers } from "./index.ts";
import type { RunResult } from "../result/result.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { readBadge, readCtrf, readTap } from "./testing/readers.ts";
import { parseXml } from "./testing/xml-reader.ts";
import { renderVerdictLine } from "./words/verdict-line.ts";

/** A conformant run with all waivers of the sample but those that fail a run; what they waive is allowed. */
const { baseline: _none, ...sample } = sampleResult;

const allowed: RunResult = {
  ...sample,
  verdict: "conformant",
  exitCode: 0,
  reasons: ["Every MUST is met; 1 SHOULD waived: adds-no-tag."],
  contracts: [],
  requirements: sampleResult.requirements.filter(({ status }) => status !== "failed" && status !== "not-judged"),
  summary: {
    ...sampleResult.summary,
    must: { passed: 1, failed: 0, waived: 0, notJudged: 0 },
    should: { passed: 1, failed: 0, waived: 1, notJudged: 0 },
  },
  waivers: {
    allowed: true,
    entries: sampleResult.waivers?.entries.filter(({ status }) => /applied|not-judged/.test(status)) ?? [],
  },
};

describe("a run whose failures are waived, and allowed", () => {
  test("is red nowhere, and shows each of them", async () => {
    expect(readTap(await renderers.tap.render(allowed)).final).toMatchObject({ ok: true, todo: 1 });
    expect(parseXml(await renderers.junit.render(allowed)).attributes).toMatchObject({ failures: "0", errors: "0" });
    expect(readCtrf(await renderers.ctrf.render(allowed)).results.summary.failed).toBe(0);
    expect(await renderers.annotations.render(allowed)).toMatch(
      /^::notice title=adds-no-tag \(SHOULD\)::waived: Older/m,
    );
    expect(await renderers.text.render(allowed)).toMatch(/\nWAIVED \(1\) .*\n  adds-no-tag   SHOULD   Older shops/);
    expect(await renderers.markdown.render(allowed)).toContain("### Waived (1): not met, and covered by a waiver");
    expect(await renderers.attestation.render(allowed)).toContain('"result": "WARNED"');
    expect(readBadge(await renderers.badge.render(allowed))).toMatchObject({
      message: "conformant, 1 requirement waived",
      color: "yellow",
    });
  });
});

describe("a waiver that is stale or has expired", () => {
  const stale: RunResult = {
    ...allowed,
    exitCode: 1,
    reasons: ["1 waiver stale."],
    waivers: { allowed: true, entries: sampleResult.waivers?.entries ?? [] },
  };

  test("is red wherever a broken requirement is, though the provider is conformant", async () => {
    // The verdict and two waivers, and what is waived: it is to do, and no failure of the whole.
    expect(readTap(await renderers.tap.render(stale)).final).toMatchObject({ ok: false, fail: 4, todo: 1 });
    expect(parseXml(await renderers.junit.render(stale)).attributes).toMatchObject({ failures: "3" });
    expect(readCtrf(await renderers.ctrf.render(stale)).results.summary.failed).toBe(3);
    expect(await renderers.annotations.render(stale)).toMatch(/^::error title=waivers::refuses-non-utf8: stale/m);
    expect(await renderers.text.render(stale)).toMatch(/\nOTHER WAIVERS \(3\) .*\n  refuses-non-utf8   stale/);
    expect(await renderers.markdown.render(stale)).toContain("### Other waivers (3)");
    expect(await renderers.attestation.render(stale)).toContain('"result": "FAILED"');
  });
});

describe("the verdict line counts what is waived apart", () => {
  const must = (failed: number, waived: number): RunResult["summary"] => ({
    ...allowed.summary,
    must: { passed: 3, failed, waived, notJudged: 0 },
    should: { passed: 1, failed: 0, waived: 0, notJudged: 0 },
  });
  const line = (change: Partial<RunResult>): string => renderVerdictLine({ ...allowed, ...change });
  const broken = { verdict: "non-conformant", exitCode: 1 } as const;

  test("of a provider that is conformant but for it", async () => {
    expect(line({ summary: must(0, 1) })).toBe("CONFORMANT WITH 1 REQUIREMENT WAIVED   3 of 4 MUST met");
    expect(line({ summary: must(0, 3) })).toBe("CONFORMANT WITH 3 REQUIREMENTS WAIVED   3 of 6 MUST met");
    expect(line({})).toBe("CONFORMANT WITH 1 REQUIREMENT WAIVED   1 of 1 MUST met");
    const summary = { ...must(0, 0), open: { observed: 1, failed: 0, waived: 2, notJudged: 0 } };
    expect(line({ summary })).toBe("CONFORMANT WITH 2 REQUIREMENTS WAIVED   3 of 3 MUST met");
    const badge = JSON.parse(renderBadge({ ...allowed, summary: { ...must(0, 3), open: summary.open } })) as unknown;
    expect(badge).toMatchObject({ message: "conformant, 5 requirements waived" });
    const inPart = { verdict: "selection-met", summary: { ...summary, ...must(0, 1), open: summary.open } } as const;
    expect(line(inPart)).toMatch(/   3 of 4 MUST met, 1 waived, 2 open points waived$/);
  });

  test("of one that is not", async () => {
    expect(line({ ...broken, summary: must(0, 1) })).toBe("NOT CONFORMANT   1 of 4 MUST broken and waived");
    expect(line({ ...broken, summary: must(2, 1) })).toBe(
      "NOT CONFORMANT   2 of 6 MUST broken, 1 more broken and waived",
    );
  });

  test("and no interaction that ships: it is counted with the requirement that it breaks", () => {
    const { contracts } = sampleResult;
    expect(line({ summary: must(0, 0), contracts: contracts.slice(0, 1) })).toMatch(/met$/);
    expect(line({ summary: must(0, 0), contracts })).toMatch(/met, 1 interaction failed$/);
  });
});
