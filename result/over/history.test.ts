/** The history of runs. */
import { describe, expect, test } from "vitest";
import type { Status } from "../check-result.ts";
import { entriesOfFleet, entryOfResult, type HistoryEntry, historyOf } from "./history.ts";
import { sampleResult } from "../testing/sample-result.ts";
import { sampleFleet } from "../../reports/fleet/testing/sample-fleet.ts";

const words: Readonly<Record<string, Status>> = {
  "+": "passed",
  "-": "failed",
  w: "waived",
  "?": "not-judged",
};

/** One run a day. Each character is the outcome of the requirement `a`, and each version is given at its first day. */
function days(signs: string, versions: Readonly<Record<number, string>> = {}): readonly HistoryEntry[] {
  const base = entryOfResult(sampleResult, "staging");
  let version: string | undefined;
  return Array.from(signs, (sign, at) => {
    version = versions[at] ?? version;
    const startedAt = new Date(Date.UTC(2026, 0, 1 + at)).toISOString();
    const status = words[sign];
    return {
      ...base,
      startedAt,
      ...(version === undefined ? {} : { version }),
      statuses: status === undefined ? {} : { a: status },
    };
  });
}

const dayOf = (entry: HistoryEntry | null | undefined): number | null =>
  entry === null || entry === undefined ? null : new Date(entry.startedAt).getUTCDate() - 1;

describe("a requirement is broken since", () => {
  test.each([
    ["+++", null, null],
    ["++-", 2, 1],
    ["---", 0, null],
    ["+-+--", 3, 2],
    ["+-??-", 1, 0],
    ["+-?", 1, 0],
    ["?-", 1, null],
    ["+?-", 2, 0],
    ["+-w", 1, 0],
    [".+-.", 2, 1],
    ["???", null, null],
  ])("%s: run %s, and was last met in run %s", (signs, since, lastMet) => {
    const broken = historyOf(days(signs))?.broken ?? [];
    expect(broken.map((one) => [dayOf(one.since), dayOf(one.lastMet)])).toEqual(
      since === null ? [] : [[since, lastMet]],
    );
  });

  test("is waived where the last run says so", () => {
    expect(historyOf(days("+-w"))?.broken).toMatchObject([{ id: "a", status: "waived" }]);
    expect(historyOf(days("+w-"))?.broken).toMatchObject([{ id: "a", status: "failed" }]);
  });

  test("does not depend on the order in which the runs are read", () => {
    expect(historyOf(days("+-+--").toReversed())).toEqual(historyOf(days("+-+--")));
  });
});

describe("a requirement is flaky", () => {
  test.each([
    ["+-", {}, null],
    ["+-+", {}, 2],
    ["+-+-", {}, 3],
    ["+-?+", {}, 2],
    // Two changes, nine runs apart, are within ten runs; ten runs apart they are not.
    ["+---------+", {}, 2],
    ["+----------+", {}, null],
    // A new version explains a change.
    ["+-+", { 0: "1", 1: "2", 2: "3" }, null],
    ["+-+", { 0: "1", 2: "2" }, null],
    ["+-+", { 0: "1" }, 2],
    ["+-+-+", { 0: "1", 2: "2" }, 2],
  ])("%s with the versions %j: %s changes", (signs, versions, changes) => {
    expect(historyOf(days(signs, versions))?.flaky.map((one) => one.changes)).toEqual(
      changes === null ? [] : [changes],
    );
  });

  test.each([
    ["+-+-+-", {}, 6],
    ["+-+----------", {}, 10],
    ["+-+-+-+-", { 0: "1", 5: "2" }, 5],
    ["+----------+-+", {}, 10],
    ["----+-+", { 0: "1", 4: "2" }, 3],
  ])("%s with the versions %j: among %s runs", (signs, versions, among) => {
    expect(historyOf(days(signs, versions))?.flaky).toMatchObject([{ among }]);
  });

  test("last in the run of the last such change", () => {
    expect(dayOf(historyOf(days("+-+-+++"))?.flaky[0]?.last)).toBe(4);
  });
});

test("nothing is shown of no run", () => {
  expect(historyOf([])).toBeNull();
});

test("an entry has the statuses, the version and the latency, and nothing of what was sent", () => {
  const entry = entryOfResult({ ...sampleResult, provider: { ...sampleResult.provider, version: "1.4.0" } }, "staging");
  expect(entry).toMatchObject({ provider: "staging", version: "1.4.0", verdict: sampleResult.verdict });
  expect(Object.keys(entry.statuses)).toEqual(sampleResult.requirements.map(({ id }) => id));
  expect(entry.latency?.exchanges).toBeGreaterThan(0);
  expect(JSON.stringify(entry)).not.toContain("Bearer");
});

test("a fleet has an entry for each provider that was run", () => {
  const fleet = sampleFleet(14);
  const ran = fleet.providers.filter(({ files }) => files !== undefined);
  expect(entriesOfFleet(fleet).map(({ provider }) => provider)).toEqual(ran.map(({ name }) => name));
});
