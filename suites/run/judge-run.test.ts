import { describe, expect, test } from "vitest";
import {
  type CheckResult,
  type FuzzReport,
  type Outcome,
  type Status,
  isNotJudged,
  valueOf,
} from "../../result/result.ts";
import { redactionOf } from "../../result/redact.ts";
import { checkNamed } from "../testing/checks.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { type CheckStatus, causesOf } from "./shared-cause.ts";
import type { Check, Sent } from "../checks/check.ts";
import { type AskedRun, type JudgedCheck, judgeRun } from "./judge-run.ts";
import { checkOf } from "../checks/check-forms.ts";
import { notJudged } from "../checks/judges.ts";

const token = "a-secret-of-the-test";

function check(change: Partial<Check> = {}): Check {
  const label = { requirement: "a", slug: "b", title: "A check" };
  return {
    ...checkOf("tally", label, { next: () => [], judge: () => ({ outcome: { status: "passed" } }) }),
    ...change,
  };
}

function asked(checks: readonly Check[], change: Partial<AskedRun> = {}): AskedRun {
  const sent = { history: [], counts: { exchanges: 0, plantsCreated: 0 }, sentBy: new Map(), stopped: null };
  return { ...sent, checks, safely: redactionOf([token]).safely, durationMs: 1, ...change };
}

function only(judged: { readonly checks: readonly JudgedCheck[] }): CheckResult | undefined {
  return judged.checks[0]?.result;
}

const saying = (outcome: Outcome): Check => check({ judge: () => ({ outcome }) });
const finding = { where: `/${token}`, expected: `not ${token}`, seen: token } as const;

describe("a run that was sent", () => {
  test("is judged check by check, each by what it sent or by what it reads", () => {
    const history = historyOf({}, {}, {});
    const sentBy = new Map([
      ["a/b", history.slice(0, 1)],
      ["c/d", history.slice(1)],
    ] as const);
    const checks = [check(), check({ id: "c/d" }), check({ id: "e/f", reads: "c/d" }), check({ id: "g/h" })];
    const judged = judgeRun(asked(checks, { history, sentBy }));
    expect(judged.checks.map(({ result }) => result.exchanges)).toEqual([[0], [1, 2], [1, 2], []]);
  });

  test("says of each exchange which check sent it, where one did", () => {
    const history = historyOf({}, {}, {});
    const sentBy = new Map([
      ["a/b", history.slice(0, 1)],
      ["c/d", history.slice(1, 2)],
    ] as const);
    const { exchanges } = judgeRun(asked([check()], { history, sentBy }));
    expect(exchanges.map((exchange) => exchange.check)).toEqual(["a/b", "c/d", undefined]);
    expect(exchanges.map((exchange) => "check" in exchange)).toEqual([true, true, false]);
  });

  test("takes over what a phase judged as it arrived, with the evidence that it kept", () => {
    const [first, second] = historyOf({}, {});
    if (first === undefined || second === undefined) throw new Error("There is no history");
    const own = (place: number): JudgedCheck => ({
      requirement: "a",
      form: "refusal",
      result: { id: "a/fuzz", title: "Fuzzed", status: "passed", findings: [], exchanges: [place] },
    });
    const fuzz = { cases: 1 } as FuzzReport;
    const phase = {
      results: (place: number) => ({ checks: [own(place)], kept: [second.exchange], fuzz }),
    };
    const judged = judgeRun(asked([check()], { history: [first], phase }));
    expect(judged.checks.map(({ requirement, result }) => [requirement, result.id, result.exchanges])).toEqual([
      ["a", "a/b", []],
      ["a", "a/fuzz", [1]],
    ]);
    expect(judged).toMatchObject({ exchanges: [first.exchange, second.exchange], fuzz });
  });

  test("may have holes, where it ended before an answer came", () => {
    const history = historyOf({}, {}, {});
    const holed: Sent[] = [];
    for (const sent of history) if (sent.index !== 1) holed[sent.index] = sent;
    const counting = check({ judge: (_own, run) => ({ outcome: { status: "observed", value: String(run.length) } }) });
    const judged = judgeRun(asked([counting], { history: holed }));
    expect(only(judged)).toMatchObject({ value: "2" });
    expect(judged.exchanges).toHaveLength(2);
  });

  test("shows what its judge is based on, where that is not what it sent", () => {
    const resting = check({ judge: () => ({ outcome: { status: "passed" }, evidence: [7] }) });
    expect(only(judgeRun(asked([resting])))?.exchanges).toEqual([7]);
  });

  test("keeps the basis of a check, where it has one", () => {
    expect(only(judgeRun(asked([check({ basis: "rule 3" })])))).toMatchObject({ basis: "rule 3" });
    expect(only(judgeRun(asked([check()])))).not.toHaveProperty("basis");
  });

  test("says of a check of fuzzing that it is drawn, and of no other", () => {
    expect(only(judgeRun(asked([check({ drawn: true })])))).toMatchObject({ drawn: true });
    expect(only(judgeRun(asked([check()])))).not.toHaveProperty("drawn");
  });

  test.each<readonly [Outcome, Partial<CheckResult>]>([
    [{ status: "observed", value: token }, { value: token }],
    [notJudged("no-answer", token), { because: "no-answer", reason: token }],
    [{ status: "failed", findings: [finding, finding] }, { findings: [finding, finding] }],
    [
      { status: "waived", findings: [finding], reason: "known" },
      { status: "waived", findings: [finding], reason: "known" },
    ],
    [{ status: "passed" }, { status: "passed", findings: [] }],
  ])("says what the judge says, though the token be one of its words: %j", (outcome, expected) => {
    expect(only(judgeRun(asked([saying(outcome)])))).toMatchObject(expected);
  });

  test.each([
    ["as it is, up to 1,000 characters", `a${"b".repeat(999)}`, `a${"b".repeat(999)}`],
    ["cut short beyond", `a${"b".repeat(1000)}`, `a${"b".repeat(999)}...`],
    ["cut short before a letter of two halves", `${"b".repeat(999)}\u{1f331}`, `${"b".repeat(999)}...`],
    ["cut short after others", `\u{1f331}${"b".repeat(999)}`, `\u{1f331}${"b".repeat(998)}...`],
  ])("tells a text %s", (_how, value, words) => {
    expect(only(judgeRun(asked([saying({ status: "observed", value })])))).toMatchObject({ value: words });
  });

  test("is judged up to the provider's end", () => {
    const history = historyOf({}, {}, { status: 500 }, { status: 500 });
    const sentBy = new Map([
      ["a/b", history.slice(0, 1)],
      ["c/d", history.slice(1, 3)],
    ] as const);
    const counting = (id: Check["id"]): Check =>
      check({ id, judge: (_own, run) => ({ outcome: { status: "observed", value: String(run.length) } }) });
    const judged = judgeRun(asked([counting("a/b"), counting("c/d"), counting("e/f")], { history, sentBy }));
    expect(
      judged.checks.map(({ result }) => valueOf(result) ?? (isNotJudged(result) ? result.because : undefined)),
    ).toEqual(["2", "run-ended", "2"]);
    expect(judged.stopped?.cause).toBe("broke-down");
    expect([judged.causes, judged.exchanges.length]).toEqual([[], 4]);
  });

  test("counts what was asked again because the provider asked for time, by the status", () => {
    const again = (given: Given): Given => ({ ...given, standing: "asked-again" });
    const given = [again({ status: 503 }), {}, again({ status: 429 }), {}, again({ status: 503 }), {}, { status: 503 }];
    const history = historyOf(...given, again({ noAnswer: "timeout" }), {});
    expect([...judgeRun(asked([], { history })).busy]).toEqual([
      [503, 2],
      [429, 1],
    ]);
  });

  test.each<readonly [string, Given, boolean]>([
    ["429", { status: 429 }, true],
    ["502", { status: 502 }, true],
    ["401 in a lockout", { status: 401 }, true],
    ["403 in a lockout", { status: 403 }, true],
    ["not 500", { status: 500 }, false],
    ["not 400", { status: 400 }, false],
    ["not what was cut off", { status: 503, noAnswer: "connection-closed", readTo: "header" }, false],
  ])("counts as asked again for time %s", (_what, given, counts) => {
    const history = historyOf({}, { ...given, standing: "asked-again" }, {});
    expect([...judgeRun(asked([], { history })).busy.keys()]).toEqual(counts ? [given.status] : []);
  });

  describe("in which a check could send no more", () => {
    const why = { status: "failed", findings: [{ where: "/a", expected: "b", seen: "c" }] } as const;
    const statusOf = (change: Partial<Check>, ...given: readonly Given[]): CheckResult | undefined => {
      const history = historyOf(...given);
      const checks = [check({ form: "acceptance", judge: () => ({ outcome: why }), ...change })];
      const cutShort = new Set(["a/b"] as const);
      return only(judgeRun(asked(checks, { history, cutShort, sentBy: new Map([["a/b", history]] as const) })));
    };

    test.each<readonly [string, Partial<Check>, readonly Given[], Partial<CheckResult>]>([
      ["is not judged refused once", {}, [{ status: 400 }], { status: "not-judged", because: "run-ended" }],
      ["is not judged unsent", {}, [], { status: "not-judged" }],
      ["fails for another success", {}, [{ status: 201 }], { status: "failed" }],
      ["fails for another success beside a refusal", {}, [{ status: 201 }, { status: 400 }], { status: "failed" }],
      ["fails where it is no valid request", { form: "refusal" }, [{}], { status: "failed" }],
      ["did not pass", { judge: () => ({ outcome: { status: "passed" } }) }, [{}], { status: "not-judged" }],
      [
        "has no value",
        { judge: () => ({ outcome: { status: "observed", value: "1" } }) },
        [{}],
        { status: "not-judged" },
      ],
      ["keeps its own reason", { judge: () => ({ outcome: notJudged("no-answer", "why") }) }, [{}], { reason: "why" }],
      [
        "leaves open what reads it",
        { id: "a/c", reads: "a/b", judge: () => ({ outcome: { status: "passed" } }) },
        [{}],
        { status: "not-judged", exchanges: [0] },
      ],
      [
        "keeps what it is about",
        { basis: "rule 3", keyword: "maxLength" },
        [{ status: 400 }],
        { id: "a/b", title: "A check", basis: "rule 3", keyword: "maxLength", status: "not-judged", exchanges: [0] },
      ],
    ])("it %s", (_title, change, given, expected) => {
      expect(statusOf(change, ...given)).toMatchObject(expected);
    });

    test("it has no basis and no keyword where it had none, and another check is judged as ever", () => {
      const judged = statusOf({}, { status: 400 });
      expect([judged !== undefined && "basis" in judged, judged !== undefined && "keyword" in judged]).toEqual([
        false,
        false,
      ]);
      expect(statusOf({ id: "c/d" }, { status: 400 })).toMatchObject({ status: "failed" });
    });
  });

  test("that ended early says why, in the words of the session", () => {
    expect(judgeRun(asked([])).stopped).toBeNull();
    expect(judgeRun(asked([], { stopped: { cause: "silent", reason: `It said ${token}.` } })).stopped).toEqual({
      cause: "silent",
      reason: `It said ${token}.`,
    });
  });

  test("is reported as a fault of the suite where a judge throws", () => {
    const throwing = check({
      judge: () => {
        throw new Error("x".repeat(300));
      },
    });
    expect(only(judgeRun(asked([throwing])))).toMatchObject({
      status: "not-judged",
      because: "harness-fault",
      reason: `the suite itself failed: Error: ${"x".repeat(193)}`,
    });
  });
});

describe("the cause of many failures", () => {
  const refusals = (...statuses: readonly Status[]): readonly CheckStatus[] =>
    statuses.map((status) => ({ form: "refusal", result: { status } }));
  const causes = (results: readonly CheckStatus[], ...given: readonly Given[]): readonly string[] =>
    causesOf(results, historyOf(...given));
  const wrong = (status: number): Given => ({ kind: "not-a-plant", status });
  const success = (how: string): string =>
    `Every request was answered with success${how}, whatever was sent, also without a token and without a plant.`;

  test("is that everything is answered with success", () => {
    const failed = refusals("failed", "failed", "failed");
    expect(causes(failed, {}, {}, wrong(200))).toEqual([success(" with 200")]);
    expect(causes(failed, {}, {}, wrong(201))).toEqual([success("")]);
  });

  test("is not that, where one refusal was seen, or few were asked for", () => {
    expect(causes(refusals("failed", "failed", "failed", "passed"), {}, wrong(200))).toEqual([]);
    expect(causes(refusals("failed", "not-judged", "failed"), {}, wrong(200))).toEqual([]);
    expect(causes(refusals("failed", "failed"), {}, wrong(200))).toEqual([]);
    expect(causes([], {}, wrong(200))).toEqual([]);
  });

  test("looks at no check of another kind", () => {
    const forms = ["acceptance", "invariant", "comparison", "tally", "observation", "search", "reading"] as const;
    const others = forms.map((form) => ({ form, result: { status: "passed" } }) as const);
    expect(causes([...refusals("failed", "failed", "failed"), ...others], {}, wrong(200))).toEqual([
      success(" with 200"),
    ]);
  });

  const typed = (type: string, status = 400): Given => ({ status, headers: [["Content-Type", type]] });
  const page = (status: number): Given => ({ ...typed("text/html", status), body: "<p>" });

  test.each<readonly [string, readonly Given[], string]>([
    ["is refused", [{ status: 400 }, { status: 400 }], "refused with 400"],
    ["is refused in different ways", [{ status: 500 }, { status: 400 }, { status: 500 }], "refused with 500 or 400"],
    ["is refused with a page", [page(502), page(502)], "refused with 502 with text/html, text that is not JSON"],
    [
      "is refused with a media type that only begins like JSON's",
      [typed("application/json-seq"), typed("application/json-seq")],
      "refused with 400 with application/json-seq",
    ],
    ["is answered with another success", [{ status: 201 }, { status: 201 }], "answered 201"],
    ["is refused, whatever else is accepted", [{ status: 400 }, { kind: "open" }], "refused with 400"],
    [
      "is refused, where not all are answered",
      [{ noAnswer: "timeout" }, { status: 400 }, { status: 400 }],
      "refused with 400",
    ],
  ])("is that every valid request %s", (_title, given, how) => {
    expect(causes([], ...given)).toEqual([`Every valid request was ${how}; expected 200.`]);
  });

  test.each<readonly [string, readonly Given[], string]>([
    [
      "answered without a pattern",
      [{}, { status: 503 }, { status: 500 }, { status: 503 }, { status: 404 }],
      "Valid requests that are all alike were answered without a pattern: with 200, 404, 500, 503.",
    ],
  ])("is that the provider %s", (_title, given, cause) => {
    expect(causes([], ...given)).toEqual([cause]);
  });

  test.each<readonly [string, readonly Given[]]>([
    ["one alone was refused in the end", [{}, {}, { status: 503 }]],
    ["those in the end were refused in different ways", [{}, { status: 503 }, { status: 500 }]],
    ["the provider recovered", [{}, { status: 503 }, { status: 503 }, {}]],
    ["it asked to be left alone", [{}, { status: 429 }, { status: 429 }]],
    ["what it refused was not valid", [{}, wrong(400), { kind: "open", status: 400 }]],
    ["there are three ways, one of them to be left alone", [{}, { status: 503 }, { status: 500 }, { status: 429 }, {}]],
    ["the ways are those of other requests", [{}, wrong(400), wrong(401), wrong(402), {}]],
    ["the token is refused from the start, which is reported elsewhere", [{ status: 401 }, { status: 401 }]],
    ["it asks to wait from the start, which is reported elsewhere", [{ status: 429 }, { status: 429 }]],
    ["one was accepted", [{ status: 400 }, {}]],
    ["the operation is not there, which is reported elsewhere", [{ status: 404 }, { status: 404 }]],
    ["there was no valid request", [wrong(400), wrong(400)]],
    ["what it refused may have been read twice", [{}, {}, { status: 409, attempts: 2 }, { status: 409, attempts: 2 }]],
    [
      "nothing but what may have been read twice",
      [
        { status: 409, attempts: 2 },
        { status: 409, attempts: 2 },
      ],
    ],
    ["there was one answer alone", [{ status: 400 }]],
    ["there was one answer alone, and nothing else came back", [{ status: 400 }, { noAnswer: "timeout" }]],
  ])("is not that, where %s", (_title, given) => {
    expect(causes([], ...given)).toEqual([]);
  });
});

test("a point that the whole run answers is not judged where nothing was answered", () => {
  const counting = checkNamed("other-statuses/value");
  const judged = (...given: readonly Given[]): unknown => counting.judge([], historyOf(...given));
  expect(judged({ noAnswer: "timeout" })).toMatchObject({ outcome: { because: "no-answer" } });
  const answered = judged({ noAnswer: "timeout" }, { status: 404 });
  expect(answered).toEqual({ outcome: { status: "observed", value: "404" }, evidence: [1] });
});

test("a result has the keyword that a request breaks, where it breaks one", () => {
  expect(only(judgeRun(asked([check({ keyword: "maxLength" })])))).toHaveProperty("keyword", "maxLength");
  expect(only(judgeRun(asked([check()])))).not.toHaveProperty("keyword");
});
