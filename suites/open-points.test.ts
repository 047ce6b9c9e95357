/** The observations for the open points: invented runs, and values worked out by hand. */
import type { PlannedRequest } from "./checks/check.ts";
import { describe, expect, test } from "vitest";
import { checkNamed, evidenceOf, outcomeOf } from "./testing/checks.ts";
import { type Given, historyOf } from "./testing/history.ts";

const html = [["Content-Type", "text/html"]] as const;
const error = (value: unknown): Given => ({ status: 400, body: JSON.stringify({ error: value, message: "" }) });

describe("the values of error", () => {
  const id = "error-values/value";

  test("are reported once each, by size", () => {
    expect(outcomeOf(id, [error(400), {}, error(20), error(3), error(20)])).toBe("3, 20, 400");
    expect(outcomeOf(id, [error(0)])).toBe("0");
  });

  test("are looked for in 400s alone, in JSON alone, and have to be numbers", () => {
    expect(outcomeOf(id, [{}, { status: 409 }])).toBe("none seen");
    expect(outcomeOf(id, [{ status: 400, body: "<p>", headers: html }, error("400"), error(undefined)])).toBe(
      "none seen",
    );
  });

  test("are counted beyond twenty", () => {
    const many = (count: number): readonly Given[] => Array.from({ length: count }, (_, k) => error(k + 1));
    const twenty = Array.from({ length: 20 }, (_, k) => k + 1).join(", ");
    expect(outcomeOf(id, many(20))).toBe(twenty);
    expect(outcomeOf(id, many(21))).toBe(`${twenty} and 1 more`);
    expect(outcomeOf(id, many(25))).toBe(`${twenty} and 5 more`);
  });

  test("are shown by the first answer that has one", () => {
    expect(evidenceOf(id, [{}, error(1), error(2)])).toEqual([1]);
    expect(evidenceOf(id, [{}])).toEqual([]);
  });
});

describe("whether error is the status", () => {
  const id = "error-equals-status/value";

  test.each<readonly [string, readonly Given[]]>([
    ["always", [error(400), {}, error(400)]],
    ["never", [error(1), error(2)]],
    ["sometimes", [error(400), error(2)]],
    ["none seen", [{}]],
  ])("%s", (value, given) => {
    expect(outcomeOf(id, given)).toBe(value);
  });

  test("is shown by the first answer that has one", () => {
    expect(evidenceOf(id, [{}, error(400), error(2)])).toEqual([1]);
  });
});

describe("the statuses beside 200 and 400", () => {
  const id = "other-statuses/value";

  test("are reported once each, by size, one answer for each", () => {
    const given = [{}, { status: 422 }, { status: 400 }, { status: 201 }, { status: 422 }, { status: 401 }];
    expect(outcomeOf(id, given)).toBe("201, 401, 422");
    expect(evidenceOf(id, given)).toEqual([3, 5, 1]);
  });

  test("may be none", () => {
    expect(outcomeOf(id, [{}, { status: 400 }])).toBe("none");
    expect(outcomeOf(id, [{}, { status: 404, path: "/other" }])).toBe("none");
  });
});

describe("429", () => {
  const id = "rate-limit/value";

  test("is reported with or without Retry-After, and by each answer", () => {
    expect(outcomeOf(id, [{}, { status: 429 }])).toBe("429 without Retry-After");
    expect(outcomeOf(id, [{}, { status: 429, headers: [["retry-after", "1"]] }])).toBe("429 with Retry-After");
    expect(evidenceOf(id, [{}, { status: 429 }, {}, { status: 429 }])).toEqual([1, 3]);
  });

  test("may not be seen", () => {
    expect(outcomeOf(id, [{}, { status: 428 }, { status: 430 }])).toBe("none seen");
  });
});

describe("headers of versions, limits and deprecation", () => {
  const id = "version-headers/value";
  const named = (...names: readonly string[]): Given => ({ headers: names.map((name) => [name, "1"] as const) });

  test("are reported once each, by name, in lower case", () => {
    expect(outcomeOf(id, [named("X-RateLimit-Limit", "Version"), named("version", "Sunset")])).toBe(
      "sunset, version, x-ratelimit-limit",
    );
    expect(
      outcomeOf(id, [named("api-version", "x-api-version", "acme-api-version", "Deprecation", "rate-limit")]),
    ).toBe("acme-api-version, api-version, deprecation, rate-limit, x-api-version");
  });

  test("may be none", () => {
    expect(outcomeOf(id, [named("Server", "Conversion", "x-powered-by", "My-Version")])).toBe("none");
  });

  test("are twenty at most", () => {
    const names = Array.from({ length: 21 }, (_, k) => `x-version-${String.fromCodePoint(97 + k)}`);
    expect(outcomeOf(id, [named(...names)])).toBe(names.slice(0, 20).join(", "));
  });

  test("are shown by the first answer that has one", () => {
    expect(evidenceOf(id, [{}, named("sunset"), named("sunset")])).toEqual([1]);
  });
});

test("nothing is reported of a run in which nothing was answered", () => {
  expect(outcomeOf("other-statuses/value", [{ noAnswer: "timeout" }])).toBe("no-answer");
  expect(outcomeOf("other-statuses/value", [{ noAnswer: "timeout" }, { status: 422 }])).toBe("422");
});

describe("the answers to duplicates", () => {
  const sent = (id: number): string => JSON.stringify({ id, name: "Fern" });
  const plant = (id: number): Given => ({ sent: sent(id) });
  const duplicate = (id: number, given: Given): Given => ({ kind: "open", sent: sent(id), ...given });

  test.each<readonly [string, "duplicate-id/value" | "duplicate-id-other-body/value", Given]>([
    ["with the same body", "duplicate-id/value", {}],
    ["with another body", "duplicate-id-other-body/value", { mayMeet: "taken-id" }],
  ])("%s are those in the whole run, once each", (_what, id, kind) => {
    const other = (given: Given): readonly Given[] => [plant(2), duplicate(2, { ...kind, ...given })];
    const run = (given: Given): readonly Given[] => [plant(1), duplicate(1, { ...kind, status: 409 }), ...other(given)];
    expect(outcomeOf(id, run({ status: 400 }), [0, 1])).toBe("400, 409");
    expect(outcomeOf(id, run({ status: 409 }), [0, 1])).toBe("409");
    expect(outcomeOf(id, run({ noAnswer: "timeout" }), [0, 1])).toBe("409");
  });
});

describe("an object that has `name` twice", () => {
  const id = "duplicate-members/value";
  const sent = '{"name":"Fern 1","id":1000000,"name":"Moss 2"}';
  const answered = (change: Given): readonly Given[] => [{}, { kind: "open", sent, plant: null, ...change }, {}];

  test.each<readonly [string, Given]>([
    ["accepted, the first counts", { body: '{"name":"Fern 1"}' }],
    ["accepted, the last counts", { body: '{"name":"Moss 2"}' }],
    ["accepted", { body: "{}" }],
    ["accepted", { body: "null" }],
    ["accepted", { body: '"Fern 1"' }],
    ["accepted", { body: '{"name":1}' }],
    ["accepted", { body: "<p>" }],
    ["refused: 400", { status: 400 }],
    ["answered 201", { status: 201, body: '{"name":"Fern 1"}' }],
    ["no-answer", { noAnswer: "timeout" }],
  ])("%s", (value, change) => {
    expect(outcomeOf(id, answered(change), [1])).toBe(value);
  });
});

describe("the greatest length", () => {
  const id = "name-length/value";
  const long = (status: number): Given => ({ kind: "open", status });

  test("is read off all the lengths that were asked for", () => {
    expect(outcomeOf(id, [{}, long(200), {}], [1])).toBe("accepted up to 65536");
    expect(outcomeOf(id, [{}, ...Array.from({ length: 7 }, () => long(400)), {}], [1, 2, 3, 4, 5, 6, 7])).toBe(
      "refused at 40",
    );
  });

  test("is not called refused where another success answered it", () => {
    expect(outcomeOf(id, [{}, long(201), {}], [1])).toBe("answered 201 up to 65536");
    const asked = (success: number): readonly Given[] => [400, success, 400, 400, 400, 400, success].map(long);
    expect(outcomeOf(id, [{}, ...asked(200), {}], [1, 2, 3, 4, 5, 6, 7])).toBe("accepted up to 601, refused at 800");
    expect(outcomeOf(id, [{}, ...asked(201), {}], [1, 2, 3, 4, 5, 6, 7])).toBe(
      "answered 201 up to 601, refused at 800",
    );
  });

  test("is read off those that were not cut off for their size", () => {
    const cutOff: Given = { kind: "open", mayMeet: "cut-off", noAnswer: "connection-closed" };
    const rest = Array.from({ length: 6 }, () => long(400));
    expect(outcomeOf(id, [{}, cutOff, ...rest, {}], [1, 2, 3, 4, 5, 6, 7])).toBe("refused at 40");
    expect(outcomeOf(id, [{}, cutOff, ...rest], [1, 2, 3, 4, 5, 6, 7])).toBe("no-accepted-parent");
    expect(outcomeOf(id, [{}, cutOff, {}], [1])).toBe("no-answer");
    expect(outcomeOf(id, [{}, { ...cutOff, noAnswer: "timeout" }, ...rest, {}], [1, 2, 3, 4, 5, 6, 7])).toBe(
      "no-answer",
    );
  });

  test("is not known where one of them was not answered", () => {
    expect(outcomeOf(id, [{}, long(400), { kind: "open", noAnswer: "timeout" }, {}], [1, 2])).toBe("no-answer");
  });
});

describe("the size of bodies", () => {
  const id = "body-size/value";
  const cutOff: Given = { kind: "open", mayMeet: "cut-off", noAnswer: "connection-closed" };

  test.each<readonly [string, Given, Given]>([
    ["64 KiB accepted, 1 MiB accepted", { kind: "open" }, { kind: "open" }],
    ["64 KiB accepted, 1 MiB refused: 413", { kind: "open" }, { kind: "open", status: 413 }],
    ["64 KiB cut off, 1 MiB refused: 413", cutOff, { kind: "open", status: 413 }],
    ["64 KiB accepted, 1 MiB cut off", { kind: "open" }, cutOff],
  ])("%s", (value, one, two) => {
    expect(outcomeOf(id, [{}, one, two, {}], [1, 2])).toBe(value);
  });

  test("says nothing of the ordinary request that follows them", () => {
    const open: Given = { kind: "open" };
    expect(outcomeOf(id, [{}, open, open, {}], [1, 2, 3])).toBe("64 KiB accepted, 1 MiB accepted");
    expect(outcomeOf(id, [{}, cutOff, cutOff, {}], [1, 2, 3])).toBe("64 KiB cut off, 1 MiB cut off");
  });

  test("is that both are cut off, where the provider answers ordinary requests around them", () => {
    expect(outcomeOf(id, [{}, cutOff, cutOff, {}], [1, 2])).toBe("64 KiB cut off, 1 MiB cut off");
    expect(outcomeOf(id, [{}, cutOff, cutOff], [1, 2])).toBe("no-answer");
    expect(outcomeOf(id, [{}, cutOff, { ...cutOff, noAnswer: "timeout" }, {}], [1, 2])).toBe("no-answer");
    expect(outcomeOf(id, [{}, cutOff, { kind: "open", noAnswer: "connection-closed" }, {}], [1, 2])).toBe("no-answer");
    expect(outcomeOf(id, [{}, {}], [])).toBe("run-ended");
  });
});

describe("the id of a body that was refused for its name", () => {
  const id = "id-after-refusal/value";
  const wrong: Given = { kind: "not-a-plant", status: 400 };

  test.each<readonly [string, Given, Given]>([
    ["free", wrong, { kind: "open" }],
    ["refused: 409", wrong, { kind: "open", status: 409 }],
    ["answered 201", wrong, { kind: "open", status: 201 }],
    ["the name was not refused", { kind: "not-a-plant", status: 200 }, { kind: "open", status: 409 }],
    ["the name was not refused", { kind: "not-a-plant", status: 201 }, { kind: "open", status: 409 }],
  ])("%s", (value, first, second) => {
    expect(outcomeOf(id, [{}, first, second, {}], [1, 2])).toBe(value);
  });
});

describe("the id 0", () => {
  const id = "id-zero/value";
  const withId = (value: number): string => JSON.stringify({ id: value, name: "Fern" });
  const zero = (status: number): Given => ({ kind: "open", status, mayMeet: "taken-id", sent: withId(0) });
  const plant: Given = { sent: withId(2_000_001) };
  const duplicate = (status: number): Given => ({ ...zero(status), ...plant });

  test("is accepted or refused", () => {
    expect(outcomeOf(id, [{}, zero(200), {}], [1])).toBe("accepted");
    expect(outcomeOf(id, [{}, zero(400), plant, duplicate(409), {}], [1, 2, 3])).toBe("refused: 400");
    expect(outcomeOf(id, [{}, zero(409), plant, duplicate(200), zero(200), {}], [1, 2, 3, 4])).toBe("accepted");
  });

  test("is compared with the answer to a duplicate after every status but 200, by plants with fresh ids", () => {
    const fresh = (k: number): number => 1_000_000 + k;
    const after = (status: number): readonly PlannedRequest[] => checkNamed(id).next(fresh, historyOf(zero(status)));
    expect([after(200), after(201), after(400)].map(({ length }) => length)).toEqual([0, 1, 1]);
    expect(new TextDecoder().decode(after(201)[0]?.body ?? undefined)).toContain("1000001");
    expect(outcomeOf(id, [{}, zero(201), plant, duplicate(409)], [1, 2, 3])).toBe("answered 201");
    expect(outcomeOf(id, [{}, zero(204), plant, duplicate(204)], [1, 2, 3])).toBe("no-occasion");
  });

  test("may be taken where it is refused as a duplicate is", () => {
    expect(outcomeOf(id, [{}, zero(409), plant, duplicate(409), {}], [1, 2, 3])).toBe("no-occasion");
  });
});

test("the answer to a duplicate is that of every one in the run, in order and once each", () => {
  const sent = JSON.stringify({ id: 2_000_001, name: "Fern" });
  const duplicate = (given: Given): Given => ({ kind: "open", mayMeet: "taken-id", sent, ...given });
  const [first, other] = [duplicate({ status: 422 }), duplicate({ status: 409 })];
  const given: readonly Given[] = [{ sent }, first, other, first, duplicate({ noAnswer: "timeout" }), {}];
  expect(outcomeOf("duplicate-id-other-body/value", given, [0, 1])).toBe("409, 422");
});

describe("the body of the answer to a request without a token", () => {
  const id = "missing-token-body/value";
  const answered = (change: Given): readonly Given[] => [{}, { kind: "not-allowed", status: 401, ...change }, {}];

  test.each<readonly [string, Given]>([
    ["an Error", {}],
    ["a Plant", { body: '{"name":"Fern"}' }],
    ["empty", { body: "" }],
    ["application/json", { body: '{"detail":"No"}' }],
    ["application/json", { body: "{" }],
    ["text/html", { headers: html, body: "<p>No</p>" }],
    ["text/html", { headers: html }],
    ["no media type", { headers: [], body: "No" }],
    ["cut off", { noAnswer: "connection-closed", readTo: "header" }],
  ])("is %s", (value, change) => {
    expect(outcomeOf(id, answered(change), [1])).toBe(value);
  });
});

describe("an open point whose request was closed under, and then refused", () => {
  const id = "trailing-slash/value";
  const twice: Given = { kind: "open", status: 404, attempts: 2 };
  const askedAfter = (...own: readonly Given[]): readonly PlannedRequest[] =>
    checkNamed(id).next((k) => 1_000_000 + k, historyOf(...own));

  test("is asked once more with fresh values", () => {
    expect(askedAfter({ kind: "open", status: 404 })).toEqual([]);
    const [first, again] = [askedAfter(), askedAfter(twice)];
    expect([first, again]).toMatchObject([[{ path: "/plants/" }], [{ path: "/plants/" }]]);
    expect(again).not.toEqual(first);
    expect(askedAfter(twice, { kind: "open", status: 404 })).toEqual([]);
    expect(askedAfter(twice, twice)).toEqual([]);
  });

  test("has the value of the second time", () => {
    expect(outcomeOf(id, [{}, twice, { kind: "open", status: 405 }, {}], [1, 2])).toBe("405");
    expect(outcomeOf(id, [{}, twice, twice, {}], [1, 2])).toBe("no-answer");
  });

  test("gives its value to the points that are read off its answer", () => {
    const body = "malformed-token-body/value";
    const page: Given = { ...twice, status: 401, body: "<p>", headers: [["Content-Type", "text/html"]] };
    expect(outcomeOf(body, [{}, page, { ...page, attempts: 1 }, {}], [1, 2])).toBe("text/html");
  });

  test("of two steps is begun anew", () => {
    const duplicate = checkNamed("duplicate-id/value");
    const own = historyOf({}, { kind: "open", status: 409, attempts: 2 });
    const third = duplicate.next((k) => 1_000_000 + k, own);
    const fourth = duplicate.next((k) => 1_000_000 + k, [...own, ...historyOf({})]);
    expect(third).toMatchObject([{ kind: "ordinary" }]);
    expect(fourth).toMatchObject([{ kind: "open", body: third[0]?.body }]);
  });
});
