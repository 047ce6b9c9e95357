import { describe, expect, test } from "vitest";
import type { Finding } from "../../result/result.ts";
import { type Given, historyOf, lookedAt, only } from "../testing/history.ts";
import type { History, Sent } from "./check.ts";
import { answersOfOperation, hasAcceptedParents, isOtherSuccess, isParent, mayBeReadTwice } from "./exchange-facts.ts";
import {
  fromFindings,
  judgeAcceptance,
  judgeAskedAgain,
  judgeEach,
  judgeObservation,
  judgeRefusal,
  notJudged,
  ofBody,
  usable,
} from "./judges.ts";

const refused: Given = { kind: "not-a-plant", status: 400 };
const valid: Given = { kind: "valid" };

/** The exchanges of a run with these places in it. */
function at(run: History, ...places: readonly number[]): History {
  return run.filter(({ index }) => places.includes(index));
}

const finding = (change: Partial<Finding> = {}): Finding => ({ where: "/a", expected: "b", seen: "c", ...change });

describe("a refusal has accepted parents", () => {
  test.each<readonly [string, readonly Given[], boolean]>([
    ["one before it and one after it", [{}, refused, {}], true],
    ["not with one before it alone", [{}, refused, { status: 401 }], false],
    ["not with one after it alone", [{ status: 503 }, refused, {}], false],
    ["not in requests without the members that are not required", [{ onlyRequired: true }, refused, {}], false],
    ["not in valid requests that are not ordinary", [valid, refused, valid], false],
  ])("%s", (_title, given, expected) => {
    const run = historyOf(...given);
    expect(run[1] !== undefined && hasAcceptedParents(run[1], run)).toBe(expected);
  });

  test("of which it is none itself", () => {
    const [first, last] = [historyOf({}, {}), historyOf({}, {})];
    expect(first[0] !== undefined && hasAcceptedParents(first[0], first)).toBe(false);
    expect(last[1] !== undefined && hasAcceptedParents(last[1], last)).toBe(false);
  });

  test("that are ordinary requests with every member", () => {
    expect([{}, { onlyRequired: true as const }, valid, refused].map((given) => isParent(only(given)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("refusals of a request that is sent again", () => {
  const again: Given = { kind: "valid", status: 400 };

  test.each<readonly [string, Given, string]>([
    ["count with an accepted ordinary request in between", {}, "failed"],
    ["may be one accident with a refused one in between", { status: 500 }, "not-judged"],
    ["may be one accident with one in between that is not ordinary", valid, "not-judged"],
  ])("%s", (_title, between, status) => {
    const run = historyOf({}, {}, again, between, again, {}, {});
    expect(judgeAskedAgain(at(run, 2, 4), run).outcome.status).toBe(status);
  });
});

describe("a request may have been read twice", () => {
  test.each<readonly [string, Given, boolean]>([
    ["an ordinary one that was sent again and refused", { status: 409, attempts: 2 }, true],
    ["a valid one that was sent again and refused", { kind: "valid", status: 409, attempts: 2 }, true],
    ["not one that was sent once", { status: 409 }, false],
    ["not one whose first sending was not read", { status: 409, attempts: 2, isReadOnce: true }, false],
    ["one that a gateway may have handed on before", { status: 409, mayBeRead: true }, true],
    ["not one that the gateway goes on refusing", { status: 503, mayBeRead: true }, false],
    ["not one that was accepted in the end", { attempts: 2 }, false],
    ["not one that is refused for its fault", { ...refused, attempts: 2 }, false],
  ])("%s", (_title, given, expected) => {
    expect(mayBeReadTwice(only(given))).toBe(expected);
  });
});

describe("an exchange is not evidence", () => {
  test.each<readonly [string, Given | undefined, string | undefined]>([
    ["where nothing was sent", undefined, "run-ended"],
    ["where the run ended", { noAnswer: "run-ended" }, "run-ended"],
    ["where the suite itself failed", { noAnswer: "harness-fault" }, "harness-fault"],
    ["without an answer", { noAnswer: "timeout" }, "no-answer"],
    ["where it may have been read twice", { status: 409, attempts: 2 }, "no-answer"],
    ["answered 429", { status: 429 }, "no-answer"],
    ["answered 407 by a proxy", { status: 407 }, "no-answer"],
    ["but it is where the first sending was not read", { status: 409, attempts: 2, isReadOnce: true }, undefined],
    ["but otherwise it is, answered 408", { status: 408 }, undefined],
    ["but otherwise it is, answered 428", { status: 428 }, undefined],
    ["but otherwise it is, answered 430", { status: 430 }, undefined],
  ])("%s", (_title, given, because) => {
    const asked = usable(given === undefined ? undefined : only(given));
    expect("outcome" in asked ? asked.outcome.because : undefined).toBe(because);
  });
});

describe("a request with one fault", () => {
  const judged = (...given: readonly Given[]): unknown => {
    const run = historyOf(...given);
    return judgeRefusal(at(run, 1), run).outcome;
  };

  test("passes refused between accepted requests", () => {
    expect(judged({}, refused, {})).toEqual({ status: "passed" });
  });

  test.each([200, 201, 204])("fails answered %i, whatever else happened", (status) => {
    expect(judged({ status: 500 }, { ...refused, status }, {})).toMatchObject({ status: "failed" });
  });

  test("passes never answered between accepted requests, and not otherwise", () => {
    const never: Given = { ...refused, noAnswer: "timeout", standing: "last-sent" };
    expect(judged({}, never, {})).toEqual({ status: "passed" });
    expect(judged({}, { ...refused, noAnswer: "timeout" }, {})).toMatchObject({ because: "no-answer" });
    expect(judged({}, never, { status: 500 })).toMatchObject({ because: "no-accepted-parent" });
    for (const noAnswer of ["connection-refused", "name-not-found", "connect-timeout", "tls", "run-ended"] as const) {
      expect(judged({}, { ...never, noAnswer }, {})).toMatchObject({ status: "not-judged" });
    }
  });

  test("is not judged beside a parent that was refused", () => {
    expect(judged({}, refused, { status: 500 })).toMatchObject({ because: "no-accepted-parent" });
  });

  test("is not judged without an answer, and never passes without having been sent", () => {
    expect(judged({}, { ...refused, noAnswer: "timeout" }, {})).toMatchObject({ because: "no-answer" });
    expect(judgeRefusal([], historyOf({}, {})).outcome).toMatchObject({ because: "run-ended" });
  });
});

describe("a valid request in an unusual form", () => {
  const judged = (places: readonly number[], ...given: readonly Given[]): unknown => {
    const run = historyOf(...given);
    return judgeAcceptance(at(run, ...places), run).outcome;
  };

  test("passes accepted, at once or the second time", () => {
    expect(judged([1], {}, valid, {})).toEqual({ status: "passed" });
    expect(judged([1, 2], {}, { ...valid, status: 500 }, valid, {})).toEqual({ status: "passed" });
  });

  test("fails refused twice between accepted requests, and the second time is reported", () => {
    const outcome = judged([1, 2], {}, { ...valid, status: 500 }, { ...valid, status: 400 }, {});
    expect(outcome).toMatchObject({ status: "failed", findings: [{ where: "status", expected: "200", exchange: 2 }] });
  });

  test("is not judged refused for its size where it is longer than its value needs", () => {
    const tooLarge: Given = { ...valid, status: 413, sent: '{ "id": 1 }' };
    expect(judged([1, 2], {}, tooLarge, tooLarge, {})).toMatchObject({ because: "no-occasion" });
    const short: Given = { ...tooLarge, sent: '{"id":1}' };
    expect(judged([1, 2], {}, short, short, {})).toMatchObject({ status: "failed" });
  });

  test("is judged by the second time, the first answered or not", () => {
    expect(judged([1, 2], {}, { ...valid, noAnswer: "timeout" }, { ...valid, status: 400 }, {})).toMatchObject({
      status: "failed",
    });
    expect(judged([1, 2], {}, { ...valid, status: 400 }, { ...valid, noAnswer: "timeout" }, {})).toMatchObject({
      because: "no-answer",
    });
  });

  test("fails never answered, with fresh values each time, between accepted requests", () => {
    const silent: Given = { ...valid, noAnswer: "timeout" };
    expect(judged([1, 2, 3], {}, silent, silent, silent, {})).toMatchObject({
      status: "failed",
      findings: [{ seen: "no answer (it was cut off)", exchange: 3 }],
    });
    expect(judged([1, 2], {}, silent, silent, {})).toMatchObject({ because: "no-answer" });
    expect(judged([1, 2, 3], {}, silent, silent, silent, { status: 500 })).toMatchObject({
      because: "no-accepted-parent",
    });
    const ended: Given = { ...valid, noAnswer: "run-ended" };
    expect(judged([1, 2, 3], {}, silent, silent, ended, {})).toMatchObject({ because: "run-ended" });
  });

  test.each([201, 204, 299, 300, 302, 399])("fails answered %i, whatever comes after", (status) => {
    expect(judged([1, 2], {}, { ...valid, status }, valid, {})).toMatchObject({
      status: "failed",
      findings: [{ exchange: 1 }],
    });
  });

  test.each([199, 400])("passes accepted after %i", (status) => {
    expect(judged([1, 2], {}, { ...valid, status }, valid, {})).toEqual({ status: "passed" });
  });

  test("is not judged where ordinary requests are refused as well", () => {
    expect(judged([1], {}, { ...valid, status: 400 }, { status: 400 })).toMatchObject({
      because: "no-accepted-parent",
    });
  });

  test("never passes without having been sent", () => {
    expect(judgeAcceptance([], historyOf({}, {})).outcome).toMatchObject({ because: "run-ended" });
  });
});

describe("an open point", () => {
  const open: Given = { kind: "open", status: 422 };
  const judged = (...given: readonly Given[]): unknown => {
    const run = historyOf(...given);
    return judgeObservation(run[1], run, ({ answer }) => String(answer?.status)).outcome;
  };

  test("is read off a refusal between accepted requests", () => {
    expect(judged({}, open, {})).toEqual({ status: "observed", value: "422" });
  });

  test("is read off a success, whatever else happened", () => {
    expect(judged({ status: 400 }, { ...open, status: 200 })).toEqual({ status: "observed", value: "200" });
  });

  test("is not read off a refusal where everything is refused", () => {
    expect(judged({ status: 400 }, open)).toMatchObject({ because: "no-accepted-parent" });
  });

  test("is not read off a missing answer, or off none", () => {
    expect(judged({}, { ...open, noAnswer: "timeout" }, {})).toMatchObject({ because: "no-answer" });
    expect(judged({})).toMatchObject({ because: "run-ended" });
  });
});

describe("a question asked of many exchanges", () => {
  const run = historyOf({}, {}, {}, {});

  test("is not judged without an occasion, which does not change the verdict", () => {
    expect(judgeEach([], () => [], "a 400").outcome).toMatchObject({ status: "not-judged", because: "no-occasion" });
  });

  test("passes where nothing is found, and is based on every occasion", () => {
    expect(judgeEach(run, () => [], "a 200")).toEqual({ outcome: { status: "passed" }, evidence: [0, 1, 2, 3] });
  });

  test("is based on the faulty ones where something is found", () => {
    const ask = ({ index }: Sent): readonly Finding[] => (index % 2 === 1 ? [finding()] : []);
    expect(judgeEach(run, ask, "a 200").evidence).toEqual([1, 3]);
    expect(judgeEach(run.slice(2), ask, "a 200").evidence).toEqual([3]);
  });

  test("tells one cause once, and different ones each", () => {
    const different = [finding(), finding({ where: "/x" }), finding({ expected: "x" }), finding({ seen: "x" })];
    const { outcome } = judgeEach(run, ({ index }) => [finding({ exchange: index }), ...different], "a 200");
    expect(outcome).toEqual({ status: "failed", findings: [finding({ exchange: 0 }), ...different.slice(1)] });
  });

  test("passes only where every one tells, and otherwise is based on those that do not", () => {
    const outcome = notJudged("no-answer", "a 200 had a body that was not read");
    expect(
      judgeEach(run, ({ index }) => (index % 2 === 1 ? { unread: "a body that was not read" } : []), "a 200"),
    ).toEqual({
      outcome,
      evidence: [1, 3],
    });
  });

  test("is not judged by answers that were all cut off, and by the others where there are some", () => {
    const unread = { unread: "a body that was cut off" };
    const cut = historyOf({ readTo: "header", noAnswer: "connection-closed" }, {});
    const outcome = notJudged("no-answer", "a 200 had a body that was cut off");
    expect(judgeEach(cut.slice(0, 1), () => unread, "a 200")).toEqual({ outcome, evidence: [0] });
    const { outcome: beside } = judgeEach(cut, ({ index }) => (index === 0 ? unread : []), "a 200");
    expect(beside).toEqual({ status: "passed" });
  });

  test("fails by one that tells, whatever the others would", () => {
    const outcome = fromFindings([finding()]);
    expect(
      judgeEach(run, ({ index }) => (index === 2 ? [finding()] : { unread: "a body that was not read" }), "a 200"),
    ).toEqual({
      outcome,
      evidence: [2],
    });
  });

  test("is not put to a body that a limit kept from being read", () => {
    const mixed = historyOf({}, { headers: [["Content-Encoding", "unheard-of"]] });
    const why = "a 200 had a body with the content coding unheard-of, not known here";
    const ask = ofBody(({ index }) => (index === 1 ? [finding()] : []));
    expect(judgeEach(mixed, ask, "a 200")).toEqual({ outcome: notJudged("no-answer", why), evidence: [1] });
  });

  test("is not put to a body that was looked at when it arrived and not kept", () => {
    const ask = ofBody(() => [finding()]);
    expect(judgeEach([lookedAt()], ask, "a 200").outcome).toEqual(
      notJudged("no-answer", "a 200 had a body that was not kept"),
    );
  });

  test("keeps every finding, in order", () => {
    const findings = [finding({ where: "/1" }), finding({ where: "/2" }), finding({ where: "/3" })];
    expect(fromFindings(findings)).toEqual({ status: "failed", findings });
    expect(fromFindings([])).toEqual({ status: "passed" });
  });
});

test("the invariants look at answers to POST on the path of the operation, with or without a query", () => {
  const run = historyOf(
    {},
    { path: "/plants?colour=green" },
    { path: "/plants/" },
    { method: "GET" },
    { noAnswer: "timeout" },
    { kind: "open", status: 500 },
  );
  expect(answersOfOperation(run, "/plants").map(({ index }) => index)).toEqual([0, 1, 5]);
});

test("another success is one that the document does not show, or a redirect", () => {
  const statuses = { successes: [201], refusals: [400] };
  const isOther = (status: number): boolean => {
    const sent = only({ status });
    return isOtherSuccess({ ...sent, request: { ...sent.request, statuses } });
  };
  expect([199, 200, 201, 202, 399, 400].map(isOther)).toEqual([false, true, false, true, true, false]);
});
