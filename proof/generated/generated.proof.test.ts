/** The suite against copies of generated servers. Each copy declares the expected report. */
import { describe, expect, test } from "vitest";
import { providerResult } from "../../library/provider-result.ts";
import { fixRows } from "../../reports/run/report-failure.ts";
import { listedStacks } from "../../result/recognised-stacks.ts";
import { rowLines } from "../../reports/text/terminal-text.ts";
import type { RequirementResult, RunResult } from "../../result/result.ts";
import { stackFault } from "../real/recognised.ts";
import { differencesByWitness, differencesOf } from "../real/runner/judge-stack.ts";
import { copies } from "./index.ts";
import { rustAxum } from "./rust-axum.ts";

const token = "token-of-the-copies";

const page = { width: 10_000, colour: false, bodyLimit: { codePoints: 100, lines: 1 } };

/** The lines of the fixes of a requirement, as a report prints them. */
function fixes(result: RunResult, requirement: RequirementResult): readonly string[] {
  return fixRows({ result }, requirement)
    .flatMap((row) => rowLines(page, row))
    .map((line) => line.trim().replace(/^fix\s+/u, ""));
}

describe("the suite says exactly what is wrong with", () => {
  test.each(copies.map((copy) => [copy.name, copy] as const))("%s", async (_name, copy) => {
    const { family, variant, expected } = copy;
    const running = await copy.start(token);
    try {
      const result = await providerResult({ url: running.url, token, seed: "1", strict: false });
      expect(differencesOf(result, expected)).toEqual([]);
      expect(stackFault(family, variant, result)).toBeNull();
      // The fix for the own stack comes before the general one.
      const shown = family.startsWith("Express ") ? "Express" : family;
      const known = listedStacks().find((stack) => stack.family === shown);
      const own = known?.program === undefined ? copy.name.replace(", as it comes", "") : `On ${known.family}: `;
      for (const requirement of result.requirements.filter(({ status }) => status === "failed")) {
        const [first = "", ...others] = fixes(result, requirement);
        expect(first, requirement.id).toContain(own);
        expect(others.length, requirement.id).toBeGreaterThan(0);
      }
    } finally {
      await running.stop();
    }
  });

  // Without copies that refuse every plant, which show nothing else, or names with `<`, which the witness sends.
  test.each(
    copies
      .filter((copy) => !("operation-exists" in copy.expected.broken) && copy !== rustAxum)
      .map((copy) => [copy.name, copy] as const),
  )("%s, by the witness", async (_name, { start, expected }) => {
    const running = await start(token);
    try {
      expect(await differencesByWitness({ url: running.url, token, expected })).toEqual([]);
    } finally {
      await running.stop();
    }
  });
});
