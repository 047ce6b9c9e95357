/** `--provider-version`: what the user says of the provider is in every result. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult } from "../../reports/testing/readers.ts";
import { command, folder } from "../testing/command.ts";

test("is in the result without a broker, and in the page", async () => {
  const into = folder();
  await command(["check", "--reference", "--no-contracts", "--provider-version", "1.4.0", "--out", into]);
  expect(readResult(readFileSync(join(into, "result.json"), "utf8")).provider.version).toBe("1.4.0");
  expect(readFileSync(join(into, "report.html"), "utf8")).toContain("version 1.4.0");
});

test("may stand in a configuration", async () => {
  const into = folder();
  const config = join(into, "config.yaml");
  writeFileSync(config, "provider-version: 2026.11\ncontracts: false\n");
  await command([
    "check",
    "--reference",
    "--config",
    config,
    "--report",
    `json=${join(into, "result.json")}`,
    "--quiet",
  ]);
  expect(readResult(readFileSync(join(into, "result.json"), "utf8")).provider.version).toBe("2026.11");
});

test.each(["", " 1", "1\n2", "x".repeat(201), "\u001b[31m1"])("refuses %j, which is no version", async (text) => {
  const ran = await command(["check", "--reference", "--provider-version", text]);
  expect(ran).toMatchObject({ status: 2, out: "", err: expect.stringContaining("is no version; give a text") });
});
