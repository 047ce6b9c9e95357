import { describe, expect, test } from "vitest";
import type { Finding } from "../../result/result.ts";
import { type Given, historyOf, only } from "../testing/history.ts";
import type { History } from "./check.ts";
import { isUsable, judgeAcceptance, judgeEach, judgeRefusal, ofBody, ofHeader } from "./judges.ts";

const refused: Given = { kind: "not-a-plant", status: 400 };
const valid: Given = { kind: "valid" };

/** The exchanges of a run with these places in it. */
function at(run: History, ...places: readonly number[]): History {
  return run.filter(({ index }) => places.includes(index));
}

describe("an answer that is cut off", () => {
  const cut = { noAnswer: "connection-closed", readTo: "header" } as const;
  const late = { noAnswer: "timeout", readTo: "header" } as const;

  test.each(["header", "status"] as const)("is a success by its status, read to its %s", (readTo) => {
    const run = historyOf({}, { kind: "not-a-plant", status: 200, ...cut, readTo }, {});
    expect(judgeRefusal(at(run, 1), run).outcome.status).toBe("failed");
  });

  test("is a refusal by its status", () => {
    const run = historyOf({}, { kind: "not-a-plant", status: 401, ...cut }, {});
    expect(judgeRefusal(at(run, 1), run).outcome).toEqual({ status: "passed" });
  });

  test("is another success than the documented one at first sight", () => {
    const run = historyOf({}, { kind: "valid", status: 201, ...cut }, {});
    expect(judgeAcceptance(at(run, 1), run).outcome.status).toBe("failed");
  });

  test("is no acceptance, and a refusal where it recurs", () => {
    const run = historyOf({}, { ...valid, ...cut }, {}, { ...valid, ...cut }, {}, { ...valid, ...cut }, {});
    expect(judgeAcceptance(at(run, 1), run).outcome.status).toBe("not-judged");
    expect(judgeAcceptance(at(run, 1, 3, 5), run).outcome).toMatchObject({
      status: "failed",
      findings: [{ seen: "200 with application/json, a body that was cut off after 12 bytes (it was cut off)" }],
    });
  });

  test("is not judged where a limit of the suite cut it off, however often", () => {
    const run = historyOf({}, { ...valid, ...late }, {}, { ...valid, ...late }, {}, { ...valid, ...late }, {});
    expect(judgeAcceptance(at(run, 1, 3, 5), run).outcome).toMatchObject({
      status: "not-judged",
      because: "no-answer",
    });
  });

  test("leaves a question about its body open, and none about its header", () => {
    const faulty = (): readonly Finding[] => [{ where: "/a", expected: "b", seen: "c" }];
    const outcomeOf = (ask: Parameters<typeof judgeEach>[1], given: Given): string =>
      judgeEach(historyOf(given), ask, "a 400").outcome.status;
    expect(outcomeOf(ofBody(faulty), { ...refused, ...cut })).toBe("not-judged");
    expect(outcomeOf(ofHeader(faulty), { ...refused, ...cut })).toBe("failed");
    expect(outcomeOf(ofHeader(faulty), { ...refused, ...cut, readTo: "status" })).toBe("not-judged");
  });

  test.each<readonly [string, readonly Given[], string]>([
    ["leaves none open where the same request was asked again", [{ ...refused, standing: "asked-again" }], "passed"],
    ["leaves none open where a valid request is sent again with fresh values", [valid], "passed"],
    ["leaves none open where the body may be cut off", [{ kind: "open", mayMeet: "cut-off" }], "passed"],
    ["leaves the question open otherwise", [{ kind: "open" }], "not-judged"],
  ])("%s", (_title, given, status) => {
    const run = historyOf(...given.map((one) => ({ ...one, ...cut })), {});
    const ask = ofBody(() => []);
    expect(judgeEach(run, ask, "an answer").outcome.status).toBe(status);
  });

  test("is evidence of what may be refused, and not of what is valid", () => {
    expect(isUsable(only({ kind: "open", ...cut }))).toBe(true);
    expect(isUsable(only({ ...valid, ...cut }))).toBe(false);
    expect(isUsable(only({ ...valid, status: 400, ...cut }))).toBe(true);
  });
});
