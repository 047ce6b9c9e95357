/** When a selection of the checks is met. */
import { describe, expect, test } from "vitest";
import type { CheckResult, RequirementResult } from "./result.ts";
import { check } from "./testing/outcomes.ts";
import { contracts } from "./testing/verdicts.ts";
import { selectionWords, statusOf, verdictOf } from "./verdict.ts";

function requirement(
  id: string,
  level: RequirementResult["level"],
  ...checks: readonly CheckResult[]
): RequirementResult {
  const catalogued = { id, level, topic: "topic", statement: "It holds.", sources: [], fix: "Fix it." };
  return { ...catalogued, status: statusOf(checks), checks };
}

const words = (...requirements: readonly RequirementResult[]): ReturnType<typeof selectionWords> =>
  selectionWords(requirements);

const met = requirement("met", "MUST", check());
const idle = requirement("idle", "MUST", check({ status: "not-judged", because: "no-occasion" }));

describe("a selection is met", () => {
  test("if everything in it passed or was observed", () => {
    expect(words(met, requirement("point", "OPEN", check({ status: "observed" })))).toEqual({
      state: "met",
      sentence:
        "Everything selected is met. Only a selection of the checks was run: this is not a verdict on the provider.",
    });
  });

  test("if a part of it had no occasion, which is said", () => {
    expect(words(met, idle)).toMatchObject({
      state: "met",
      sentence: expect.stringContaining("is met, and 1 requirement had no occasion to be judged."),
    });
  });
});

describe("a selection is not met", () => {
  const unjudged = check({ status: "not-judged" });
  test.each([
    ["if a SHOULD fails", "not-met", requirement("should", "SHOULD", check({ status: "failed" })), "not met: should."],
    ["if a failure is waived", "not-met", requirement("must", "MUST", check({ status: "waived" })), "not met: must."],
    ["if a SHOULD could not be judged", "not-judged", requirement("should", "SHOULD", unjudged), "not judged: should."],
    [
      "if an open point could not be judged",
      "not-judged",
      requirement("point", "OPEN", unjudged),
      "not judged: point.",
    ],
  ])("%s", (_, state, other, sentence) => {
    expect(words(met, other)).toMatchObject({ state, sentence: expect.stringContaining(sentence) });
  });

  test("if one check of a requirement could not be judged, be it beside others that passed", () => {
    expect(words(met, requirement("half", "MUST", check(), unjudged))).toEqual({
      state: "not-judged",
      sentence:
        "Of the selection, not judged: half. Only a selection of the checks was run: this is not a verdict on the provider.",
    });
  });

  test("if one check of a requirement fails, which is all that is said of it", () => {
    expect(words(met, requirement("broken", "SHOULD", check({ status: "failed" }), unjudged))).toEqual({
      state: "not-judged",
      sentence:
        "Of the selection, not met: broken. Only a selection of the checks was run: this is not a verdict on the provider.",
    });
  });

  test("if a SHOULD fails and everything in it was judged, which is said", () => {
    const broken = requirement("broken", "SHOULD", check({ status: "failed" }));
    expect(words(broken, idle)).toMatchObject({
      state: "not-met",
      sentence: expect.stringMatching(/^The selection was judged; not met: broken\./),
    });
  });

  test("if nothing in it had an occasion, with the reason", () => {
    expect(words(idle)).toMatchObject({
      state: "not-judged",
      sentence: expect.stringContaining("had an occasion to be judged: nothing came back. Select checks that cause"),
    });
    expect(words()).toMatchObject({
      state: "not-judged",
      sentence: expect.stringContaining("to be judged. Select checks"),
    });
  });
});

test("a selection that leaves out an open point with an expected value is not judged, which is said", () => {
  const asked = { contracts: [], stopped: null, causes: [], partial: true, strict: false, requirements: [met] };
  const said = "1 open point with an expected value not selected, so not judged: point.";
  expect(verdictOf({ ...asked, unasked: ["point"] })).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  expect(verdictOf({ ...asked, unasked: ["point"] }).reasons[0]).toBe(said);
  expect(verdictOf({ ...asked, unasked: [] })).toMatchObject({ verdict: "selection-met", exitCode: 0 });
});

describe("a shard", () => {
  const shard = { index: 2, of: 5 };
  const said = "This is shard 2 of 5. It is not a verdict on the provider: merge the results of all shards.";
  const asked = { contracts: [], stopped: null, causes: [], partial: false, strict: false, shard };
  const verdict = (...requirements: readonly RequirementResult[]): ReturnType<typeof verdictOf> =>
    verdictOf({ ...asked, requirements });

  test("is met where a whole run is conformant, and says that it is a part", () => {
    expect(verdict(met)).toEqual({
      verdict: "selection-met",
      exitCode: 0,
      reasons: [`${said} In it: Every requirement is met.`],
    });
  });

  test("is met with a warning, and with an open point that could not be judged", () => {
    const warning = requirement("should", "SHOULD", check({ status: "failed" }));
    const open = requirement("point", "OPEN", check({ status: "not-judged" }));
    expect(verdict(met, warning, open)).toEqual({
      verdict: "selection-met",
      exitCode: 0,
      reasons: [`${said} In it: Every MUST is met; 1 SHOULD not met: should.`],
    });
  });

  test("says so where nothing in it was judged", () => {
    expect(verdict(idle)).toEqual({
      verdict: "selection-met",
      exitCode: 0,
      reasons: [`${said} In it: Nothing was judged.`],
    });
    const kept = { ...asked, ...contracts({}), requirements: [idle] };
    expect(verdictOf(kept).reasons).toEqual([`${said} In it: Every requirement is met.`]);
  });

  test("is not conformant where a MUST is broken", () => {
    expect(verdict(met, requirement("must", "MUST", check({ status: "failed" })))).toEqual({
      verdict: "non-conformant",
      exitCode: 1,
      reasons: ["1 requirement broken: must."],
    });
  });

  test("is inconclusive where a MUST could not be judged, and says that it is a part", () => {
    expect(verdict(met, requirement("must", "MUST", check({ status: "not-judged" })))).toEqual({
      verdict: "inconclusive",
      exitCode: 3,
      reasons: ["1 requirement could not be judged: must (nothing came back).", said],
    });
  });
});
