/** No report shows the findings of one exchange beside another exchange, and each report shows the plainest finding. */
import { describe, expect, test } from "vitest";
import type { Exchange, Finding, RecordedBody, RunResult } from "../result/result.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { renderers } from "./index.ts";
import { renderShort } from "./text/terminal-short-report.ts";

const [given] = sampleResult.exchanges;
const shape = sampleResult.requirements.find(({ id }) => id === "error-shape");
const [check] = shape?.checks.filter(({ status }) => status === "failed") ?? [];
if (given?.response == null || shape === undefined || check === undefined) throw new Error("Not in the sample");
const { request, response } = given;

function bodyOf(content: string, encoding: RecordedBody["encoding"] = "utf-8"): RecordedBody {
  return { encoding, content, size: content.length };
}

/** A refusal whose Error names its exchange. */
function refused(name: string, sent: RecordedBody | null, status = 400): Exchange {
  const answer = bodyOf(`{"error":"${name}","message":"no"}`);
  return {
    ...given,
    check: `from/${name}`,
    request: { ...request, body: sent },
    response: { ...response, status, body: answer },
  } as Exchange;
}

function found(exchange: number, name: string): Finding {
  return { where: "/error", expected: "JSON type integer", seen: `"${name}"`, exchange };
}

/** One check with four findings, each in an exchange of its own; the plainest is the third. */
const exchanges = [
  refused("unreadable", bodyOf("gIGC", "base64")),
  refused("empty", bodyOf("")),
  refused("plainest", bodyOf('{"id":1}')),
  refused("longest", bodyOf(`{"id":1,"name":"${"x".repeat(60)}"}`)),
];
const names = ["unreadable", "empty", "plainest", "longest"];
const findings = names.map((name, at) => found(at, name)) as unknown as readonly [Finding, ...Finding[]];

const { baseline: _baseline, causes: _causes, ...sample } = sampleResult;
const result: RunResult = {
  ...sample,
  contracts: [],
  exchanges,
  requirements: [{ ...shape, checks: [{ ...check, status: "failed", findings, exchanges: [0, 1, 2, 3] }] }],
};

/** The part of a report between two texts. */
function between(report: string, from: string, to: string): string {
  const start = report.indexOf(from);
  const end = report.indexOf(to, start + from.length);
  expect([start, end], `${from} to ${to}`).not.toContain(-1);
  return report.slice(start, end);
}

const others = ["unreadable", "empty", "longest"];

function expectPlainestAlone(part: string): void {
  expect(part).toContain("plainest");
  for (const name of others) expect(part).not.toContain(name);
}

describe("of a check that four exchanges show broken, the plainest exchange stands beside its own finding", () => {
  test("in the report with details, which names the exchange of each other finding", async () => {
    const report = await renderers.text.render(result);
    expectPlainestAlone(between(report, "  sent", "  others"));
    for (const name of others) {
      const line = report
        .split("\n")
        .filter((one) => one.includes(`"${name}"`) && /^\s+(?:others\s+)?exchange /.test(one));
      expect(line.join(""), name).toContain(`exchange ${names.indexOf(name)}, `);
    }
  });

  test("in its warnings", async () => {
    const [requirement] = result.requirements;
    if (requirement === undefined) throw new Error("There is no requirement");
    const warned = { ...result, requirements: [{ ...requirement, level: "SHOULD" as const }] };
    const report = await renderers.text.render(warned);
    expect(between(report, "  at", "  curl")).toContain("plainest");
    expect(between(report, "  curl", "\n\n")).toContain('{"id":1}');
  });

  test("in the short report", () => {
    expectPlainestAlone(between(renderShort(result, { width: 120 }), "Fix first (1 cause):", "fix: "));
  });

  test("in the brief", async () => {
    const [line = "{}", ...more] = (await renderers.brief.render(result)).trimEnd().split("\n");
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({ request: { body: '{"id":1}' }, where: "/error" });
    expectPlainestAlone(line);
  });

  test("in the page", async () => {
    const page = await renderers.html.render(result);
    expectPlainestAlone(between(page, "<dt>Sent</dt>", "<dt>Others</dt>"));
    expectPlainestAlone(between(page, '<ol class="first">', "</ol>"));
  });

  test("in the summary in Markdown", async () => {
    const report = await renderers.markdown.render(result);
    const first = report.split("\n").find((line) => line.includes("JSON type integer")) ?? "";
    expectPlainestAlone(first);
  });
});
