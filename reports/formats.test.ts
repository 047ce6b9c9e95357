/** Each format, held against a reader or a schema that somebody else made. */
import { renderMarkdown } from "./testing/render.ts";
import { describe, expect, test } from "vitest";
import { type Format, renderers } from "./index.ts";
import { renderTap } from "./tests/tap.ts";
import { renderJunit } from "./tests/junit.ts";
import { renderHar } from "./har.ts";
import { renderCtrf } from "./tests/ctrf.ts";
import { renderBadge, renderBadgeSvg } from "./badge.ts";
import { renderStatement } from "./attestation.ts";
import { renderAnnotations } from "./tests/annotations.ts";
import type { RunResult } from "../result/result.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { junitFaults, readBadge, readCtrf, readHar, readTap } from "./testing/readers.ts";
import { type XmlElement, parseXml } from "./testing/xml-reader.ts";

/** A run that judged nothing. */
const nothing: RunResult = {
  ...sampleResult,
  complete: false,
  verdict: "inconclusive",
  exitCode: 3,
  reasons: ["Nobody listens."],
  requirements: [],
  profile: {},
  contracts: [],
  waivers: { allowed: false, entries: [] },
  exchanges: [],
};

const conformant: RunResult = {
  ...sampleResult,
  verdict: "conformant",
  exitCode: 0,
  reasons: ["Every requirement is met."],
  requirements: sampleResult.requirements.filter(({ status }) => status === "passed" || status === "observed"),
  summary: {
    ...sampleResult.summary,
    must: { passed: 1, failed: 0, waived: 0, notJudged: 0 },
    should: { passed: 1, failed: 0, waived: 0, notJudged: 0 },
  },
  contracts: [],
  waivers: { allowed: false, entries: [] },
};

const strict: RunResult = { ...sampleResult, strict: true };

/** A conformant run in which an open point does not have the value that the user expects of it. */
const unexpected: RunResult = {
  ...conformant,
  exitCode: 1,
  reasons: ['1 open point not as expected: duplicate-id is "409", expected "400".'],
  requirements: conformant.requirements.map((one) =>
    one.level === "OPEN"
      ? {
          ...one,
          status: "failed",
          expected: "400",
          checks: one.checks.map((check) => ({
            ...check,
            status: "failed",
            findings: [{ where: "profile", expected: "400", seen: "409" }],
          })),
        }
      : one,
  ),
  summary: { ...conformant.summary, open: { observed: 0, failed: 1, notJudged: 0 } },
};

describe("an open point that is not as the user expects it", () => {
  test("is red wherever a broken requirement is, though the provider is conformant", () => {
    expect(readTap(renderTap(unexpected)).final).toMatchObject({ ok: false, fail: 2 });
    expect(parseXml(renderJunit(unexpected)).attributes).toMatchObject({ failures: "2" });
    expect(readCtrf(renderCtrf(unexpected)).results.summary.failed).toBe(2);
    expect(renderAnnotations(unexpected)).toMatch(/^::error title=duplicate-id \(OPEN\)::/m);
    expect(renderMarkdown(unexpected)).toMatch(/^### Not as expected \(1\)/m);
    expect(readBadge(renderBadge(unexpected)).message).toBe("conformant");
    expect(renderStatement(unexpected)).toContain('"result": "FAILED"');
  });
});

test("every report for a reader says that TLS was not verified", async () => {
  const insecure = { ...conformant, provider: { ...conformant.provider, insecure: true } } as const;
  for (const format of Object.keys(renderers) as Format[]) {
    // A brief has no line where nothing failed.
    const shown = format === "brief" ? { ...sampleResult, provider: insecure.provider } : insecure;
    const report = await renderers[format].render(shown);
    const said =
      format === "attestation" ? Buffer.from(/"content": "([^"]+)"/.exec(report)?.[1] ?? "", "base64") : report;
    expect(said.toString(), format).toMatch(/TLS (?:was )?not verified|"insecure": ?true/i);
  }
});

describe("JUnit XML", () => {
  const root = parseXml(renderJunit(sampleResult));
  const casesIn = (element: XmlElement): readonly XmlElement[] =>
    element.children.flatMap(({ children }) => children.filter(({ name }) => name === "testcase"));
  const having = (name: string): readonly XmlElement[] =>
    casesIn(root).filter(({ children }) => children.some((child) => child.name === name));

  test.each([
    ["the sample", sampleResult],
    ["a strict run", strict],
    ["a conformant run", conformant],
    ["a run that judged nothing", nothing],
  ])("of %s is what Jenkins' schema describes", async (_what, result) => {
    expect(await junitFaults(renderJunit(result))).toEqual([]);
  });

  test("is refused by that schema with an attribute more", async () => {
    const xml = renderJunit(sampleResult).replace("<testcase ", '<testcase line="1" ');
    expect(await junitFaults(xml)).not.toEqual([]);
  });

  test("has suites one level deep, and a test case for each check", () => {
    expect(root.name).toBe("testsuites");
    expect(root.children.every(({ name }) => name === "testsuite")).toBe(true);
    const ids = sampleResult.requirements.flatMap(({ checks }) => checks.map(({ id }) => id));
    expect(casesIn(root).map(({ attributes }) => attributes["name"])).toEqual(expect.arrayContaining(ids));
  });

  test("counts what it holds", () => {
    expect(Number(root.attributes["tests"])).toBe(casesIn(root).length);
    expect(Number(root.attributes["failures"])).toBe(having("failure").length);
    expect(Number(root.attributes["errors"])).toBe(having("error").length);
    const skipped = root.children.map(({ attributes }) => Number(attributes["skipped"]));
    expect(skipped.reduce((sum, n) => sum + n, 0)).toBe(having("skipped").length);
  });

  test("gives every failure its cause as a message of one line and as content", () => {
    expect(having("failure").length).toBeGreaterThan(2);
    for (const { children } of [...having("failure"), ...having("error")]) {
      const [verdict] = children.filter(({ name }) => name === "failure" || name === "error");
      expect(verdict?.attributes["message"]).toMatch(/^[^\n]+$/);
      expect(verdict?.text).toContain(verdict?.attributes["message"]);
      expect(["yaml", "symbol", "integer", "boolean", "file", "array"]).not.toContain(verdict?.attributes["type"]);
    }
  });

  test("never names two test cases alike, though two pacts of one consumer do", () => {
    const twice = parseXml(
      renderJunit({
        ...sampleResult,
        contracts: [...sampleResult.contracts, ...sampleResult.contracts],
      }),
    );
    const names = casesIn(twice).map(({ attributes }) => `${attributes["classname"]} ${attributes["name"]}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("is red where a run judged nothing, and fails for a SHOULD only in a strict run", () => {
    const failures = (result: RunResult): number => Number(parseXml(renderJunit(result)).attributes["failures"]);
    expect(Number(parseXml(renderJunit(nothing)).attributes["errors"])).toBe(1);
    expect(failures(strict)).toBe(failures(sampleResult) + 2);
    expect(failures(conformant)).toBe(0);
  });
});

describe("TAP", () => {
  const tap = readTap(renderTap(sampleResult));
  const point = (name: string) => tap.points.find((one) => one.name.startsWith(name));

  test("is read to its end, and nothing of it is passed over", () => {
    expect(tap.extra).toEqual([]);
    expect(tap.final).toMatchObject({ ok: false, bailout: false, count: tap.points.length });
    expect(tap.final.plan).toMatchObject({ start: 1, end: tap.points.length });
  });

  test("fails for what decides the verdict alone; a warning and a waiver are to do", () => {
    expect(point("plant-media-type/every-200")).toMatchObject({ ok: false, todo: false });
    expect(point("returns-name/combining-mark")).toMatchObject({
      ok: false,
      todo: expect.stringMatching(/^SHOULD not/),
    });
    expect(point("adds-no-tag/ordinary")).toMatchObject({ ok: false, todo: expect.stringMatching(/^waived: Older/) });
    expect(point("tells-large-ids-apart/neighbours")).toMatchObject({
      ok: true,
      skip: expect.stringContaining("taken"),
    });
    expect(point("duplicate-id/value")).toMatchObject({ ok: true, skip: false, diag: { message: "409" } });
  });

  test("says in YAML where it failed, what was expected and what was seen", () => {
    expect(point("plant-media-type/every-200")?.diag).toMatchObject({
      level: "MUST",
      findings: [{ at: "header content-type", expected: "application/json", seen: "text/json; charset=utf-8" }],
    });
  });

  test("is in order for a conformant run, and bails out of one that was cut short", () => {
    expect(readTap(renderTap(conformant)).final).toMatchObject({ ok: true });
    expect(readTap(renderTap(nothing)).final).toMatchObject({ ok: false, bailout: "Nobody listens." });
  });
});

describe("CTRF", () => {
  test.each([
    ["the sample", sampleResult, { failed: 11, other: 5 }],
    ["a conformant run", conformant, { failed: 0, other: 1 }],
    ["a run that judged nothing", nothing, { failed: 1, other: 0 }],
  ])("of %s is what its schema describes, and adds up", (_what, result, expected) => {
    const { tests, summary } = readCtrf(renderCtrf(result)).results;
    const of = (status: string): number => tests.filter((one) => one.status === status).length;
    expect(summary).toMatchObject({ ...expected, tests: tests.length });
    for (const status of ["passed", "failed", "skipped", "pending", "other"] as const) {
      expect(summary[status], status).toBe(of(status));
    }
  });

  test("has details of what failed, and none of what was observed", () => {
    const { tests } = readCtrf(renderCtrf(sampleResult)).results;
    const withTrace = (kind: string): readonly boolean[] =>
      tests.filter((one) => one.rawStatus === kind).map((one) => one.trace !== undefined);
    expect(withTrace("failed")).toContain(true);
    expect(new Set(withTrace("observed"))).toEqual(new Set([false]));
  });
});

describe("HAR", () => {
  const { entries } = readHar(renderHar(sampleResult)).log;

  test("holds every exchange, and each time is the sum of its parts", () => {
    expect(entries).toHaveLength(sampleResult.exchanges.length);
    for (const { time, timings } of entries) expect(timings.send + timings.wait + timings.receive).toBeCloseTo(time);
  });

  test("holds the bytes as they were, a digest for those that were cut, and a status of 0 for no answer", () => {
    expect(entries[7]?.response.content).toMatchObject({ encoding: "base64", text: "eyJuYW1lIjoiRmljdXMg6SJ9" });
    expect(entries[11]).toMatchObject({
      request: { bodySize: 1_048_576, postData: { _sha256: expect.stringMatching(/^5f70/) } },
      response: { content: { size: 1_048_576, _sha256: expect.stringMatching(/^3a6e/) } },
      _truncated: true,
    });
    expect(entries[10]).toMatchObject({ response: { status: 0 }, _noAnswer: { kind: "connection-closed" } });
    expect(entries[0]).toMatchObject({ _checks: expect.arrayContaining(["plant-media-type/every-200"]) });
  });

  test("keeps header fields of one name apart", () => {
    const [first, ...others] = sampleResult.exchanges;
    if (first?.response === undefined || first.response === null) throw new Error("The sample has no first answer");
    const response = { ...first.response, headers: [["Via", "a"] as const, ["Via", "b"] as const] };
    const har = readHar(renderHar({ ...sampleResult, exchanges: [{ ...first, response }, ...others] }));
    expect(har.log.entries[0]?.response.headers).toEqual([
      { name: "Via", value: "a" },
      { name: "Via", value: "b" },
    ]);
  });
});

test.each([
  ["a selection", { verdict: "selection-met", selection: { only: ["MUST"], skip: [] } }],
  ["contracts without checks", { verdict: "inconclusive", selection: { only: ["contracts"], skip: [] } }],
] as const)("no badge and no attestation is made of %s, which others would read as a verdict", (_what, part) => {
  for (const render of [renderBadge, renderBadgeSvg, renderStatement]) {
    expect(() => render({ ...conformant, ...part })).toThrow("not a verdict on the provider");
  }
});

describe("the badge", () => {
  test.each([
    [conformant, "conformant"],
    [
      { ...conformant, summary: { ...conformant.summary, should: sampleResult.summary.should } },
      "conformant, 1 SHOULD not met, 1 requirement waived",
    ],
    [sampleResult, "not conformant"],
    [nothing, "inconclusive"],
  ])("is what shields.io reads, and says the verdict: %#", (result, message) => {
    expect(readBadge(renderBadge(result))).toMatchObject({ label: "plant store 1.0.0", message });
    const svg = parseXml(renderBadgeSvg(result));
    expect(svg.children.map(({ name }) => name)).toEqual(["title", "rect", "rect", "text", "text"]);
    expect(svg.children[0]?.text).toBe(`plant store 1.0.0: ${message}`);
  });

  test("does not say that a provider which was judged by another document is a plant store", () => {
    const specification = { ...conformant.specification, another: { path: "/plants" } };
    const badge = readBadge(renderBadge({ ...conformant, specification }));
    expect(badge).toMatchObject({ label: "another document 1.0.0", message: "conformant" });
  });
});
