/** The assertions that every report of a run must meet, with any provider. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { SaxesParser } from "saxes";
import { expect } from "vitest";
import { type Format, renderVerdictLine, renderers } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { forms } from "./echoes.ts";

const schema: object = JSON.parse(readFileSync(new URL("../../result/result.schema.json", import.meta.url), "utf8"));
const matchesSchema = new Ajv2020({ strict: false }).compile(schema);

/** Expects that every report is well-formed, contains no form of the token, and nothing that takes effect. */
export async function expectHarmless(result: RunResult): Promise<void> {
  expect(matchesSchema(result), JSON.stringify(matchesSchema.errors?.slice(0, 3))).toBe(true);
  for (const format of Object.keys(renderers) as Format[]) {
    const { fileName, render } = renderers[format];
    const report = await render(result);
    expectNoToken(report);
    expectNothingLive(report, format);
    if (/\.(json|har)$/.test(fileName)) JSON.parse(report);
    if (format === "json") expect(JSON.parse(report)).toEqual(JSON.parse(JSON.stringify(result)));
    if (/\.(xml|svg)$/.test(fileName)) expectXml(report);
  }
  expectNoToken(renderVerdictLine(result));
  for (const { response } of result.exchanges) {
    if (response?.body.encoding === "base64")
      expectNoToken(Buffer.from(response.body.content, "base64").toString("latin1"));
  }
}

/** Expects that no form of the token is in a text. */
export function expectNoToken(text: string): void {
  const lower = text.toLowerCase();
  const found = forms.filter(([, form]) => lower.includes(form.toLowerCase())).map(([form]) => form);
  expect(found).toEqual([]);
  // The beginning of a form that was cut is not there either.
  expect(text.includes("canary/To")).toBe(false);
}

/** Expects nothing that a terminal, a CI system or a browser would execute, and nothing invisible. */
export function expectNothingLive(report: string, format: string): void {
  const hidden =
    // oxlint-disable-next-line eslint/no-control-regex -- these are what is looked for
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(
      report,
    );
  expect(hidden === null ? null : report.slice(Math.max(0, hidden.index - 60), hidden.index + 20), format).toBeNull();
  expect(report, format).not.toMatch(/##\[|##vso\[|##teamcity\[|\[\[ATTACHMENT\|/i);
  // The annotations of the suite are such commands.
  if (!/annotations/.test(format)) expect(report, format).not.toMatch(/^\s*::[a-z]/im);
  const live = /html|junit|svg/.test(format)
    ? /<script>alert|<img src=x|<svg\/onload|<a href=javascript/.exec(report)
    : null;
  expect(live === null ? null : report.slice(Math.max(0, live.index - 200), live.index + 60), format).toBeNull();
}

function expectXml(xml: string): void {
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
}
