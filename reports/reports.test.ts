import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { assert, property, string } from "fast-check";
import { SaxesParser } from "saxes";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { renderVerdictLine, renderers } from "./index.ts";
import type { CheckResult, RunResult } from "./result.ts";
import { excerpt, safeText } from "./safe-text.ts";
import { sampleResult } from "./sample-result.ts";

const schema: object = JSON.parse(readFileSync(new URL("./result.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: false }).compile(schema);

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads XML as a consumer does: strictly. */
function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: XmlElement = { name, attributes, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0] ?? root;
}

/** The sample, with a text in every place that a provider can write to. */
function poisoned(text: string): RunResult {
  const finding = { where: `/${text}`, expected: text, seen: text, exchange: 0 };
  const [first] = sampleResult.exchanges;
  const exchanges = sampleResult.exchanges.map((exchange, index) =>
    index !== 0 || first?.response === undefined || first.response === null
      ? exchange
      : {
          ...exchange,
          response: {
            ...first.response,
            headers: [["content-type", text] as const, [text, text] as const],
            body: { encoding: "utf-8" as const, content: text, size: text.length },
          },
        },
  );
  const requirements = sampleResult.requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map((check): CheckResult =>
      check.status === "failed"
        ? { ...check, findings: [finding] }
        : check.value === undefined
          ? check
          : { ...check, value: text },
    ),
  }));
  const contracts = sampleResult.contracts.map((contract) => ({
    ...contract,
    interactions: contract.interactions.map((one) => (one.status === "failed" ? { ...one, findings: [finding] } : one)),
  }));
  return { ...sampleResult, exchanges, requirements, contracts, reasons: [text], profile: { "duplicate-id": text } };
}

const attacks = [
  "\u001b[31mred\u001b]8;;http://x\u0007link",
  "::error::forged",
  "\n::error::forged",
  "##[error]forged",
  "##vso[task.setvariable]forged",
  "##teamcity[buildStatus]",
  "[[ATTACHMENT|/etc/passwd]]",
  "]]><!-- </failure>",
  "\u0000\u0008\ufffe\uffff\ud800",
  "\u202egnp.exe\u2066",
] as const;

/** Code points that no sink may see: controls but line feed and tab, bidirectional controls, lone surrogates. */
function isForbidden(point: number): boolean {
  const isControl = (point < 0x20 && point !== 0x0a && point !== 0x09) || (point >= 0x7f && point <= 0x9f);
  const isBidirectional = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  return isControl || isBidirectional || (point >= 0xd800 && point <= 0xdfff) || point === 0xfeff || point === 0xfffe;
}

function forbiddenIn(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0).filter(isForbidden);
}

describe("result.schema.json", () => {
  test("describes the sample, which holds every status", () => {
    expect(validate(sampleResult), JSON.stringify(validate.errors)).toBe(true);
    const statuses = sampleResult.requirements.flatMap(({ checks }) => checks.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set(["passed", "failed", "waived", "not-judged", "observed"]));
  });

  test.each([
    ["a missing member", { ...sampleResult, verdict: undefined }],
    ["an unknown member", { ...sampleResult, more: 1 }],
    ["another verdict", { ...sampleResult, verdict: "fine" }],
    ["another exit status", { ...sampleResult, exitCode: 2 }],
    ["another format version", { ...sampleResult, formatVersion: 2 }],
    ["no reason", { ...sampleResult, reasons: [] }],
    [
      "a failed check without a finding",
      {
        ...sampleResult,
        requirements: sampleResult.requirements.map((one) => ({
          ...one,
          checks: one.checks.map((check) => ({ ...check, findings: [] })),
        })),
      },
    ],
  ])("refuses %s", (_what, result) => {
    expect(validate(JSON.parse(JSON.stringify(result)))).toBe(false);
  });
});

describe("the reports of the sample", () => {
  test.each(["text", "json", "junit"] as const)("%s is what it was", async (format) => {
    await expect(renderers[format].render(sampleResult)).toMatchFileSnapshot(`golden/${renderers[format].fileName}`);
  });

  test("keep to 80 columns, but for the curl lines, which are one command", () => {
    const lines = renderers.text.render(sampleResult, { width: 80 }).split("\n");
    const wide = lines.filter((line) => stringWidth(line) > 80 && !/curl/.test(line));
    expect(wide).toEqual([]);
  });

  test("end with the verdict and the exit status", () => {
    expect(renderers.text.render(sampleResult, { width: 120 }).trimEnd().split("\n").slice(-2)).toEqual([
      renderVerdictLine(sampleResult),
      "exit 1",
    ]);
  });
});

describe("JUnit XML, as its readers take it", () => {
  const root = parseXml(renderers.junit.render(sampleResult));
  const cases = root.children.flatMap(({ children }) => children);
  const of = (name: string): readonly XmlElement[] =>
    cases.filter(({ children }) => children.some((child) => child.name === name));

  test("has suites one level deep, and a test case for each check", () => {
    expect(root.name).toBe("testsuites");
    expect(root.children.every(({ name }) => name === "testsuite")).toBe(true);
    expect(cases.every(({ name }) => name === "testcase")).toBe(true);
    const ids = sampleResult.requirements.flatMap(({ checks }) => checks.map(({ id }) => id));
    expect(cases.map(({ attributes }) => attributes["name"])).toEqual(expect.arrayContaining(ids));
  });

  test("counts what it holds", () => {
    for (const [attribute, name] of [
      ["failures", "failure"],
      ["errors", "error"],
      ["skipped", "skipped"],
    ] as const) {
      expect(Number(root.attributes[attribute])).toBe(of(name).length);
    }
    expect(Number(root.attributes["tests"])).toBe(cases.length);
  });

  test("gives every failure its cause as a message of one line and as content", () => {
    expect(of("failure").length).toBeGreaterThan(2);
    for (const { children } of [...of("failure"), ...of("error")]) {
      const [told] = children.filter(({ name }) => name === "failure" || name === "error");
      expect(told?.attributes["message"]).toMatch(/^[^\n]+$/);
      expect(told?.text.trim().length).toBeGreaterThan(0);
      expect(["yaml", "symbol", "integer", "boolean", "file", "array"]).not.toContain(told?.attributes["type"]);
    }
  });

  test("is red where a run judged nothing", () => {
    const nothing: RunResult = {
      ...sampleResult,
      verdict: "inconclusive",
      exitCode: 3,
      reasons: ["Nobody listens."],
      requirements: [],
      contracts: [],
    };
    const { attributes } = parseXml(renderers.junit.render(nothing));
    expect(Number(attributes["errors"])).toBeGreaterThan(0);
  });

  test("fails for a SHOULD only in a strict run", () => {
    const strict = parseXml(renderers.junit.render({ ...sampleResult, strict: true }));
    expect(Number(strict.attributes["failures"])).toBeGreaterThan(Number(root.attributes["failures"]));
  });
});

describe("a provider's words are made harmless", () => {
  test.each(attacks)("%j", (attack) => {
    const result = poisoned(attack);
    const text = renderers.text.render(result);
    const xml = renderers.junit.render(result);
    for (const report of [text, xml]) {
      expect(forbiddenIn(report)).toEqual([]);
      expect(report).not.toMatch(/^\s*::/m);
      expect(report).not.toMatch(/##\[|##vso\[|##teamcity\[|\[\[ATTACHMENT\|/);
    }
    parseXml(xml);
    expect(JSON.parse(renderers.json.render(result))).toEqual(result);
  });

  test("whatever they are", () => {
    assert(
      property(string({ unit: "binary" }), (text) => {
        expect(forbiddenIn(safeText(text))).toEqual([]);
        expect(excerpt(text, 20)).not.toMatch(/[\n\r]/);
        parseXml(renderers.junit.render(poisoned(text)));
      }),
      { numRuns: 60 },
    );
  });
});
