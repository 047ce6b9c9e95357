import { describe, expect, test } from "vitest";
import { evidenceOf, outcomeOf } from "./testing/checks.ts";
import { type Given, seedUsed } from "./testing/history.ts";

const valid = (status = 200): Given => ({ kind: "valid", status });
const wrong = (status = 400): Given => ({ kind: "not-a-plant", status });
const silent: Given = { noAnswer: "timeout" };

describe("the opening requests", () => {
  const id = "accepts-valid-plant/with-every-member";

  test.each<readonly [string, readonly Given[], string]>([
    ["pass accepted at once", [{}], "passed"],
    ["pass accepted the second time", [{ status: 500 }, {}], "passed"],
    [
      "fail with what the second one was answered",
      [{ status: 500 }, { status: 201 }],
      "status 201 with application/json",
    ],
    ["are not judged where the token is refused", [{ status: 401 }], "no-accepted-parent"],
    ["are not judged where the token is forbidden", [{ status: 403 }], "no-accepted-parent"],
    ["are not judged where nothing is there", [{ status: 404 }], "no-accepted-parent"],
    ["are not judged without an answer", [silent], "no-answer"],
  ])("%s", (_title, given, expected) => {
    expect(
      outcomeOf(
        id,
        given,
        given.map((_, place) => place),
      ),
    ).toBe(expected);
  });

  test("are not judged where the ids of the seed were taken", () => {
    expect(outcomeOf(id, [{ status: 409 }, { status: 409 }, ...seedUsed], [0, 1])).toBe("needs-state");
  });

  test("never pass unsent", () => {
    expect(outcomeOf(id, [], [])).toBe("run-ended");
  });
});

describe("the operation", () => {
  const id = "operation-exists/is-there";

  test.each<readonly [number, string]>([
    [200, "passed"],
    [400, "passed"],
    [500, "passed"],
    [299, "passed"],
    [300, "status 300 with application/json"],
    [399, "status 399 with application/json"],
    [404, "status 404 with application/json"],
    [405, "status 405 with application/json"],
    [406, "passed"],
    [401, "no-accepted-parent"],
    [403, "no-accepted-parent"],
  ])("a valid request answered %i: %s", (status, expected) => {
    expect(outcomeOf(id, [{ status }])).toBe(expected);
  });

  test("is there where one ordinary request of the run was accepted", () => {
    expect(outcomeOf(id, [{ status: 404 }, {}])).toBe("passed");
    expect(outcomeOf(id, [{ status: 404 }, valid()])).toContain("404");
    expect(outcomeOf(id, [{ status: 404 }, { status: 400 }])).toContain("404");
  });

  test("is elsewhere where a redirect says so", () => {
    const headers = [["X", "1"] as const, ["LOCATION", "/v2/plants"] as const];
    expect(outcomeOf(id, [{ status: 308, headers, body: "" }])).toBe(
      "status 308 with an empty body, a redirect to /v2/plants",
    );
  });

  test("is not judged without an answer, or without a request", () => {
    expect(outcomeOf(id, [silent])).toBe("no-answer");
    expect(outcomeOf(id, [])).toBe("run-ended");
    expect(outcomeOf(id, [wrong()])).toBe("run-ended");
  });

  test("is shown by the first ordinary request", () => {
    expect(evidenceOf(id, [{}, {}])).toEqual([0]);
    expect(evidenceOf(id, [wrong(), {}, {}])).toEqual([1]);
  });
});
