import { expect, test } from "vitest";
import type { CheckResult } from "../../result/result.ts";
import { checkOf } from "../checks/check-forms.ts";
import { IDS_ASKER } from "../checks/duplicate-requests.ts";
import { idsTaken } from "../checks/taken-seed.ts";
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
function results(cause: Stop["cause"], ...given: readonly Given[]): readonly CheckResult[] {
  const history = historyOf(...given);
  const sentBy = new Map([
    ["a/b", history.slice(0, 1)],
    ["a/c", history.slice(1, 2)],
  ] as const);
  const counts = { exchanges: 0, plantsCreated: 0 };
  const asked = { checks, history, sentBy, counts, safely: String, durationMs: 1 };
  return judgeRun({ ...asked, stopped: { cause, reason: "so" } }).checks.map(({ result }) => result);
}

const asks: Given = { kind: "open", askedBy: IDS_ASKER, status: 409 };

test("a check whose request was refused for an id that is taken is not judged, and those before it are", () => {
  expect(results("seed-used", {}, { status: 409 }, {}, asks)).toMatchObject([
    { status: "passed" },
    { status: "not-judged", because: "needs-state", reason: idsTaken },
  ]);
});

test("a run that ended for another reason is judged, whatever it asked about ids", () => {
  const statuses = results("interrupted", {}, { status: 409 }, {}, asks).map(({ status }) => status);
  expect(statuses).toEqual(["passed", "passed"]);
});

test("a check of a provider that was gone is not judged for that", () => {
  const [, second] = results("silent", {}, { noAnswer: "timeout" });
  expect(second).toMatchObject({ status: "not-judged", because: "run-ended" });
});
