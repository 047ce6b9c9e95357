import { renderText } from "./testing/render.ts";
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { type Format, renderVerdictLine, renderers } from "./index.ts";
import { interaction } from "../result/testing/outcomes.ts";
import { sampleResult } from "../result/testing/sample-result.ts";

const schema: object = JSON.parse(readFileSync(new URL("../result/result.schema.json", import.meta.url), "utf8"));
const validate = new Ajv2020({ strict: false }).compile(schema);

describe("../result/result.schema.json", () => {
  test("describes the sample, which holds every status", () => {
    expect(validate(sampleResult), JSON.stringify(validate.errors)).toBe(true);
    const statuses = sampleResult.requirements.flatMap(({ checks }) => checks.map(({ status }) => status));
    expect(new Set(statuses)).toEqual(new Set(["passed", "failed", "waived", "not-judged", "observed"]));
    expect(new Set(sampleResult.requirements.map(({ status }) => status))).toEqual(new Set(statuses));
    const interactions = sampleResult.contracts.flatMap((contract) => contract.interactions);
    expect(new Set(interactions.map(({ status }) => status))).toEqual(
      new Set(["passed", "failed", "waived", "not-judged"]),
    );
    const waivers = sampleResult.waivers?.entries.map(({ status }) => status);
    expect(new Set(waivers)).toEqual(new Set(["applied", "stale", "expired", "not-judged"]));
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
  // The page has a test of its own, without the style and the script.
  const formats = (Object.keys(renderers) as Format[]).filter((format) => format !== "html");

  test.each(formats)("%s is what it was", async (format) => {
    await expect(await renderers[format].render(sampleResult)).toMatchFileSnapshot(
      `golden/${renderers[format].fileName}`,
    );
  });

  test("keep to 80 columns, but for the lines that are one command", () => {
    const lines = renderText(sampleResult, { width: 80 }).split("\n");
    const wide = lines.filter((line) => stringWidth(line) > 80 && !/ {3}(?:curl|rerun) /.test(line));
    expect(wide).toEqual([]);
  });

  test("end with the verdict and the exit status", () => {
    const text = renderText(sampleResult, { width: 120 }).replaceAll(/\n +/g, " ");
    expect(text.trimEnd().split("\n").slice(-2)).toEqual([renderVerdictLine(sampleResult), "exit 1"]);
  });
});

test("a run that ended before its contracts names each contract on one line", () => {
  const contracts = sampleResult.contracts.map((contract) => ({
    ...contract,
    interactions: contract.interactions.map((one) => interaction({ ...one, status: "not-judged", findings: [] })),
  }));
  const text = renderText({ ...sampleResult, complete: false, contracts });
  expect(text).toContain(
    "CONTRACTS\n  plant-importer: not verified, 3 interactions\n  greenhouse: not verified, 2 interactions\n",
  );
});
