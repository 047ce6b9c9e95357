/** The schema of results requires the same members for each status as the types. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Status } from "./result.ts";
import { check, interaction } from "./testing/outcomes.ts";

const schema = JSON.parse(readFileSync(new URL("result.schema.json", import.meta.url), "utf8")) as object;
const ajv = new Ajv2020({ strict: false }).addSchema(schema, "result");
const isCheck = ajv.compile({ $ref: "result#/$defs/check" });
const isInteraction = ajv.compile({ $ref: "result#/$defs/contract/properties/interactions/items" });

const finding = { where: "status", expected: "200", seen: "201" };
const statuses: readonly Status[] = ["passed", "failed", "waived", "not-judged", "observed"];

describe("a check", () => {
  test.each(statuses)("that is %s is described", (status) => {
    expect(isCheck(check({ status })), JSON.stringify(isCheck.errors)).toBe(true);
  });

  test.each<readonly [string, object]>([
    ["passed with a finding", { ...check(), findings: [finding] }],
    ["passed for a reason", { ...check(), reason: "known" }],
    ["passed with a value", { ...check(), value: "200" }],
    ["failed without a finding", { ...check({ status: "failed" }), findings: [] }],
    ["failed for a reason", { ...check({ status: "failed" }), reason: "known" }],
    ["waived without a finding", { ...check({ status: "waived" }), findings: [] }],
    ["waived without a reason", { ...check({ status: "failed" }), status: "waived" }],
    ["not judged without a reason", { ...check(), status: "not-judged", because: "no-answer" }],
    ["not judged with a finding", { ...check({ status: "not-judged" }), findings: [finding] }],
    ["observed without a value", { ...check(), status: "observed" }],
  ])("is not %s", (_what, value) => {
    expect(isCheck(value)).toBe(false);
  });
});

describe("an interaction", () => {
  test.each(["passed", "failed", "waived", "not-judged"] as const)("that is %s is described", (status) => {
    expect(isInteraction(interaction({ status })), JSON.stringify(isInteraction.errors)).toBe(true);
  });

  test("that is pending and was not met is not judged, and shows what was found", () => {
    const pending = interaction({ status: "not-judged", pending: true, findings: [finding] });
    expect(isInteraction(pending), JSON.stringify(isInteraction.errors)).toBe(true);
  });

  test.each<readonly [string, object]>([
    ["passed with a finding", { ...interaction(), findings: [finding] }],
    ["failed without a finding", { ...interaction({ status: "failed" }), findings: [] }],
    ["waived without a reason", { ...interaction({ status: "failed" }), status: "waived" }],
    ["not judged without a reason", { ...interaction(), status: "not-judged" }],
  ])("is not %s", (_what, value) => {
    expect(isInteraction(value)).toBe(false);
  });
});
