import { expect, test } from "vitest";
import type { CheckResult } from "../../result/result.ts";
import { checkOf } from "../checks/check-forms.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { judgeRun } from "./judge-run.ts";
import type { Stop } from "./run-stop.ts";

const checks = ["b", "c"].map((slug) =>
  checkOf(
    "tally",
    { requirement: "a", slug, title: "A check" },
    { next: () => [], judge: () => ({ outcome: { status: "passed" } }) },
  ),
);

/** The results of two checks. The first one sent the first request, the second one the other. */
function results(stop: Pick<Stop, "cause" | "from">, ...given: readonly Given[]): readonly CheckResult[] {
  const history = historyOf(...given);
  const sentBy = new Map([
    ["a/b", history.slice(0, 1)],
    ["a/c", history.slice(1, 2)],
  ] as const);
  const counts = { exchanges: 0, plantsCreated: 0 };
  const asked = { checks, history, sentBy, counts, safely: String, durationMs: 1 };
  return judgeRun({ ...asked, stopped: { ...stop, reason: "so" } }).checks.map(({ result }) => result);
}

test("a check whose request was refused for an id that is taken is not judged, and those before it are", () => {
  expect(results({ cause: "seed-used", from: 1 }, {}, { status: 409 }, {})).toMatchObject([
    { status: "passed" },
    { status: "not-judged", because: "needs-state", reason: "the ids that the seed draws are taken in this store" },
  ]);
});

test("a run that ended for another reason is judged", () => {
  const statuses = results({ cause: "interrupted" }, {}, { status: 409 }, {}).map(({ status }) => status);
  expect(statuses).toEqual(["passed", "passed"]);
});

test("a check of a provider that was gone is not judged for that", () => {
  const [, second] = results({ cause: "silent" }, {}, { noAnswer: "timeout" });
  expect(second).toMatchObject({ status: "not-judged", because: "run-ended" });
});
