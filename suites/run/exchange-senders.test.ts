import { expect, test } from "vitest";
import { historyOf } from "../testing/history.ts";
import { judgeRun } from "./judge-run.ts";

test("each exchange names the check that sent it, also what was sent again, and no other exchange names one", () => {
  const history = historyOf(
    { askedBy: "a/b", status: 503, standing: "asked-again" },
    { askedBy: "a/b" },
    {},
    { askedBy: "a sign of life" },
    {},
  );
  const sentBy = new Map([
    ["a/b", history.slice(1, 2)],
    ["c/d", history.slice(2, 3)],
  ] as const);
  const { exchanges } = judgeRun({
    checks: [],
    history,
    sentBy,
    counts: { exchanges: 5, plantsCreated: 0 },
    stopped: null,
    durationMs: 1,
    safely: (text) => text,
  });
  expect(exchanges.map(({ check }) => check)).toEqual(["a/b", "a/b", "c/d", undefined, undefined]);
});
