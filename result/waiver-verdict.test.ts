/** The effect of waived failures and of faulty waivers on a verdict. */
import { describe, expect, test } from "vitest";
import type { WaiverResults, WaiverStatus } from "./result.ts";
import { contracts, judged, requirement } from "./testing/verdicts.ts";

function waivers(
  allowed: boolean,
  ...entries: ReadonlyArray<readonly [id: string, status: WaiverStatus]>
): {
  readonly waivers: WaiverResults;
} {
  const whole = entries.map(([id, status]) => ({ id, status, reason: "known", expires: "2026-10-31" }));
  return { waivers: { allowed, entries: whole } };
}

const must = requirement("a", "passed");
const waivedMust = requirement("b", "waived");
const waivedShould = requirement("c", "waived", "SHOULD");
const waivedPoint = requirement("d", "waived", "OPEN");
const only = (ids: string): string => `Only waived failures: ${ids}; --allow-waived lets them pass.`;

describe("where waived failures are not allowed", () => {
  const more = waivers(false);

  test("a MUST makes the provider non-conformant, and nothing else is reported to", () => {
    expect(judged([must, waivedMust], more)).toEqual(["non-conformant", 1, only("b")]);
    expect(judged([must, waivedMust], { ...more, stopped: "It died." })).toEqual([
      "non-conformant",
      1,
      "It died.",
      only("b"),
    ]);
  });

  test("what is broken without a waiver is reported first", () => {
    const broken = requirement("e", "failed");
    expect(judged([waivedMust, broken, waivedPoint], more)).toEqual([
      "non-conformant",
      1,
      "1 requirement broken: e.",
      "1 requirement broken and waived: b.",
      "1 open point not as expected and waived: d.",
    ]);
  });

  test("a SHOULD counts in a strict run, and is reported beside the warnings in another", () => {
    expect(judged([must, waivedShould], { ...more, strict: true })).toEqual(["non-conformant", 1, only("c")]);
    expect(judged([must, waivedShould], more)).toEqual(["conformant", 0, "Every MUST is met; 1 SHOULD waived: c."]);
    const warned = [must, waivedShould, requirement("e", "failed", "SHOULD")];
    expect(judged(warned, more)).toEqual([
      "conformant",
      0,
      "Every MUST is met; 1 SHOULD not met: e; 1 SHOULD waived: c.",
    ]);
  });

  test("an open point fails the run and leaves the provider conformant", () => {
    expect(judged([must, waivedPoint], more)).toEqual(["conformant", 1, only("d"), "Every requirement is met."]);
    expect(judged([must, waivedMust, waivedPoint], more)).toEqual(["non-conformant", 1, only("b, d")]);
  });
});

describe("where waived failures are allowed", () => {
  const more = waivers(true);

  test("the provider is conformant, and they are the first reason", () => {
    expect(judged([must, waivedMust, waivedPoint], more)).toEqual([
      "conformant",
      0,
      "1 requirement broken and waived: b.",
      "1 open point not as expected and waived: d.",
      "Every other requirement is met.",
    ]);
    const should = [must, waivedShould];
    expect(judged(should, { ...more, strict: true }).slice(2)).toEqual([
      "1 requirement broken and waived: c.",
      "Every other requirement is met.",
    ]);
    const warned = [waivedMust, requirement("e", "failed", "SHOULD")];
    expect(judged(warned, more)[3]).toBe("Every other MUST is met; 1 SHOULD not met: e.");
  });

  test("what is broken without a waiver, or was not judged, still decides", () => {
    expect(judged([waivedMust, requirement("e", "failed")], more)).toEqual([
      "non-conformant",
      1,
      "1 requirement broken: e.",
      "1 requirement broken and waived: b.",
    ]);
    expect(judged([waivedMust], { ...more, stopped: "It died." })).toEqual([
      "inconclusive",
      3,
      "It died.",
      "1 requirement broken and waived: b.",
    ]);
  });

  test("a requirement is named once, however much of it is waived", () => {
    const both = contracts({ requirement: "b", level: "MUST", status: "waived" });
    expect(judged([waivedMust], { ...more, ...both })[2]).toBe("1 requirement broken and waived: b.");
  });
});

describe("waivers that are not in order fail the run, and leave the verdict on the document", () => {
  const stale = "1 waiver stale: a; what is waived passes now, so delete the entry.";
  const expired = "2 waivers expired: a (2026-10-31), b (2026-10-31); delete the entry, or give it a later date.";

  test.each([true, false])("allowed or not: %s", (allowed) => {
    expect(judged([must], waivers(allowed, ["a", "stale"], ["b", "applied"], ["c", "not-judged"]))).toEqual([
      "conformant",
      1,
      stale,
      "Every requirement is met.",
    ]);
    expect(judged([must], waivers(allowed, ["a", "expired"], ["b", "expired"]))).toEqual([
      "conformant",
      1,
      expired,
      "Every requirement is met.",
    ]);
  });

  test("beside an inconclusive run and a selection, too", () => {
    expect(judged([must], { ...waivers(true, ["a", "stale"]), causes: ["Nobody came."] })).toEqual([
      "inconclusive",
      1,
      "Nobody came.",
      stale,
    ]);
    expect(judged([must], { ...waivers(true, ["a", "stale"]), partial: true })).toEqual([
      "selection-met",
      1,
      stale,
      "Everything selected is met. Only a selection of the checks was run: this is not a verdict on the provider.",
    ]);
  });

  test("so that what is waived beside them is not all that fails", () => {
    expect(judged([waivedMust], waivers(false, ["a", "stale"]))).toEqual([
      "non-conformant",
      1,
      "1 requirement broken and waived: b.",
      stale,
    ]);
  });
});
