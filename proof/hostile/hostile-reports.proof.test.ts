import { renderMarkdown } from "../../reports/testing/render.ts";
import { describe, expect, test } from "vitest";
import { assert, asyncProperty, string } from "fast-check";
import type { Nodes } from "mdast";
import { type Format, renderers } from "../../reports/index.ts";
import { renderShort } from "../../reports/text/terminal-short-report.ts";
import { renderTap } from "../../reports/tests/tap.ts";
import { renderJunit } from "../../reports/tests/junit.ts";
import { renderJson } from "../../reports/json.ts";
import type { RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { readMetrics } from "../../reports/testing/metrics-reader.ts";
import {
  junitFaults,
  nodesOf,
  readBadge,
  readBrief,
  readCtrf,
  readHar,
  readMarkdown,
  readResult,
  readTap,
} from "../../reports/testing/readers.ts";
import { parseXml } from "../../reports/testing/xml-reader.ts";
import { poisoned } from "./poisoned.ts";
import { hostileTexts } from "./hostile-texts.ts";

const formats = Object.keys(renderers) as Format[];

/** A result with everything that a report can show before the rest. */
const base: RunResult = {
  ...sampleResult,
  complete: false,
  provider: { ...sampleResult.provider, insecure: true },
  selection: { only: ["MUST"], skip: ["http"] },
};

const ofSample = Object.fromEntries(
  await Promise.all(formats.map(async (format) => [format, await renderers[format].render(base)] as const)),
);

/**
 * Code points that must not reach any output: controls except line feed and tab, bidirectional controls, lone
 * surrogates.
 */
function isForbidden(point: number): boolean {
  const isControl = (point < 0x20 && point !== 0x0a && point !== 0x09) || (point >= 0x7f && point <= 0x9f);
  const isBidirectional = (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  const isUnseen = [0x61c, 0x200b, 0x200d, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff, 0xfffe, 0xffff].includes(point);
  return isControl || isBidirectional || isUnseen || (point >= 0xd800 && point <= 0xdfff);
}

function forbiddenIn(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 0).filter(isForbidden);
}

/** Parses each format: it has the same content as for the sample, and nothing that the provider wrote takes effect. */
const harmless: Readonly<Record<Format, (text: string, sample: string) => unknown>> = {
  text: (text) => expect(text.trimEnd().split("\n").at(-1)).toBe("exit 1"),
  json: (text) => readResult(text),
  junit: (text, sample) => expect(shape(text)).toEqual(shape(sample)),
  markdown: hasTheSameBlocks,
  comment: (text) =>
    expect(text).toMatch(
      /^<!-- plant-store-conformance [0-9a-f]{16} -->\n## \d+ new failures since baseline\. NOT CONFORMANT: /,
    ),
  annotations: (text, sample) => {
    const command = /^::(error|warning|notice) title=[^:,\n]*::.*$/;
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => command.exec(line)?.[1]),
    ).toEqual(
      sample
        .trimEnd()
        .split("\n")
        .map((line) => command.exec(line)?.[1]),
    );
  },
  ctrf: (text, sample) => {
    const { tests } = readCtrf(text).results;
    expect(tests).toHaveLength(readCtrf(sample).results.tests.length);
    // Readers of this format show the values, not the file.
    expect(tests.flatMap(({ name, message, trace }) => forbiddenIn(`${name}${message}${trace}`))).toEqual([]);
  },
  tap: (text, sample) => {
    const [tap, expected] = [readTap(text), readTap(sample)];
    expect(tap.extra).toEqual([]);
    expect(tap.final).toMatchObject({ fail: expected.final.fail, todo: expected.final.todo });
    expect([expected.final.bailout, tap.final.bailout].map(Boolean)).toEqual([true, true]);
    expect(tap.points.map(({ ok, todo, skip }) => [ok, Boolean(todo), Boolean(skip)])).toEqual(
      expected.points.map(({ ok, todo, skip }) => [ok, Boolean(todo), Boolean(skip)]),
    );
  },
  brief: (text) => {
    expect(readBrief(text).length).toBeGreaterThan(0);
    expect(forbiddenIn(text.replaceAll("\n", ""))).toEqual([]);
  },
  har: (text, sample) => expect(readHar(text).log.entries).toHaveLength(readHar(sample).log.entries.length),
  badge: (text, sample) => expect(readBadge(text)).toEqual(readBadge(sample)),
  "badge-svg": (text, sample) => expect(parseXml(text)).toEqual(parseXml(sample)),
  metrics: (text, sample) => {
    const namesIn = (metrics: string): readonly string[] => readMetrics(metrics).samples.map(({ name }) => name);
    expect(new Set(namesIn(text))).toEqual(new Set(namesIn(sample)));
    expect(forbiddenIn(text.replaceAll("\n", ""))).toEqual([]);
  },
  attestation: (text) => expect(JSON.parse(text)).toMatchObject({ _type: "https://in-toto.io/Statement/v1" }),
  // Its own tests use a browser and parse5; here, it must have only elements and attributes that the sample has.
  html: (text, sample) => {
    const known = new Set(tagsOf(sample).map((tag) => tag.replaceAll(/"[^"]*"/g, '""')));
    const unknown = tagsOf(text).filter((tag) => !known.has(tag.replaceAll(/"[^"]*"/g, '""')));
    expect(unknown).toEqual([]);
  },
};

function tagsOf(html: string): readonly string[] {
  return html.match(/<[a-z][^>]*>/gi) ?? [];
}

/** The names of a document's elements, in order. */
function shape(xml: string): readonly string[] {
  const names = (element: ReturnType<typeof parseXml>): readonly string[] => [
    element.name,
    ...element.children.flatMap(names),
  ];
  return names(parseXml(xml)).filter((name) => name !== "system-out");
}

const parsedSamples = new Map<string, readonly Nodes[]>();

function ofSampleInMarkdown(sample: string): readonly Nodes[] {
  const nodes = parsedSamples.get(sample) ?? nodesOf(readMarkdown(sample));
  parsedSamples.set(sample, nodes);
  return nodes;
}

const ownHtml =
  /^(?:<details><summary>[\w ,:().-]+<\/summary>|<\/details>|<!-- plant-store-conformance [0-9a-f]{16} -->)$/;

/** The kinds of nodes through which text of the provider would take effect. */
const obeyed = [
  "link",
  "linkReference",
  "image",
  "imageReference",
  "definition",
  "footnoteReference",
  "footnoteDefinition",
];

function hasTheSameBlocks(text: string, sample: string): void {
  const nodes = nodesOf(readMarkdown(text));
  const of = (type: string, from: readonly Nodes[] = nodes): number => from.filter((node) => node.type === type).length;
  for (const type of obeyed) expect(of(type), type).toBe(0);
  for (const node of nodes) {
    if (node.type === "html") for (const line of node.value.split("\n")) expect(line).toMatch(ownHtml);
    if (node.type === "text") expect(node.value).not.toMatch(/@\w|#\d|\bGH-\d|:\/\/|\bwww\.|[0-9a-f]{40}/);
  }
  const expected = ofSampleInMarkdown(sample);
  // A shortened report, or one with empty bodies, has fewer.
  if (/Shortened to fit|An empty body/.test(text)) return;
  for (const type of ["heading", "table", "tableRow", "tableCell", "code", "thematicBreak", "blockquote"]) {
    expect(of(type), type).toBe(of(type, expected));
  }
}

async function staysHarmless(text: string): Promise<void> {
  const result = poisoned(base, text);
  const short = renderShort(result);
  expect(forbiddenIn(short)).toEqual([]);
  expect(short).not.toMatch(/##\[|##vso\[|##teamcity\[|\[\[ATTACHMENT\||^\s*::[a-z]/im);
  for (const format of formats) {
    const report = await renderers[format].render(result);
    expect(forbiddenIn(report), format).toEqual([]);
    expect(report, format).not.toMatch(/##\[|##vso\[|##teamcity\[|\[\[ATTACHMENT\|/i);
    if (format !== "annotations") expect(report, format).not.toMatch(/^\s*::[a-z]/im);
    await harmless[format](report, ofSample[format] ?? "");
  }
}

describe("a provider's words are made harmless in every format, when they are aimed at", () => {
  test.each(hostileTexts)("%s", async (_aim, text) => {
    await staysHarmless(text);
    expect(readResult(renderJson(poisoned(base, text)))).toEqual(poisoned(base, text));
  });
});

test("JUnit XML with any of them is what Jenkins' schema describes", async () => {
  const files = hostileTexts.map(([, text]) => renderJunit(poisoned(base, text)));
  expect(await junitFaults(...files)).toEqual([]);
});

test("and whatever else they are", async () => {
  const pieces = hostileTexts.map(([, text]) => text).filter((text) => text.length < 1000);
  await assert(
    asyncProperty(string({ unit: "binary" }), async (text) => {
      const result = poisoned(base, text + (pieces[text.length % pieces.length] ?? ""));
      for (const format of formats) expect(forbiddenIn(await renderers[format].render(result)), format).toEqual([]);
      parseXml(renderJunit(result));
      hasTheSameBlocks(renderMarkdown(result), ofSample["markdown"] ?? "");
      expect(readTap(renderTap(result)).extra).toEqual([]);
    }),
    { numRuns: 15 },
  );
});
