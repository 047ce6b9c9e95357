import { describe, expect, test } from "vitest";
import { evidenceOf, inShort, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";
import { afterRefusals } from "./used-connections.ts";

test("a valid request right after a refused one passes on a new connection", () => {
  expect(
    outcomeOf(
      "recovers-after-refusal/new-connection",
      [{}, { kind: "not-a-plant", status: 400 }, { kind: "valid" }],
      [1, 2],
    ),
  ).toBe("passed");
});

describe("a connection that is used again", () => {
  const id = "answers-every-request/used-connections";
  const kept: Given = { isReused: true };
  const closed = (...pauses: readonly number[]): readonly Given[] =>
    pauses.map((closedAfterMs): Given => ({ attempts: 2, closedAfterMs }));

  test.each<readonly [string, readonly Given[], string]>([
    ["passes where none is closed", [{}, kept], "passed"],
    ["passes where some were closed while they were idle, perhaps", [kept, ...closed(0, 0, 0, 0)], "passed"],
    ["passes where the pauses were of one length", [kept, ...closed(20, 20, 20, 20)], "passed"],
    [
      "passes where nobody answered again",
      [kept, ...closed(20, 60), { closedAfterMs: 200, noAnswer: "timeout" }],
      "passed",
    ],
    [
      "passes where bodies that may be cut off were",
      [20, 60, 200].map((closedAfterMs): Given => ({ attempts: 2, closedAfterMs, mayBeCutOff: true })).concat(kept),
      "passed",
    ],
    ["passes where pauses differ with none among them", [kept, ...closed(0, 20, 60)], "passed"],
    [
      "fails however short the pauses were",
      closed(1, 20, 60),
      "status the connection was closed under the request, and so under 3 of 3 requests on used connections",
    ],
    [
      "passes where one was closed during a pause, because the others may have been idle, too",
      [kept, ...closed(20, 60, 200), { isAfterIdleClose: true }],
      "passed",
    ],
    [
      "passes where one was ended with 408, because the others may have been, too",
      [kept, ...closed(20, 60, 200), { attempts: 2, closedAfterMs: 0, isReadOnce: true }],
      "passed",
    ],
    [
      "passes where all were ended with 408",
      [kept, ...closed(20, 60, 200).map((given): Given => ({ ...given, isReadOnce: true }))],
      "passed",
    ],
    [
      "passes where a close may have crossed with its request, because an answer takes as long as a pause",
      [{ ...kept, totalMs: 100 }, ...closed(20, 60, 200).map((given): Given => ({ ...given, totalMs: 100 }))],
      "passed",
    ],
    ["passes where one answer had more bytes", [kept, { isAfterMore: true }], "passed"],
    [
      "fails where two answers had more bytes",
      [{ isAfterMore: true }, { isAfterMore: true }],
      "status bytes that belong to no answer, and so after 2 answers of the run",
    ],
    ["is not judged where none is", [{}, {}], "no-occasion"],
    [
      "fails where it is closed under the request after pauses of each length",
      [{}, kept, ...closed(0, 20, 60, 200)],
      "status the connection was closed under the request, and so under 4 of 5 requests on used connections",
    ],
  ])("%s", (_title, given, expected) => {
    expect(outcomeOf(id, given)).toBe(expected);
  });

  test("is shown by each request before which more bytes came", () => {
    const more: Given = { isAfterMore: true };
    expect(evidenceOf(id, [kept, more, {}, more, more])).toEqual([1, 3, 4]);
  });
});

describe("valid requests that have a refused one before them on their connection", () => {
  const after = (given: Given): Given => ({ kind: "valid", features: ["after-refusal"], ...given });
  const judged = (...given: readonly Given[]): string => inShort(afterRefusals(historyOf(...given)));

  test("pass where one of them was answered on that connection", () => {
    expect(judged(after({}), after({ isReused: true }))).toBe("passed");
  });

  test("pass where none was accepted after a refusal, which the other checks judge", () => {
    expect(judged({ isReused: true })).toBe("passed");
  });

  test.each<readonly [string, readonly Given[], string]>([
    ["all were closed", [after({}), { isReused: true }], "no-occasion"],
    ["it was closed under them", [after({ attempts: 2, closedAfterMs: 0 })], "no-occasion"],
    ["it was ended with 408", [after({ attempts: 2, closedAfterMs: 0, isReadOnce: true })], "no-occasion"],
    ["the one that was answered on it was refused", [after({}), after({ isReused: true, status: 400 })], "no-occasion"],
  ])("are not judged where %s", (_title, given, expected) => {
    expect(judged(...given)).toBe(expected);
  });
});
