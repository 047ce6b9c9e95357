/** How likely a run finds a fault of some plants: measured again with UPDATE_SHARES, and held for the common ones. */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FAULTS, ONE_IN, judgeShare, measure, sharesPage } from "./shares.ts";

const PAGE = new URL("../../docs/shares.md", import.meta.url);

/** Runs for each number of the page. */
const RUNS = 20;

test.runIf(process.env["UPDATE_SHARES"] !== undefined)("the page is written", { timeout: 3_600_000 }, async () => {
  writeFileSync(PAGE, sharesPage(await measure(RUNS), RUNS));
  expect(readFileSync(PAGE, "utf8")).toContain(`${RUNS} runs`);
});

describe.each(FAULTS)("plants that are %s", (fault) => {
  test("are a broken MUST where it is one in five", async () => {
    expect(await judgeShare(fault, 5, 1_000)).toEqual({ must: true, any: true });
  });
});

test("the page says what was measured for every fault and every share", () => {
  const page = readFileSync(PAGE, "utf8");
  const rows = page.split("\n").filter((line) => /^\| (?:answered|refused|not)/.test(line));
  expect(rows).toHaveLength(FAULTS.length);
  for (const row of rows) expect(row.match(/\d+ % *\(\d+ %\)/g)).toHaveLength(ONE_IN.length);
});
