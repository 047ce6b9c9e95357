/** The single executable verifies no contracts, and each report says so. Only `isExecutable` differs from other runs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunResult } from "../result/result.ts";
import { command, folder } from "./testing/command.ts";

const SENTENCE = "The contracts were not verified: the single executable has no verifier of contracts.";

async function ran(...argv: readonly string[]): Promise<{ readonly text: string; readonly result: RunResult }> {
  const place = folder();
  const [text, json] = [join(place, "report.txt"), join(place, "result.json")];
  const reports = ["--report", `text=${text}`, "--report", `json=${json}`];
  const { status } = await command(
    ["check", "--reference", "--quiet", ...reports, ...argv],
    {},
    { isExecutable: true },
  );
  expect(status).toBe(0);
  const words = readFileSync(text, "utf8").replaceAll(/\s+/g, " ");
  return { text: words, result: JSON.parse(readFileSync(json, "utf8")) as RunResult };
}

test("a run of all checks says that the contracts were not verified, also with --quiet, and the result says why", async () => {
  const { text, result } = await ran();
  expect(text).toContain(SENTENCE);
  expect(result).toMatchObject({ verdict: "conformant", contracts: [], command: { executable: true } });
});

test("a selection says no more than that it is one", async () => {
  const { text } = await ran("--only", "returns-name");
  expect(text).toContain("Partial run: only returns-name.");
  expect(text).not.toContain(SENTENCE);
});
