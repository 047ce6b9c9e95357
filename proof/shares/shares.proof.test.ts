/**
 * How likely a run finds a fault of some plants: measured again with UPDATE_SHARES, and tested for the common faults.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { measureFront, measureFronts, measureOften } from "./random-fronts.ts";
import {
  FAULTS,
  FRONTS_FILE,
  FRONT_FAULTS,
  FRONT_PERCENTS,
  type FrontFault,
  OFTEN,
  OCCASIONS,
  SHARES_FILE,
  mostRequests,
  readFronts,
  readShares,
  sharesPage,
} from "./shares-page.ts";
import { judgeShare, measureShares } from "./shares.ts";

const PAGE = new URL("../../docs/shares.md", import.meta.url);

/** Runs for each number on the page. */
const RUNS = 20;

/** Runs for each front on the page. */
const FRONT_RUNS = 20;

/** Runs for the front that is measured more often. */
const OFTEN_RUNS = 100;

/** What to write: `measure` measures again, `fronts` the fronts alone, `page` writes the page from the measurements. */
const UPDATE = process.env["UPDATE_SHARES"];

if (UPDATE === "measure")
  test("what is measured is written", { timeout: 7_200_000 }, async () => {
    const shares = { runs: RUNS, rows: await measureShares(RUNS) };
    writeFileSync(SHARES_FILE, `${JSON.stringify(shares, null, 2)}\n`);
    expect(readShares()).toEqual(shares);
  });

if (UPDATE === "measure" || UPDATE === "fronts")
  test("the fronts are measured", { timeout: 7_200_000 }, async () => {
    const often = { runs: OFTEN_RUNS, rows: await measureOften(OFTEN_RUNS) };
    const measured = { runs: FRONT_RUNS, rows: await measureFronts(FRONT_RUNS), often };
    writeFileSync(FRONTS_FILE, `${JSON.stringify(measured, null, 2)}\n`);
    expect(readFronts()).toEqual(measured);
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

/** What each front is to be judged as at 10 %, in two runs here and in twenty on the page. */
const AT_TEN_PERCENT: Readonly<
  Record<
    Exclude<FrontFault, "408" | "409" | "closed" | "reset" | "silent" | "ended">,
    keyof Awaited<ReturnType<typeof measureFront>>
  >
> = {
  "400": "nonConformant",
  "401": "nonConformant",
  "401 renewed": "nonConformant",
  "403": "nonConformant",
  "429": "conformant",
  "429 hinted": "conformant",
  "500": "nonConformant",
  "502": "warned",
  "503": "warned",
  "503 hinted": "conformant",
  "504": "warned",
};

describe("a front that fails one request in ten at random", () => {
  test.each(Object.entries(AT_TEN_PERCENT))(
    "with %s is judged alike in each run, and not asked too often",
    async (fault, verdict) => {
      const row = await measureFront(fault as FrontFault, 10, 2);
      expect(row).toMatchObject({ [verdict]: 2 });
      expect(row.mostExchanges).toBeLessThanOrEqual(mostRequests(fault as FrontFault));
    },
  );
});

test.each([
  ["six in ten valid tokens", "403", 60],
  ["one id in ten as one that is taken", "409", 10],
] as const)("a front that refuses %s is never conformant", async (_what, fault, percent) => {
  expect(await measureFront(fault, percent, 4)).toMatchObject({ conformant: 0, warned: 0 });
});

test("a process that ends at one request in ten is never conformant, however often it is started again", async () => {
  const row = await measureFront("ended", 10, 2);
  expect(row).toMatchObject({ conformant: 0, warned: 0 });
  expect(row.mostExchanges).toBeLessThanOrEqual(mostRequests("ended"));
});

test.each(["408", "reset"] as const)(
  "three in ten requests with a %s are never conformant, though a connection that was used may end",
  async (fault) => {
    expect(await measureFront(fault, 30, 2)).toMatchObject({ conformant: 0, warned: 0 });
  },
);

test("no front that was measured turned green by a retry, or got more requests than a run may send", () => {
  const { runs, rows } = readFronts();
  const wanted = FRONT_FAULTS.flatMap((fault) => FRONT_PERCENTS.map((percent) => ({ fault, percent })));
  expect(rows.map(({ fault, percent }) => ({ fault, percent }))).toEqual(wanted);
  for (const { fault, percent, conformant, warned, mostExchanges } of rows) {
    const isFree = ["429", "429 hinted", "502", "503", "503 hinted", "504", "408", "closed", "reset"].includes(fault);
    expect(mostExchanges, `${fault} ${percent}`).toBeLessThanOrEqual(mostRequests(fault));
    if (!isFree && percent >= 10) expect(conformant + warned, `${fault} ${percent}`).toBeLessThanOrEqual(runs / 20);
  }
});

test("a front that answers 500 to three requests in a hundred, or to ten, is found as often as it has to be", () => {
  const { runs, rows } = readFronts().often;
  expect(rows.map(({ fault, percent }) => [fault, String(percent)])).toEqual(
    Object.keys(OFTEN.found).map((percent) => [OFTEN.fault, percent]),
  );
  const found = rows.map(({ nonConformant }) => (100 * nonConformant) / runs);
  expect(found.every((share, place) => share >= (Object.values(OFTEN.found)[place] ?? 100))).toBe(true);
});
