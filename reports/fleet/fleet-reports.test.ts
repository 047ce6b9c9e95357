/** The reports about a fleet, each read as its consumers read it. */
import { renderFleetMarkdown, renderFleetHtml } from "../testing/render.ts";
import type { Html } from "mdast";
import { describe, expect, test } from "vitest";
import type { FleetMember } from "../../result/over/fleet-result.ts";
import { hostileTexts } from "../../proof/hostile/hostile-texts.ts";
import { fleetRenderers } from "../index.ts";
import { junitFaults, nodesOf, readMarkdown } from "../testing/readers.ts";
import { type XmlElement, parseXml } from "../testing/xml-reader.ts";
import { renderFleetCsv } from "./fleet-report.ts";
import { renderFleetJunit } from "../tests/junit.ts";
import { fleetCauses, fleetFigures, memberLine, openPoints } from "./fleet-words.ts";
import { sampleFleet, sampleMember } from "./testing/sample-fleet.ts";
import { judgedMember } from "../../result/over/fleet.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";

/** RFC 4180, read character by character. */
function csvRows(text: string): readonly (readonly string[])[] {
  return text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      Array.from(line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g), ([, cell = ""]) => cell.replaceAll('""', '"')),
    );
}

/** A text wherever the file, or a provider, may write one. */
function poisonedMember(text: string): FleetMember {
  const member = sampleMember(1);
  const causes = member.causes.map((cause) => ({ ...cause, title: text, fix: text }));
  const profile = Object.fromEntries(
    Object.keys(member.profile)
      .slice(0, 3)
      .map((id) => [id, text]),
  );
  return { ...member, name: text, labels: [text], version: text, baseUrl: text, reasons: [text], causes, profile };
}

describe("CSV", () => {
  test("has a line for each provider and requirement, and one for a provider without a run", () => {
    const { files: _, ...unjudged } = sampleMember(6, { statuses: {} });
    const fleet = sampleFleet([sampleMember(1), unjudged]);
    const [head = [], ...rows] = csvRows(renderFleetCsv(fleet));
    expect(rows).toHaveLength(fleet.requirements.length + 1);
    expect(rows.every((row) => row.length === head.length)).toBe(true);
    const failed = rows.filter((row) => row[head.indexOf("status")] === "failed");
    expect(failed.map((row) => row[head.indexOf("requirement")])).toEqual(sampleMember(1).causes[0]?.requirements);
    expect(rows.at(-1)).toEqual(expect.arrayContaining(["provider 6", "inconclusive", "3"]));
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", "a;=1+1", "a,=1", 'a",=1', "a|=1", " =1", "'=1"])(
    "calculates nothing from %j, whatever ends a cell",
    (text) => {
      const whole = renderFleetCsv(sampleFleet([poisonedMember(text)]));
      for (const separator of [",", ";", "|", "\t"]) {
        for (const line of whole.split(/\r?\n/)) {
          for (const cell of line.split(separator))
            expect(cell.replaceAll('"', "").trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/u);
        }
      }
    },
  );
});

describe("JUnit", () => {
  const suitesOf = (xml: string): readonly XmlElement[] => parseXml(xml).children;
  const casesOf = (suite: XmlElement | undefined, state: string): readonly string[] =>
    (suite?.children ?? [])
      .filter(({ children }) => children.some(({ name }) => name === state))
      .map(({ attributes }) => attributes["name"] ?? "");

  test("has a suite for each provider, which is red where its exit status is not 0", async () => {
    const xml = renderFleetJunit(sampleFleet([sampleMember(0), sampleMember(1), sampleMember(6)]));
    expect(await junitFaults(xml)).toEqual([]);
    const [met, broken, unjudged] = suitesOf(xml);
    expect(met?.attributes).toMatchObject({ name: "provider 0", failures: "0", errors: "0" });
    expect(casesOf(broken, "failure")).toEqual(["verdict", ...(sampleMember(1).causes[0]?.requirements ?? [])]);
    expect(casesOf(unjudged, "error")).toEqual(["verdict"]);
  });

  test("has nothing red for a provider that may fail, and says so", () => {
    const xml = renderFleetJunit(
      sampleFleet([sampleMember(0), sampleMember(1, { mayFail: true }), sampleMember(6, { mayFail: true })]),
    );
    const [, broken, unjudged] = suitesOf(xml);
    for (const suite of [broken, unjudged]) expect(suite?.attributes).toMatchObject({ failures: "0", errors: "0" });
    expect(casesOf(broken, "skipped")).toContain("verdict");
    expect(xml).toContain("This provider may fail.");
  });
});

describe("Markdown", () => {
  test("names those that did not pass first, then the causes, then what differs", () => {
    const text = renderFleetMarkdown(sampleFleet(12));
    const [, , ...rows] = text.split("\n").filter((line) => line.startsWith("| "));
    expect(rows[0]).toContain("`provider 1`");
    const causes = text.slice(text.indexOf("### Causes"), text.indexOf("### Open points that differ"));
    expect(causes).toContain(sampleMember(1).causes[0]?.title);
  });

  test("has a column of labels where a provider has one", () => {
    const headOf = (labels: readonly string[]): string | undefined =>
      renderFleetMarkdown(sampleFleet([sampleMember(0, { labels })]))
        .split("\n")
        .find((line) => line.startsWith("| "));
    expect([headOf([]), headOf(["eu"])]).toEqual([
      "| provider | verdict | why |",
      "| provider | labels | verdict | why |",
    ]);
  });

  test("has at most 900 KiB for any fleet", () => {
    const members = Array.from({ length: 1000 }, (_, at) =>
      sampleMember(at, { reasons: ["x".repeat(2000)], name: `${"n".repeat(95)}${at}` }),
    );
    const text = renderFleetMarkdown(sampleFleet([sampleMember(0), ...members]));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900 * 1024);
    expect(text).toMatch(/and \d+ more/);
  });
});

describe("what a reader has to do about a provider is on its line and in every report", () => {
  const formats = ["html", "markdown", "csv"] as const;

  test("an expired waiver beside a failure", async () => {
    const expired = "1 waiver expired: returns-name (2026-01-01); delete the entry, or give it a later date.";
    const member = sampleMember(1, { reasons: ["Broken.", expired] });
    expect(memberLine(member)).toContain(`Broken. ${expired}`);
    for (const format of formats) expect(await textOf(format, member)).toContain(expired);
  });

  test("the last day of the waiver that ends first", async () => {
    const statuses = { "returns-name": "waived" } as const;
    const member = sampleMember(0, { statuses, waivedUntil: "2027-03-31" });
    const words = "The first waiver ends on 2027-03-31.";
    expect(memberLine(member)).toContain(words);
    for (const format of formats) expect(await textOf(format, member)).toContain(words);
    const known = { id: "returns-name", reason: "known" };
    const entries = [
      { ...known, expires: "2027-12-31", status: "applied" },
      { ...known, expires: "2027-03-31", status: "applied" },
      { ...known, expires: "2025-01-31", status: "expired" },
    ] as const;
    const [judged, expired] = [entries, entries.slice(2)].map((some) =>
      judgedMember(sampleMember(0), { ...sampleResult, waivers: { allowed: true, entries: some } }, files),
    );
    expect(judged?.waivedUntil).toBe("2027-03-31");
    expect(expired?.waivedUntil).toBeUndefined();
  });

  test("a limit that the run reached", () => {
    const limitsReached = ["Limit reached: 2 exchanges had no whole answer within 5 s (--timeout)."];
    const judged = judgedMember(sampleMember(0), { ...sampleResult, limitsReached }, files);
    expect(memberLine(judged)).toContain(limitsReached[0]);
  });

  const files = { result: "providers/p/result.json", report: "providers/p/report.html" };
  const textOf = async (format: (typeof formats)[number], member: FleetMember): Promise<string> =>
    (await fleetRenderers[format](sampleFleet([member]))).replaceAll("\\", "");
});

test("the line of a provider and the page say how many of its requirements are waived", () => {
  const member = sampleMember(0, { statuses: { "returns-name": "waived", "returns-tag": "passed" } });
  expect(memberLine(member)).toContain("CONFORMANT WITH 1 REQUIREMENT WAIVED   ");
  expect(renderFleetMarkdown(sampleFleet([member, sampleMember(1)]))).toContain("CONFORMANT WITH 1 REQUIREMENT WAIVED");
});

test("the figures say how many of those that passed were judged by a selection alone, and how many may fail", () => {
  const selected = sampleMember(0, { verdict: "selection-met" });
  const fleet = sampleFleet([sampleMember(5), selected, sampleMember(6, { mayFail: true })]);
  expect(fleetFigures(fleet)).toBe(
    "3 providers: 2 passed (1 judged by a selection of checks), 1 inconclusive (1 may fail)",
  );
});

test("the verdict says where it is none on every provider, and the figures how many passed with waivers", () => {
  const statuses = { ...sampleMember(0).statuses, "accepts-valid-plant": "waived" } as const;
  const [right, waived, selected] = [
    sampleMember(5),
    sampleMember(0, { statuses }),
    sampleMember(0, { verdict: "selection-met" }),
  ];
  const saidOf = (...members: Parameters<typeof sampleFleet>[0] & readonly unknown[]): string =>
    renderFleetMarkdown(sampleFleet(members));
  expect(saidOf(right, waived)).toMatch(/^## FLEET PASSED: 2 providers: 2 passed \(1 with waivers\)\n/);
  expect(saidOf(right, waived)).toContain("No provider is known to have a failure that is not waived.");
  expect(saidOf(right, selected)).toMatch(/^## FLEET PASSED, NOT A VERDICT ON EVERY PROVIDER: /);
  expect(saidOf(right)).toMatch(/^## FLEET PASSED: 1 provider: 1 passed\n/);
});

test("the figures say of how many that passed a MUST was not judged", () => {
  const { must } = sampleResult.summary;
  const inPart = { summary: { ...sampleResult.summary, must: { ...must, notJudged: 3 } } };
  const whole = { summary: { ...sampleResult.summary, must: { ...must, notJudged: 0 } } };
  const fleet = sampleFleet([sampleMember(0, inPart), sampleMember(5, whole), sampleMember(6, inPart)]);
  expect(fleetFigures(fleet)).toBe("3 providers: 2 passed (1 not judged by every MUST), 1 inconclusive");
});

describe("the page", () => {
  test("has a cell for each provider and each requirement that one does not meet, which leads to that provider's report", () => {
    const fleet = sampleFleet(30);
    const html = renderFleetHtml(fleet);
    const broken = sampleMember(1).causes[0]?.requirements[0] ?? "";
    expect(html).toContain(`<a href="providers/p1/report.html#${broken}" aria-label="broken">`);
    expect(html).toContain(`<a href="providers/p2/report.html#${broken}" aria-label="met">`);
  });

  test("shows by a label only the providers that have it", () => {
    const html = renderFleetHtml(
      sampleFleet([sampleMember(1, { labels: ["a", "b"] }), sampleMember(2, { labels: ["b"] })]),
    );
    const classes = (name: string): readonly string[] =>
      Array.from(html.matchAll(/class="([^"]*)"[^>]*>(?:<[^>]*>)*([^<]*)/g), ([, own = "", text]) =>
        text === name ? own : "",
      );
    expect(classes("provider 1")).toContain("m l0 l1");
    expect(classes("provider 2")).toContain("m l1");
    expect(html).toContain("body:has(#_l1:checked) .m:not(.l1)");
  });

  test("leads to no requirement that a provider's report does not have, because it was not selected", () => {
    const [id = ""] = sampleMember(1).causes[0]?.requirements ?? [];
    const selected = sampleMember(5, { statuses: { "duplicate-id": "observed" }, profile: {} });
    const html = renderFleetHtml(sampleFleet([sampleMember(1), selected]));
    expect(html).toContain(`href="providers/p1/report.html#${id}"`);
    expect(html).toContain('href="providers/p5/report.html"');
    expect(html).not.toContain('href="providers/p5/report.html#');
  });

  test("begins with who passed, who failed and who could not be judged, and why", () => {
    const html = renderFleetHtml(sampleFleet(30));
    const places = [
      " passed</span>",
      " failed</span>",
      " inconclusive</span>",
      "Providers by requirements",
      ">Causes (",
    ];
    const after = html.slice(html.indexOf('<section id="_providers"'));
    const found = places.map((words) => after.indexOf(words));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
  });

  test("names a provider once for a cause that it has twice", () => {
    const member = sampleMember(1);
    const [group] = fleetCauses(sampleFleet([{ ...member, causes: [...member.causes, ...member.causes] }]));
    expect(group?.members.length).toBe(1);
  });

  test("calls no requirement met that was judged in no provider", () => {
    const met = renderFleetHtml(sampleFleet([sampleMember(0)]));
    expect(met).toMatch(/\d+ requirements met wherever judged/);
    expect(met).not.toContain("judged in no provider");
    const unjudged = renderFleetHtml(sampleFleet([sampleMember(6)]));
    expect(unjudged).not.toContain("met wherever");
    expect(unjudged).toMatch(/\d+ requirements judged in no provider/);
  });

  test("groups the providers by their first cause, the causes of a MUST before the others", () => {
    const levels = fleetCauses(sampleFleet(60)).map(({ cause }) => cause.level);
    expect(levels).toEqual(
      levels.toSorted((one, other) => ["MUST", "SHOULD"].indexOf(one) - ["MUST", "SHOULD"].indexOf(other)),
    );
    const groups = Array.from(
      renderFleetHtml(sampleFleet(60)).matchAll(/<tr class="group">.*?<\/tr>/g),
      ([row]) => row,
    );
    expect(groups.length).toBeGreaterThan(3);
    expect(new Set(groups).size).toBe(groups.length);
    expect(groups.at(-1)).toContain("Nothing of the document is broken");
  });

  test("has the open points that differ before those that are the same everywhere", () => {
    const many = openPoints(sampleFleet(20)).map(({ answers }) => answers.length);
    expect(many[0]).toBe(4);
    expect(many.at(-1)).toBe(1);
    expect(many).toEqual(many.toSorted((one, other) => other - one));
  });

  test("names each open point that is the same everywhere beside its answer", () => {
    const fleet = sampleFleet(20);
    const alike = openPoints(fleet).filter(({ answers }) => answers.length === 1);
    const shown = renderFleetHtml(fleet).split("The same wherever they were observed")[1] ?? "";
    for (const { id } of alike) expect(shown).toContain(`<th scope="row"><code>${id}</code></th>`);
  });

  test.each(["javascript:alert(1)", "//elsewhere.example/", "/etc/passwd", "data:text/html,x", "a b"])(
    "does not link to %j, where a result says that this is the report",
    (report) => {
      const html = renderFleetHtml(sampleFleet([sampleMember(1, { files: { result: report, report } })]));
      expect(html).not.toContain(`href="${report}`);
    },
  );
});

describe("what the file or a provider writes has no effect, in", () => {
  const fleets = hostileTexts.map(([, text]) => sampleFleet([sampleMember(0), poisonedMember(text)]));
  const texts = Object.keys(fleetRenderers) as (keyof typeof fleetRenderers)[];

  test.each(texts)("%s: no control or bidirectional character is written", async (format) => {
    for (const fleet of fleets) {
      const text = await fleetRenderers[format](fleet);
      expect(text).not.toMatch(/(?![\n\r\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
    }
  });

  test("the page: the elements are those of a harmless fleet", () => {
    const tagsOf = (html: string): readonly string[] =>
      Array.from(html.matchAll(/<(\/?[a-z0-9]+)/gi), ([, tag = ""]) => tag);
    const harmless = tagsOf(renderFleetHtml(sampleFleet([sampleMember(0), poisonedMember("x")]))).filter(
      (tag) => !/code/.test(tag),
    );
    for (const fleet of fleets) {
      expect(tagsOf(renderFleetHtml(fleet)).filter((tag) => !/code/.test(tag))).toEqual(harmless);
    }
  });

  test("JUnit: it is well-formed and valid, and has the same cases", async () => {
    const written = fleets.map((fleet) => renderFleetJunit(fleet));
    expect(await junitFaults(...written)).toEqual([]);
    const names = (xml: string): readonly (string | undefined)[] =>
      parseXml(xml).children.flatMap(({ children }) => children.map(({ attributes }) => attributes["name"]));
    for (const xml of written) expect(names(xml)).toEqual(names(written[0] ?? ""));
  });

  test("Markdown: there is no HTML, link or image, and the tables have the same rows", () => {
    const shape = (text: string): readonly string[] => nodesOf(readMarkdown(text)).map(({ type }) => type);
    const rows = (text: string): number => shape(text).filter((type) => type === "tableRow").length;
    const sample = renderFleetMarkdown(sampleFleet([sampleMember(0), poisonedMember("x")]));
    for (const fleet of fleets) {
      const text = renderFleetMarkdown(fleet);
      const nodes = nodesOf(readMarkdown(text));
      expect(nodes.filter((node): node is Html => ["html", "link", "image"].includes(node.type))).toEqual([]);
      expect(rows(text)).toBe(rows(sample));
    }
  });
});
