import { describe, expect, test } from "vitest";
import { evidenceOf, outcomeOf } from "../testing/checks.ts";
import { type Given } from "../testing/history.ts";

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

  test.each([404, 405, 401, 403])("fail answered %i each time, while plants without a tag are accepted", (status) => {
    const bare: Given = { onlyRequired: true };
    const expected = `status ${status} with application/json`;
    expect(outcomeOf(id, [{ status }, bare, { status }, { status }, bare], [0, 2, 3])).toBe(expected);
    // If nothing is accepted any more, the provider may have broken down.
    expect(outcomeOf(id, [{ status }, bare, { status }, { status }], [0, 2, 3])).toBe("no-accepted-parent");
    // An accepted open probe proves nothing, and two refusals are not enough.
    const open: Given = { ...bare, kind: "open" };
    expect(outcomeOf(id, [{ status }, bare, { status }, { status }, open], [0, 2, 3])).toBe("no-accepted-parent");
    expect(outcomeOf(id, [{ status }, { status }, bare], [0, 1])).toBe("no-accepted-parent");
    expect(outcomeOf(id, [{ status }, { status }, { status }, { ...bare, status: 500 }], [0, 1, 2])).toBe(
      "no-accepted-parent",
    );
    // If one with a tag is accepted later, the refusals were temporary.
    expect(outcomeOf(id, [{ status }, bare, { status }, { status }, bare, {}], [0, 2, 3])).toBe("no-accepted-parent");
  });

  test.each<readonly [string, readonly Given[], string]>([
    ["another success to one of the run", [{}, {}, { status: 201 }], "status 201 with application/json"],
    ["a redirect of one of the run", [{}, {}, { status: 307 }], "status 307 with application/json"],
    ["another success at first", [{ status: 204, body: "" }, {}], "status 204 with an empty body"],
    [
      "three of them refused, whatever with",
      [{}, {}, {}, {}, { status: 500 }, { status: 400 }, { noAnswer: "timeout" }],
      "status 500 with application/json, and so 3 of 7 valid requests, one in 2",
    ],
    [
      "three of them never accepted by a gateway",
      [{}, {}, {}, {}, ...[1, 2, 3].map((): Given => ({ status: 503 }))],
      "status 503 with application/json, and so 3 of 7 valid requests, one in 2",
    ],
    [
      "three whose token is refused, and not in a lockout",
      [{}, {}, {}, {}, { status: 401 }, { status: 403 }, { status: 401 }],
      "status 401 with application/json, and so 3 of 7 valid requests, one in 2",
    ],
    [
      "more refused than accepted, one after the other",
      [{}, { status: 403 }, { status: 403 }, { status: 403 }, { status: 403 }, {}],
      "status 403 with application/json, and so 4 of 6 valid requests, one in 2",
    ],
  ])("fail for %s", (_title, given, expected) => {
    expect(outcomeOf(id, given, [0])).toBe(expected);
  });

  test.each<readonly [string, readonly Given[]]>([
    ["two of them refused", [{}, {}, {}, {}, { status: 500 }, { status: 400 }]],
    ["three refused, and no more accepted", [{}, {}, {}, { status: 500 }, { status: 500 }, { status: 500 }]],
    [
      "three that were asked again",
      [{}, {}, {}, {}, ...[1, 2, 3].map((): Given => ({ status: 503, standing: "asked-again" }))],
    ],
    [
      "three that may have been read twice",
      [{}, {}, {}, {}, ...[1, 2, 3].map((): Given => ({ status: 409, mayBeRead: true }))],
    ],
    [
      "three that a lockout refuses",
      [{}, {}, {}, {}, ...[401, 403, 401].map((status): Given => ({ status, standing: "asked-again" }))],
    ],
    ["three asked to wait", [{}, {}, {}, {}, { status: 429 }, { status: 429 }, { status: 429 }]],
    ["three of a proxy", [{}, {}, {}, {}, { status: 407 }, { status: 407 }, { status: 407 }]],
    [
      "three that were not reached",
      [{}, {}, {}, {}, ...[1, 2, 3].map((): Given => ({ noAnswer: "connection-refused" }))],
    ],
    [
      "three of another kind of request",
      [{}, {}, {}, {}, ...[1, 2, 3].map((): Given => ({ kind: "open", status: 500 }))],
    ],
    [
      "three without the members that are not required",
      [{}, {}, {}, {}, ...[1, 2, 3].map((): Given => ({ onlyRequired: true, status: 500 }))],
    ],
    ["another success to another kind", [{}, { kind: "open", status: 201 }, { onlyRequired: true, status: 201 }]],
  ])("pass for %s", (_title, given) => {
    expect(outcomeOf(id, given, [0])).toBe("passed");
  });

  test("belong to their own kind", () => {
    const other = "accepts-valid-plant/with-required-members";
    const required: Given = { onlyRequired: true };
    expect(outcomeOf(other, [required, { kind: "open", status: 201 }, { status: 201 }], [0])).toBe("passed");
    expect(outcomeOf(other, [required, { ...required, status: 201 }], [0])).toContain("201");
    expect(outcomeOf(id, [{ status: 201 }])).toBe("run-ended");
  });

  test("are reported for the operation where they are sent elsewhere at once", () => {
    expect(outcomeOf(id, [{ status: 302 }], [0])).toBe("no-accepted-parent");
    expect(evidenceOf(id, [{ status: 201 }], [0])).toEqual([0]);
  });

  test("are shown by the failures, where there are so many", () => {
    const failed: readonly Given[] = [1, 2, 3].map(() => ({ status: 500 }));
    expect(evidenceOf(id, [{}, ...failed, {}, {}, {}], [0])).toEqual([1, 2, 3]);
    expect(evidenceOf(id, [{}, {}, { status: 202 }], [0])).toEqual([2]);
  });

  test.each<readonly [string, readonly number[], string]>([
    ["pass accepted four times", [200, 200, 200, 200], "passed"],
    [
      "fail three times among more that are accepted",
      [200, 500, 500, 500, 200, 200, 200],
      "status 500 with application/json, and so 3 of 7 valid requests, one in 2",
    ],
    ["pass three times at the end, where fewer were accepted", [200, 500, 500, 500], "passed"],
  ])("without the members that are not required %s", (_title, statuses, expected) => {
    const given = statuses.map((status): Given => ({ onlyRequired: true, status }));
    expect(outcomeOf("accepts-valid-plant/with-required-members", given, [0])).toBe(expected);
  });

  test("fail never answered, where another was accepted after them", () => {
    const never: readonly Given[] = [silent, silent, silent];
    const required = never.map((given): Given => ({ ...given, onlyRequired: true }));
    const other = "accepts-valid-plant/with-required-members";
    expect(outcomeOf(other, [{}, ...required, {}], [1, 2, 3])).toBe("status no answer (it was cut off)");
    expect(outcomeOf(other, [{}, ...required], [1, 2, 3])).toBe("no-answer");
    expect(outcomeOf(other, [{}, ...required, { status: 500 }, valid()], [1, 2, 3])).toBe("no-answer");
    expect(outcomeOf(other, [{}, ...required.slice(1), {}], [1, 2])).toBe("no-answer");
    expect(outcomeOf(other, [{}, { onlyRequired: true, status: 400 }, ...required.slice(1), {}], [1, 2, 3])).toBe(
      "no-answer",
    );
  });

  test("are not judged where a proxy answered", () => {
    expect(outcomeOf(id, [{ status: 407 }], [0])).toBe("no-answer");
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

  test("is shown by the first ordinary request that was answered and not asked again", () => {
    expect(evidenceOf(id, [silent, { status: 503, standing: "asked-again" }, {}])).toEqual([2]);
    expect(evidenceOf(id, [silent, silent])).toEqual([0]);
    expect(evidenceOf(id, [{}, {}])).toEqual([0]);
    expect(evidenceOf(id, [wrong(), {}, {}])).toEqual([1]);
  });
});

describe("the first plant of a run, where others are accepted later", () => {
  const id = "accepts-valid-plant/with-every-member";
  const required = "accepts-valid-plant/with-required-members";
  const plant = { name: "Aloe", tag: "moss" };
  const chunked = (status: number): Given => ({
    kind: "valid",
    askedBy: "accepts-chunked-body/chunked",
    plant,
    sent: JSON.stringify({ id: 7_000_001, ...plant }),
    status,
  });

  test("is one failure of many where it was sent twice at most", () => {
    expect(outcomeOf(id, [{ status: 404 }, {}], [0])).toBe("passed");
    expect(outcomeOf(id, [{ status: 500 }, { status: 404 }, {}], [0, 1])).toBe("passed");
    expect(outcomeOf(id, [{ status: 400 }, { status: 400 }, { status: 400 }, {}], [0, 1, 2])).toBe(
      "status 400 with application/json",
    );
    expect(outcomeOf(id, [{ status: 400 }, { status: 400 }, {}], [0, 1, 2])).toBe("passed");
  });

  test("is one failure of many where only requests in another form were accepted", () => {
    expect(outcomeOf(id, [{ status: 404 }, chunked(200)], [0])).toBe("passed");
    expect(outcomeOf(id, [{ status: 404 }, chunked(404)], [0])).toBe("no-accepted-parent");
  });

  test("fails where so many fail of all valid ones, those that a provider may refuse included", () => {
    const odd = (status: number): Given => ({ kind: "open", askedBy: "returns-name/odd", plant, status });
    const run = [{}, {}, {}, {}, { status: 500 }, { status: 500 }, odd(500), odd(200)];
    expect(outcomeOf(id, run, [0])).toBe("status 500 with application/json, and so 3 of 8 valid requests, one in 3");
  });

  test("fails where one in so many is refused of those in a form that is accepted otherwise", () => {
    const run = [{}, chunked(200), chunked(500), chunked(400), chunked(500), {}, {}];
    expect(outcomeOf(id, run, [0])).toBe("status 500 with application/json, and so 3 of 7 valid requests, one in 2");
    expect(evidenceOf(id, run, [0])).toEqual([2, 3, 4]);
    expect(outcomeOf(required, [{}, { onlyRequired: true }, ...run.slice(1)], [1])).toBe("passed");
  });

  test("fails for another success in a form that was never accepted: what is a NewPlant is answered with 200", () => {
    expect(outcomeOf(id, [{}, chunked(203), {}], [0])).toBe("status 203 with application/json");
    expect(outcomeOf(id, [{}, chunked(411), {}], [0])).toBe("passed");
    expect(outcomeOf(id, [{}, { ...chunked(201), sent: '{"id":1}' }, {}], [0])).toBe("passed");
  });

  test("fails for another success in a form that was accepted otherwise, and not for want of the tag", () => {
    expect(outcomeOf(id, [{}, chunked(200), chunked(201)], [0])).toBe("status 201 with application/json");
    expect(outcomeOf(required, [{}, { onlyRequired: true }, chunked(200), chunked(201)], [1])).toBe("passed");
  });
});
