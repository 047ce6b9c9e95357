/**
 * How likely a run finds a fault of some plants: measured again with UPDATE_SHARES, and tested for the common faults.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FAULTS, OCCASIONS, SHARES_FILE, readShares, sharesPage } from "./shares-page.ts";
import { judgeShare, measureShares } from "./shares.ts";

const PAGE = new URL("../../docs/shares.md", import.meta.url);

/** Runs for each number on the page. */
const RUNS = 50;

/** What to write: `measure` measures again, `page` writes the page from the measurements. */
const UPDATE = process.env["UPDATE_SHARES"];

if (UPDATE === "measure")
  test("what is measured is written", { timeout: 7_200_000 }, async () => {
    const shares = { runs: RUNS, rows: await measureShares(RUNS) };
    writeFileSync(SHARES_FILE, `${JSON.stringify(shares, null, 2)}\n`);
    expect(readShares()).toEqual(shares);
  });

if (UPDATE !== undefined)
  test("the page is written", () => {
    writeFileSync(PAGE, sharesPage(readShares()));
    expect(readFileSync(PAGE, "utf8")).toContain(`${readShares().runs} runs`);
  });

describe.each(FAULTS)("plants that are %s", (fault) => {
  test("are a broken MUST where it is one in five", async () => {
    expect(await judgeShare(fault, "fifth", 1_000)).toEqual({ must: true, any: true });
  });
});

test("what was measured is of every fault on every occasion, and what is broken is also reported", () => {
  const { runs, rows } = readShares();
  const wanted = FAULTS.flatMap((fault) => OCCASIONS.map((occasion) => ({ fault, occasion })));
  expect(rows.map(({ fault, occasion }) => ({ fault, occasion }))).toEqual(wanted);
  for (const row of rows) {
    expect(row.must, `${row.fault} ${row.occasion}`).toBeLessThanOrEqual(row.any);
    expect(row.any, `${row.fault} ${row.occasion}`).toBeLessThanOrEqual(runs);
  }
});

test("the page is the one of what was measured", () => {
  const words = (text: string): string => text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
  expect(words(readFileSync(PAGE, "utf8"))).toBe(words(sharesPage(readShares())));
});
