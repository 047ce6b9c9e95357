/** Reports of a run by another document lead to its requirements, not to those of the document that ships. */
import { describe, expect, test } from "vitest";
import type { RunResult } from "../result/result.ts";
import { sampleResult } from "../result/testing/sample-result.ts";
import { summarise } from "../result/verdict.ts";
import { type Format, renderers } from "./index.ts";

/** The sample as if a run by another document had made it. */
const other: RunResult = {
  ...sampleResult,
  command: {
    program: "plant-store-conformance",
    name: "check",
    reach: [],
    document: ["--document", "my hotel.yaml", "--operation", "book"],
    request: [],
    contracts: [],
    judging: [],
  },
  specification: { ...sampleResult.specification, another: { path: "/bookings" } },
};

const docs = "https://plants.example/requirements.md";

describe.each(["text", "html", "junit", "markdown", "annotations", "tap"] as const satisfies Format[])(
  "%s",
  (format) => {
    test("names the command that explains a requirement by that document, and no page of the other", async () => {
      const report = await renderers[format].render(other, { docs });
      const text = report.replaceAll("&#39;", "'").replaceAll("&apos;", "'").replaceAll(/\s+/gu, " ");
      expect(text).toMatch(/explain [\w-]+ --document 'my hotel\.yaml' --operation book/u);
      expect(text).not.toContain(docs);
    });
  },
);

test("the document that ships is linked as before", async () => {
  expect(await renderers.text.render(sampleResult, { docs })).toContain(docs);
});

test("a result that does not say by which document it is, is one of the document that ships", async () => {
  const sources = [{ document: "/paths/~1plants/post", entry: "the operation" }];
  const older = { ...sampleResult, requirements: sampleResult.requirements.map((one) => ({ ...one, sources })) };
  expect(await renderers.text.render(older, { docs })).toContain(docs);
});

test("what was created is not called plants", async () => {
  for (const format of ["text", "html"] as const) {
    expect(await renderers[format].render(other)).not.toMatch(/up to [0-9,]+ plants?\b/u);
    expect(await renderers[format].render(sampleResult)).toMatch(/up to [0-9,]+ plants?\b/u);
  }
});

test("what the document leaves nothing to ask for is not in the table of counts", async () => {
  const inapplicable = sampleResult.requirements
    .filter(({ level }) => level === "MUST")
    .map((one) => ({
      ...one,
      status: "not-judged" as const,
      checks: one.checks.map(({ id, title }) => {
        const reason = "the document asks for no token";
        return {
          id,
          title,
          status: "not-judged",
          because: "not-applicable",
          reason,
          findings: [],
          exchanges: [],
        } as const;
      }),
    }));
  const summary = summarise(inapplicable, sampleResult.summary);
  const result: RunResult = { ...other, requirements: inapplicable, summary };
  expect(await renderers.markdown.render(result)).toContain("| MUST | 0 | 0 | 0 | 0 |  |");
  expect((await renderers.html.render(result)).replaceAll(/<[^>]*>/gu, " ")).toMatch(/MUST\s+0\s+0\s+0\s+0\s/u);
  expect(await renderers.junit.render(result)).toContain("not applicable: the document asks for no token");
});
