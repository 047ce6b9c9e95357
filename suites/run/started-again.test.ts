import { describe, expect, test } from "vitest";
import { type FuzzReport, isNotJudged } from "../../result/result.ts";
import { historyOf } from "../testing/history.ts";
import { checkOf } from "../checks/check-forms.ts";
import type { Check } from "../checks/check.ts";
import { type AskedRun, judgeRun } from "./judge-run.ts";

describe("the answer to an open point, where the provider was started again", () => {
  const outage = { restarted: true, inFlight: [1], before: [0] };

  /** The outcome of a check that sent the exchanges at these places. */
  function outcomeOf(form: Check["form"], places: readonly number[], outages: AskedRun["outages"]): unknown {
    const history = historyOf({}, {}, {}, {});
    const sentBy = new Map([["a/b", history.filter(({ index }) => places.includes(index))]] as const);
    const label = { requirement: "a", slug: "b", title: "A check" };
    const check = checkOf(form, label, { next: () => [], judge: () => ({ outcome: { status: "passed" } }) });
    const counts = { exchanges: 0, plantsCreated: 0 };
    const run: AskedRun = {
      checks: [check],
      history,
      sentBy,
      counts,
      stopped: null,
      safely: (text) => text,
      durationMs: 1,
    };
    const result = judgeRun({ ...run, ...(outages === undefined ? {} : { outages }) }).checks[0]?.result;
    return result !== undefined && isNotJudged(result) ? result.because : result?.status;
  }

  test.each(["observation", "search", "reading"] as const)("is not judged if two processes gave it (%s)", (form) => {
    expect(outcomeOf(form, [1, 2], [outage])).toBe("needs-state");
    expect(outcomeOf(form, [0, 3], [outage, outage])).toBe("needs-state");
  });

  test.each([
    ["before it", [0, 1], [outage]],
    ["after it", [2, 3], [outage]],
    ["where it did not come back", [1, 2], [{ ...outage, restarted: false }]],
    ["where nothing ended", [1, 2], []],
    ["of nothing", [], [outage]],
  ])("is judged if one did: %s", (_title, places, outages) => {
    expect(outcomeOf("observation", places, outages)).toBe("passed");
  });

  test("and every other check, which stores nothing that it goes by, is judged", () => {
    expect(outcomeOf("acceptance", [1, 2], [outage])).toBe("passed");
    expect(outcomeOf("observation", [1, 2], undefined)).toBe("passed");
  });

  test("counts what was answered last before the end as before it", () => {
    expect(outcomeOf("observation", [2, 3], [{ ...outage, before: [2] }])).toBe("needs-state");
  });
});

test("the exchanges of outages follow those of the history, and those of fuzzing follow them", () => {
  const [ofHistory, ofOutage, ofFuzzing] = historyOf({}, {}, {}).map(({ exchange }) => ({ ...exchange }));
  if (ofHistory === undefined || ofOutage === undefined || ofFuzzing === undefined) throw new Error("No exchanges");
  const history = historyOf({}).map((sent) => ({ ...sent, exchange: ofHistory }));
  let first = -1;
  const phase = {
    results: (index: number) => {
      first = index;
      return { checks: [], kept: [ofFuzzing], fuzz: {} as FuzzReport };
    },
  };
  const counts = { exchanges: 0, plantsCreated: 0 };
  const run = { checks: [], history, sentBy: new Map(), counts, stopped: null, safely: String, durationMs: 1 };
  const { exchanges } = judgeRun({ ...run, phase, ofOutages: [ofOutage] });
  expect(exchanges.map((one) => [ofHistory, ofOutage, ofFuzzing].indexOf(one))).toEqual([0, 1, 2]);
  expect(first).toBe(2);
});
