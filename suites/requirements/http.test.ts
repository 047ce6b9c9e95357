import { describe, expect, test } from "vitest";
import { evidenceOf, outcomeOf } from "../testing/checks.ts";
import { type Given } from "../testing/history.ts";

const valid = (status = 200): Given => ({ kind: "valid", status });
const wrong = (status = 400): Given => ({ kind: "not-a-plant", status });
const silent: Given = { noAnswer: "timeout" };

describe("a valid request right after a refused one", () => {
  const id = "recovers-after-refusal/same-connection";

  test.each<readonly [string, readonly Given[], readonly number[], string]>([
    ["passes accepted", [{}, wrong(), { ...valid(), isReused: true }], [1, 2], "passed"],
    [
      "passes accepted the second time",
      [{}, wrong(), valid(500), wrong(), { ...valid(), isReused: true }],
      [1, 2, 3, 4],
      "passed",
    ],
    ["is not judged accepted on another connection", [{}, wrong(), valid()], [1, 2], "no-occasion"],
    [
      "is not judged accepted on another connection because its own was closed under it",
      [{}, wrong(), { ...valid(), attempts: 2, closedAfterMs: 0 }],
      [1, 2],
      "no-occasion",
    ],
    [
      "fails refused both times",
      [{}, wrong(), valid(500), wrong(), valid(503)],
      [1, 2, 3, 4],
      "status 503 with application/json",
    ],
    [
      "fails refused although nothing comes after it",
      [{}, wrong(), valid(500)],
      [1, 2],
      "status 500 with application/json",
    ],
    [
      "is not judged where nothing was accepted before",
      [{ status: 400 }, wrong(), valid(400), {}],
      [1, 2],
      "no-accepted-parent",
    ],
    [
      "is not judged by a parent that is none",
      [{ onlyRequired: true }, wrong(), valid(400), {}],
      [1, 2],
      "no-accepted-parent",
    ],
    ["is not judged without an answer", [{}, wrong(), { kind: "valid", noAnswer: "timeout" }], [1, 2], "no-answer"],
    ["is not judged unsent", [{}, wrong()], [1], "run-ended"],
  ])("%s", (_title, given, own, expected) => {
    expect(outcomeOf(id, given, own)).toBe(expected);
  });
});

describe("a chunked body", () => {
  const chunked = (status: number): Given => ({ kind: "valid", framing: "chunked", status });
  const judged = (id: Parameters<typeof outcomeOf>[0], ...own: readonly Given[]): string =>
    outcomeOf(
      id,
      own.flatMap((one) => [{}, one]).concat({}),
      own.map((_, k) => 2 * k + 1),
    );

  test.each(["accepts-chunked-body/chunked", "accepts-chunked-body/odd-chunks"] as const)(
    "%s passes accepted, or refused with 411 each time",
    (id) => {
      expect(judged(id, chunked(200))).toBe("passed");
      expect(judged(id, chunked(411), chunked(411), chunked(411))).toBe("passed");
      expect(judged(id, chunked(411))).toBe("passed");
      expect(judged(id)).toBe("run-ended");
      expect(judged(id, chunked(411), chunked(411), chunked(400))).toBe("status 400 with application/json");
      expect(judged(id, chunked(400), chunked(400), chunked(411))).toBe("status 400 with application/json");
      expect(judged(id, chunked(413), chunked(413), chunked(413))).toBe("status 413 with application/json");
    },
  );

  test("says nothing where a 411 is the answer to everything", () => {
    const none: Given = { status: 411 };
    expect(outcomeOf("accepts-chunked-body/chunked", [none, chunked(411), none], [1])).toBe("no-accepted-parent");
  });

  test("is an open point, with the status of its refusal", () => {
    expect(judged("chunked-body/value", chunked(411), chunked(411))).toBe("refused: 411");
    expect(judged("chunked-body/value", chunked(411), chunked(200))).toBe("accepted");
    expect(judged("chunked-body/value", chunked(200), chunked(411))).toBe("accepted");
    expect(judged("chunked-body/value", chunked(411), chunked(429))).toBe("refused: 411");
  });
});

describe("requests sent at once", () => {
  const id = "keeps-answers-apart/at-once";
  const flight = (startedMs: number, totalMs = 10): Given => ({ startedMs, totalMs });
  const mixed: Given = { body: '{"name":"Fern 0"}' };

  test("pass where each gets its own back", () => {
    expect(outcomeOf(id, [flight(0), flight(5)], [0, 1])).toBe("passed");
    expect(outcomeOf(id, [flight(0), flight(0)], [0, 1])).toBe("passed");
    expect(outcomeOf(id, [flight(0), flight(5), flight(100)], [0, 1, 2])).toBe("passed");
  });

  test("fail where one gets another's, in the whole run, and it is reported once", () => {
    const run = [flight(0), { ...flight(5), ...mixed }, { ...flight(6), ...mixed }];
    expect(outcomeOf(id, run, [0, 1, 2])).toBe("/name the name of another request of this run");
    expect(outcomeOf(id, [flight(0), { ...flight(50), ...mixed }], [])).toContain("another");
    expect(evidenceOf(id, run)).toEqual([1, 2]);
  });

  test("are judged by answers of 200 alone", () => {
    expect(outcomeOf(id, [flight(0), flight(5), { ...mixed, kind: "open", status: 400 }], [0, 1])).toBe("passed");
  });

  test("say nothing where they followed one another", () => {
    expect(outcomeOf(id, [flight(0), flight(10), flight(20)], [0, 1, 2])).toBe("no-occasion");
    expect(outcomeOf(id, [flight(20), flight(10), flight(0)], [0, 1, 2])).toBe("no-occasion");
    expect(outcomeOf(id, [flight(0)], [0])).toBe("no-occasion");
    // Times are rounded to a hundredth: these two may have been sent one after the other.
    expect(outcomeOf(id, [flight(0), flight(9.98)], [0, 1])).toBe("no-occasion");
    expect(outcomeOf(id, [flight(0), flight(9.97)], [0, 1])).toBe("passed");
  });

  test("are not judged where one was refused, or not answered, or none was sent", () => {
    expect(outcomeOf(id, [flight(0), { ...flight(5), status: 400 }], [0, 1])).toBe("no-accepted-parent");
    expect(outcomeOf(id, [flight(0), { ...flight(5), ...silent }], [0, 1])).toBe("no-answer");
    expect(outcomeOf(id, [flight(0), flight(5)], [])).toBe("run-ended");
  });
});

describe("every ordinary request of the run", () => {
  const id = "accepts-every-ordinary-request/every-one";

  test.each<readonly [string, readonly Given[], string]>([
    ["passes accepted", [{}, {}, {}], "passed"],
    [
      "fails once, with the number of those refused",
      [{}, {}, { status: 500 }, { status: 503 }],
      "status 500 with application/json, and so 2 of 4 ordinary requests",
    ],
    ["is not judged where there are too few", [{}, { status: 500 }], "no-accepted-parent"],
    ["leaves out what was not answered", [{}, {}, {}, silent], "passed"],
    ["leaves out what the provider asked to be left alone with", [{}, {}, {}, { status: 429 }], "passed"],
    [
      "counts what a gateway refused at first",
      [{}, {}, {}, { status: 503, standing: "asked-again" }],
      "status 503 with application/json, and so 1 of 4 ordinary requests",
    ],
    ["leaves out what a proxy answered", [{}, {}, {}, { status: 407 }], "passed"],
    ["leaves out what may have been read twice", [{}, {}, {}, { status: 409, attempts: 2 }], "passed"],
    [
      "leaves out a kind of request that was never accepted",
      [{}, {}, {}, { onlyRequired: true, status: 400 }],
      "passed",
    ],
    [
      "counts a kind that was accepted once",
      [{}, {}, { onlyRequired: true }, { onlyRequired: true, status: 400 }],
      "status 400 with application/json, and so 1 of 4 ordinary requests",
    ],
    ["leaves out what is not ordinary", [{}, {}, {}, wrong(), valid(), valid(400)], "passed"],
  ])("%s", (_title, given, expected) => {
    expect(outcomeOf(id, given)).toBe(expected);
  });

  test("is shown by those refused, or else by all that were judged", () => {
    expect(evidenceOf(id, [{}, {}, { status: 500 }, {}, { status: 503 }])).toEqual([2, 4]);
    expect(evidenceOf(id, [{}, {}, silent, {}])).toEqual([0, 1, 3]);
  });
});

describe("no answer has a 5xx status", () => {
  const id = "answers-without-server-error/every-answer";

  test.each([
    [499, "passed"],
    [500, "status 500 with application/json"],
    [599, "status 599 with application/json"],
  ])("%i: %s", (status, expected) => {
    expect(outcomeOf(id, [{}, { kind: "open", status }])).toBe(expected);
  });

  test("on the path of the operation", () => {
    expect(outcomeOf(id, [{}, { kind: "open", method: "GET", status: 500 }])).toBe("passed");
    expect(outcomeOf(id, [{}, { kind: "open", path: "/other", status: 500 }])).toBe("passed");
    expect(outcomeOf(id, [silent])).toBe("no-occasion");
  });

  const limited =
    "sent again for that; a rate limit is the likely cause, such as limit_req of nginx, and 429 (limit_req_status 429) or Retry-After says so";

  test.each<readonly [string, Given, string]>([
    ["503 that was sent again is taken for a rate limit", { status: 503, standing: "asked-again" }, `, ${limited}`],
    ["503 that was not sent again is not", { status: 503 }, ""],
    ["502 that was sent again is not", { status: 502, standing: "asked-again" }, ""],
    ["504 that was sent again is not", { status: 504, standing: "asked-again" }, ""],
  ])("%s", (_title, given, words) => {
    expect(outcomeOf(id, [{}, given])).toBe(`status ${given.status} with application/json${words}`);
  });

  test("but for a 503 that says how long it lasts, and was answered when it was sent again", () => {
    const busy: Given = { status: 503, headers: [["Retry-After", "1"]] };
    expect(outcomeOf(id, [{ ...busy, standing: "asked-again" }, {}])).toBe("passed");
    expect(outcomeOf(id, [busy, {}])).toBe("status 503 with a body of no media type");
  });

  test("is reported by each kind of answer, the first with their number", () => {
    expect(outcomeOf(id, [{}, { status: 500 }, { status: 501 }, {}])).toBe(
      "status 500 with application/json, the first of 2 in 4 requests; status 501 with application/json",
    );
  });
});

describe("every request is answered", () => {
  const id = "answers-every-request/every-request";
  const lost: Given = { kind: "open", noAnswer: "connection-closed" };

  test("to the operation, whatever it was sent for", () => {
    expect(outcomeOf(id, [{}, lost])).toBe("status no answer (it was cut off)");
    expect(outcomeOf(id, [{}, { ...lost, method: "GET" }, { ...lost, path: "/other" }])).toBe("passed");
    expect(outcomeOf(id, [{ method: "GET" }, { path: "/other" }])).toBe("no-occasion");
  });

  test.each<readonly [NonNullable<Given["noAnswer"]>, string]>([
    ["connection-closed", "status 200 with application/json, a body that was cut off after 12 bytes (it was cut off)"],
    ["timeout", "status 200 with application/json, a body that was cut off after 12 bytes (it was cut off)"],
    ["headers-too-large", "no-answer"],
  ])("and is not by a part of an answer, unless a limit of the suite was met: %s", (noAnswer, expected) => {
    expect(outcomeOf(id, [{}, { kind: "open", noAnswer, readTo: "header" }])).toBe(expected);
  });

  test("but for a large body on which the connection was closed; silence is no close", () => {
    expect(outcomeOf(id, [{}, { ...lost, mayMeet: "cut-off" }])).toBe("passed");
    expect(outcomeOf(id, [{}, lost])).toContain("no answer");
    expect(outcomeOf(id, [{}, { kind: "open", noAnswer: "timeout", mayMeet: "cut-off" }])).toContain("no answer");
  });

  test("but for one whose connection was closed while it was sent, and that was answered when it was sent again", () => {
    const closed: Given = { ...lost, whileSending: true, standing: "asked-again" };
    const answered: Given = { kind: "open" };
    expect(outcomeOf(id, [{}, closed, answered])).toBe("passed");
    expect(outcomeOf(id, [{}, closed, { ...lost, whileSending: true }])).toContain("no answer");
    expect(outcomeOf(id, [{}, { ...lost, standing: "asked-again" }, answered])).toContain("no answer");
  });

  test("but for a valid one whose connection was closed while it was sent, and whose check was answered later", () => {
    const sent = { askedBy: "accepts-chunked-body/chunked", framing: "chunked" } as const;
    const closed: Given = { ...lost, ...sent, kind: "valid", whileSending: true };
    const refused: Given = { ...sent, kind: "valid", status: 400 };
    expect(outcomeOf(id, [{}, closed, refused])).toBe("passed");
    for (const other of [
      { ...refused, askedBy: "accepts-chunked-body/odd-chunks" },
      { ...refused, framing: "none" },
      closed,
    ] as const) {
      expect(outcomeOf(id, [{}, closed, other])).toContain("no answer");
    }
    expect(outcomeOf(id, [refused, closed])).toContain("no answer");
    expect(outcomeOf(id, [{}, closed, { ...refused, noAnswer: "run-ended" }])).toContain("no answer");
    expect(outcomeOf(id, [{}, { ...closed, kind: "open" }, refused])).toContain("no answer");
    expect(outcomeOf(id, [{}, { ...lost, ...sent, kind: "valid" }, refused])).toContain("no answer");
  });

  test.each(["run-ended", "harness-fault", "name-not-found", "connection-refused", "connect-timeout", "tls"] as const)(
    "%s is not a fault of the provider",
    (noAnswer) => {
      expect(outcomeOf(id, [{}, { kind: "open", noAnswer }])).toBe("passed");
    },
  );

  test.each(["timeout", "connection-closed", "not-http", "headers-too-large"] as const)(
    "%s is the provider's",
    (noAnswer) => {
      expect(outcomeOf(id, [{}, { kind: "open", noAnswer }])).toContain("no answer");
    },
  );
});

describe("where two ordinary requests of the run are refused, a valid one after a refusal", () => {
  const id = "recovers-after-refusal/same-connection";
  const judged = (ordinary: number): string => {
    const before = Array.from({ length: ordinary }, (_, place): Given => (place < 2 ? { status: 500 } : {}));
    const given = [...before, wrong(), valid(500), wrong(), valid(500)];
    return outcomeOf(
      id,
      given,
      [0, 1, 2, 3].map((place) => ordinary + place),
    );
  };

  test("is not judged where so many are refused that it may be one of them", () => {
    expect(judged(25)).toBe("no-accepted-parent");
  });

  test("fails refused twice where hardly any are refused", () => {
    expect(judged(67)).toBe("status 500 with application/json");
  });
});

describe("an ordinary request of the run", () => {
  const id = "accepts-every-ordinary-request/every-one";
  const plant = { name: "Aloe", tag: "moss" };
  const chunked = (change: Given): Given => ({
    kind: "valid",
    askedBy: "accepts-chunked-body/chunked",
    plant,
    sent: JSON.stringify({ id: 7_000_001, ...plant }),
    ...change,
  });

  test("counts in another form that was accepted otherwise, where its answer says anything", () => {
    const run = [{}, {}, {}, chunked({})];
    expect(outcomeOf(id, [...run, chunked({ status: 400 })])).toBe(
      "status 400 with application/json, and so 1 of 5 ordinary requests",
    );
    expect(outcomeOf(id, [...run, chunked({ status: 429 })])).toBe("passed");
    expect(outcomeOf(id, [...run, chunked({ status: 411, framing: "chunked" })])).toBe("passed");
  });

  test.each<readonly [string, readonly Given[], boolean]>([
    ["is not counted in a lockout", [{ plant, status: 401, standing: "asked-again" }, { plant }], true],
    ["is not counted forbidden in a lockout", [{ plant, status: 403, standing: "asked-again" }, { plant }], true],
    ["counts where it was no lockout", [{ plant, status: 403 }, { plant }], false],
    ["counts where another plant was accepted", [{ plant, status: 401 }, {}], false],
    [
      "counts where it was refused again",
      [
        { plant, status: 401 },
        { plant, status: 401 },
      ],
      false,
    ],
    ["counts refused by another status", [{ plant, status: 400 }, { plant }], false],
  ])("whose token is refused and taken for the same plant afterwards: it %s", (_title, given, isPassed) => {
    expect(outcomeOf(id, [{}, {}, {}, ...given]) === "passed").toBe(isPassed);
  });
});
