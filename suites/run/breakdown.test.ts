import { describe, expect, test } from "vitest";
import { type Given, historyOf } from "../testing/history.ts";
import { afterEnd, breakdownOf } from "./judge-run.ts";
import type { Stop } from "./run-stop.ts";

const wrong = (status: number): Given => ({ kind: "not-a-plant", status });
const found = (...given: readonly Given[]): ReturnType<typeof breakdownOf> => breakdownOf(historyOf(...given), null);

describe("a provider is found to be gone at the end", () => {
  test.each<readonly [string, readonly Given[], string, number]>([
    [
      "broke down",
      [{}, { status: 503 }, { kind: "valid", status: 503 }],
      "The provider broke down during the run: after 1 request every valid one was answered 503 with application/json instead of 200.",
      1,
    ],
    [
      "broke down after a valid request in an unusual form",
      [{}, wrong(400), { kind: "valid" }, wrong(400), { status: 500 }, { status: 429 }, { status: 500 }],
      "The provider broke down during the run: after 3 requests every valid one was answered 500 with application/json instead of 200.",
      4,
    ],
    [
      "broke down before a request that is not a plant",
      [{}, wrong(404), { status: 404 }, { status: 404 }],
      "The provider broke down during the run: after 1 request every valid one was answered 404 with application/json instead of 200.",
      1,
    ],
    [
      "broke down after it took what is not a plant",
      [{}, { status: 500 }, wrong(201), wrong(500), { status: 500 }],
      "The provider broke down during the run: after 1 request every valid one was answered 500 with application/json instead of 200.",
      3,
    ],
    [
      "broke down where plants without a tag alone were accepted, and are not any more",
      [{ status: 404 }, { onlyRequired: true }, { status: 404 }, { onlyRequired: true, status: 404 }],
      "The provider broke down during the run: after 2 requests every valid one was answered 404 with application/json instead of 200.",
      2,
    ],
    [
      "left everything without an answer",
      [{}, { noAnswer: "timeout" }, { noAnswer: "connection-refused" }],
      "The provider broke down during the run: after 1 request every valid one was given no answer (it was cut off) instead of 200.",
      1,
    ],
    [
      "refused the token in the end",
      [{}, { status: 401 }, { status: 401 }],
      "The provider took the token at first and then refused it: after 1 request every valid one was answered 401 with application/json.",
      1,
    ],
    [
      "answers 403 to everything in the end, for a quota or for the token",
      [{}, { status: 403 }, { status: 403 }],
      "The provider accepted no valid request any more: after 1 request every valid one was answered 403 with application/json, as where a store is full or a quota is used up, or the token is locked out.",
      1,
    ],
    [
      "answers 409 to everything in the end",
      [{}, {}, { status: 409 }, wrong(400), { kind: "valid", status: 409 }],
      "The provider accepted no valid request any more: after 2 requests every valid one was answered 409 with application/json, as where a store is full or a quota is used up.",
      2,
    ],
  ])("that %s", (_title, given, reason, from) => {
    const gone = found(...given);
    expect(gone?.stop.reason).toBe(reason);
    const cause = reason.includes("took the token")
      ? "token-refused"
      : reason.includes("no valid request any more")
        ? "state"
        : "broke-down";
    expect(gone?.stop.cause).toBe(cause);
    expect(gone?.from).toBe(from);
  });

  test("that answers what its document shows for a state has not broken down", () => {
    for (const status of [423, 503]) {
      const run = historyOf({}, { status }, { status }).map((sent) => ({
        ...sent,
        request: { ...sent.request, statuses: { successes: [200], refusals: [400], states: [status] } },
      }));
      expect(breakdownOf(run, null)).toMatchObject({ stop: { cause: "state" }, from: 1 });
    }
  });

  test.each<readonly [Stop["cause"], readonly number[]]>([
    ["state", [400, 402, 403, 407, 409, 422, 498, 499, 507]],
    ["token-refused", [401]],
    ["broke-down", [404, 405, 408, 410, 500, 506, 508]],
  ])("by the cause %s, which ends on the status: %j", (cause, statuses) => {
    expect(statuses.map((status) => found({}, { status }, { status })?.stop.cause)).toEqual(statuses.map(() => cause));
  });

  test.each<readonly [string, readonly Given[]]>([
    ["one alone was refused in the end", [{}, {}, { status: 503 }]],
    ["those in the end were refused in different ways", [{}, { status: 503 }, { status: 500 }]],
    ["the provider recovered", [{}, { status: 503 }, { status: 503 }, {}]],
    ["it asked to be left alone", [{}, { status: 429 }, { status: 429 }]],
    ["what it refused was not valid", [{}, wrong(400), { kind: "open", status: 400 }]],
    ["nothing was accepted before", [{ status: 500 }, { status: 500 }]],
    ["nothing was accepted, whatever its form", [{ status: 500 }, { kind: "valid", status: 500 }]],
    [
      "no plant with a tag was accepted before",
      [{ status: 404 }, { onlyRequired: true }, { status: 404 }, { status: 404 }],
    ],
    ["what it refused may have been read twice", [{}, {}, { status: 409, attempts: 2 }, { status: 409, attempts: 2 }]],
    ["it answered with another success", [{}, { status: 201 }, { status: 201 }]],
  ])("but not where %s", (_title, given) => {
    expect(found(...given)).toBeNull();
  });
});

describe("a run that ended early is judged up to the provider's end", () => {
  const silent: Given = { noAnswer: "timeout" };
  const from = (cause: Stop["cause"], ...given: readonly Given[]): number | undefined =>
    breakdownOf(historyOf(...given), { cause, reason: "So." })?.from;

  test.each<readonly [string, Stop["cause"], readonly Given[], number]>([
    ["the first without an answer", "silent", [{}, silent, wrong(400), silent], 1],
    ["the first without an answer, and not what was refused before it", "silent", [{}, wrong(400), silent], 2],
    ["the last without an answer alone, where one was accepted after others", "silent", [{}, silent, {}, silent], 3],
    [
      "a success that is cut off being no sign of life",
      "silent",
      [{}, silent, { ...silent, readTo: "header" }, silent],
      1,
    ],
    ["whatever another method was answered", "silent", [{}, silent, { kind: "open", method: "GET" }, silent], 1],
    ["the first answered 502, 503 or 504", "broke-down", [{}, { status: 500 }, { status: 503 }, { status: 502 }], 2],
    ["the first without an answer, of a gateway too", "broke-down", [{}, silent, { status: 503 }], 1],
    ["all of it, where nothing was reached", "unreachable", [{ status: 503 }, { status: 503 }], 0],
    ["the first that a proxy answered", "proxy-refused", [{}, { status: 500 }, { status: 407 }], 2],
    [
      "the one without an answer that was waited for when the last was accepted",
      "silent",
      [
        {},
        { ...silent, startedMs: 1, totalMs: 30_000 },
        { startedMs: 2 },
        wrong(400),
        { ...silent, startedMs: 30_002 },
      ],
      1,
    ],
    [
      "the first after the last that was accepted, where the one before was given up by then",
      "silent",
      [{}, { ...silent, startedMs: 1, totalMs: 1 }, { startedMs: 3 }, { ...silent, startedMs: 4 }],
      3,
    ],
    [
      "the first after the last that was accepted, however little time is between them",
      "silent",
      [{}, { startedMs: 5, totalMs: 0 }, { ...silent, startedMs: 5, totalMs: 0 }],
      2,
    ],
    ["its own end, where it is not the provider's", "deadline", [{}, silent, { status: 503 }], Infinity],
  ])("%s", (_title, cause, given, expected) => {
    expect(from(cause, ...given)).toBe(expected);
  });

  test("or up to where the session says, whatever was answered", () => {
    expect(breakdownOf(historyOf({}, silent, {}, silent), { cause: "silent", reason: "So.", from: 3 })).toEqual({
      stop: { cause: "silent", reason: "So." },
      from: 3,
    });
  });

  test("and why it ended is kept", () => {
    expect(breakdownOf(historyOf({}), { cause: "deadline", reason: "So." })?.stop.reason).toBe("So.");
  });
});

test.each([
  ["seed-used", "needs-state", /ids/],
  ["state", "needs-state", /accepted no valid request any more/],
  ["silent", "run-ended", /was gone/],
  [undefined, "run-ended", /was gone/],
])("after an end by the cause %s a check is not judged for the reason %s", (cause, because, reason) => {
  expect(afterEnd(cause)).toEqual({ status: "not-judged", because, reason: expect.stringMatching(reason) as string });
});
