/** The words and counts in the result of traffic, and the reports while it is judged. */
import { describe, expect, test } from "vitest";
import { openTraffic } from "./traffic-judge.ts";
import { exchangeOfLine } from "./read/read-exchange.ts";
import { READABLE_LINE } from "./read/read-recordings.ts";
import { brokenIn, judgedLines, line, refused, shippedOptions, type Written } from "./testing/exchanges.ts";

const provider = { side: "provider" } as const;
const consumer = { side: "consumer" } as const;
const elsewhere = line({ url: "http://other.example/plants" });
const unanswered = { ...line(), response: undefined };
const odd = { status: 202, answer: "" };

describe("nothing could be judged", () => {
  const [wanted, other] = [["http://plants.example/api"], ["http://no.example/a", "http://none.example/b"]];
  test.each<readonly [what: string, reason: string, lines: readonly object[], baseUrls: readonly string[]]>([
    [
      "where all went to other base URLs",
      'None of 2 exchanges is a POST to /plants at "http://no.example/a", "http://none.example/b", so that nothing was judged. There are some at (no host), http://plants.example/api.',
      [line(), line({ url: "/plants" })],
      other,
    ],
    [
      "where one could not be, and another one went elsewhere",
      "1 exchange with the operation could not be judged: no answer was recorded.",
      [unanswered, elsewhere],
      wanted,
    ],
    [
      "where one went elsewhere",
      'None of 1 exchange is a POST to /plants at "http://no.example/a", "http://none.example/b", so that nothing was judged. There are some at http://plants.example/api.',
      [line()],
      other,
    ],
    [
      "where one could not be read",
      "None of 1 exchange could be read: the line has no request. A line that can be read is " + READABLE_LINE,
      [{}],
      [],
    ],
    [
      "where nothing could be read, each reason once",
      "None of 3 exchanges could be read: the line has no request, its request has no method or no URL. A line that can be read is " +
        READABLE_LINE,
      [{}, {}, { request: {} }],
      [],
    ],
    [
      "where one could be read and is another operation",
      "None of 2 exchanges is a POST to a path that ends in /plants, so that nothing was judged.",
      [{}, line({ url: "http://plants.example/pots" })],
      [],
    ],
    [
      "where there is nothing",
      "None of 0 exchanges is a POST to a path that ends in /plants, so that nothing was judged.",
      [],
      [],
    ],
  ])("%s", (_, reason, lines, baseUrls) => {
    const { verdict, reasons, summary, remarks } = judgedLines(lines, { ...provider, baseUrls });
    expect([verdict, summary.judged, reasons]).toEqual(["inconclusive", 0, [reason]]);
    // The reason says it already.
    if (summary.ofOperation === 0) expect(remarks).toEqual([]);
  });

  test.each<readonly [reasons: readonly string[], isShown: boolean]>([
    [["the entry is not JSON"], false],
    [["the line is not JSON"], true],
    [["the entry is not JSON", "the line has no request"], true],
  ])("because of what was lost, %j: a line that can be read is shown: %s", (reasons, isShown) => {
    const traffic = openTraffic(shippedOptions);
    const recording = traffic.open("log", "ndjson");
    for (const lost of reasons) recording.add({ lost });
    expect(traffic.result().reasons.join().includes(READABLE_LINE)).toBe(isShown);
  });

  test("where there are several base URLs, which are named", () => {
    const judged = (): unknown => judgedLines([line(), line({ url: "/plants" })]);
    expect(judged).toThrow(
      "at several base URLs, which may be different operations: (no host), http://plants.example/api. Name",
    );
  });
});

test("what went to another base URL is counted, with that base URL", () => {
  const { remarks } = judgedLines([line(), elsewhere], { ...provider, baseUrls: ["http://plants.example/api"] });
  expect(remarks).toContain("1 exchange with another base URL not judged: http://other.example.");
});

test("what went to another base URL is counted where another recording holds nothing else", () => {
  const traffic = openTraffic({ ...shippedOptions, baseUrls: ["http://plants.example/api"] });
  for (const one of [line(), elsewhere]) traffic.open("log", "ndjson").add(exchangeOfLine(one));
  expect(traffic.result().remarks).toContain("1 exchange with another base URL not judged: http://other.example.");
});

test("several base URLs are judged where they are named", () => {
  const baseUrls = ["http://plants.example/api", "http://other.example"];
  const { baseUrls: judged, summary } = judgedLines([line(), elsewhere], { ...provider, baseUrls });
  expect([[...judged].sort(), summary.judged]).toEqual([[...baseUrls].sort(), 2]);
});

describe("the result", () => {
  test("counts what was judged, even where the status is all that is known of an answer", () => {
    const bare = { ...line(), response: { status: 500 } };
    expect(
      judgedLines([bare, bare, unanswered, elsewhere], { ...provider, baseUrls: ["http://plants.example/api"] })
        .summary,
    ).toMatchObject({
      exchanges: 4,
      ofOperation: 3,
      judged: 2,
    });
  });

  test("says who breaks what, the provider first", () => {
    const { verdict, reasons } = judgedLines([line({ body: { id: 1 } }), line({ body: { id: 1 } })]);
    expect([verdict, ...reasons]).toEqual([
      "traffic-broken",
      "The provider breaks refuses-missing-member (2 exchanges).",
      "Clients break sends-new-plant (2 exchanges).",
    ]);
  });

  test("has each open point as observed or not seen, with how often", () => {
    const { requirements, summary } = judgedLines(
      [line(), line(), line(), line({ method: "GET", status: 405 })],
      provider,
    );
    const open = requirements.filter(({ level }) => level === "OPEN");
    const seen = open.filter(({ status }) => status === "observed");
    expect(seen).toMatchObject([
      { id: "duplicate-id", asked: 2, failed: 0, findings: [], exchanges: [] },
      { id: "method-get", asked: 1, failed: 0, findings: [], exchanges: [] },
    ]);
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set(["observed", "not-seen"]));
    expect(open.filter((one) => !seen.includes(one)).every(({ asked, failed }) => asked + failed === 0)).toBe(true);
    expect(summary.open).toEqual({ observed: 2, notSeen: open.length - 2 });
  });

  test("says nothing of Authorization of a recording without the operation", () => {
    expect(
      judgedLines([line({ url: "http://plants.example/pots", headers: { Authorization: null } })]).remarks,
    ).toEqual([]);
  });

  test("has what an answer says without the field Authorization only where the recording keeps the field", () => {
    const without = line({ headers: { Authorization: null }, status: 418 });
    const pointsOf = (...lines: readonly object[]): readonly string[] =>
      Object.keys(judgedLines(lines, provider).profile);
    expect(pointsOf(without)).toEqual(["other-statuses"]);
    expect(pointsOf(without, line())).toEqual(expect.arrayContaining(["missing-token", "other-statuses"]));
  });
});

describe("a plant whose id was accepted before", () => {
  const other = { id: 1_234_567, name: "Rose" };
  test.each<readonly [what: string, profile: object, lines: readonly Written[]]>([
    ["is a duplicate", { "duplicate-id": [{ value: "200", count: 1 }] }, [{}, {}]],
    [
      "with another name is another one",
      { "duplicate-id-other-body": [{ value: "200", count: 2 }] },
      [{}, { body: other }, { body: other }],
    ],
    [
      "with a tag is another one",
      { "duplicate-id-other-body": [{ value: "200", count: 1 }] },
      [{}, { body: { id: 1_234_567, name: "Weeping fig", tag: "tree" } }],
    ],
    ["is none where it was refused", {}, [refused, refused].map((one) => ({ ...one, status: 409 }))],
    ["is none where the request has a header field of its own", {}, [{}, { headers: { Prefer: "x" } }]],
    ["is none by another scheme", {}, [{}, { headers: { Authorization: "Basic eDp5" } }]],
  ])("%s", (_, profile, lines) => {
    const { profile: seen } = judgedLines(lines.map(line), provider);
    const ofIds = Object.entries(seen).filter(([point]) => point.startsWith("duplicate-id"));
    expect(Object.fromEntries(ofIds)).toEqual(profile);
  });
});

describe("another success", () => {
  const remarked = (written: Written): number => judgedLines([line(), line(written)], provider).remarks.length;
  test.each<readonly [what: string, count: number, written: Written]>([
    ["is remarked", 1, odd],
    ["of 201 is remarked", 1, { status: 201 }],
    ["is not what a refusal is", 0, refused],
    ["is not what another refusal is", 0, { ...refused, status: 422 }],
  ])("%s", (_, count, written) => {
    expect(remarked(written)).toBe(count);
  });
});

describe("a token is accepted", () => {
  const created: Written = { status: 201, body: { id: 7_654_321, name: "Rose" } };
  test("by a success that comes twice, and not by a refusal and a success", () => {
    expect(brokenIn(judgedLines([refused, created].map(line), provider))).toEqual([]);
    expect(brokenIn(judgedLines([{ status: 201 }, created].map(line), provider))).toEqual(["accepts-valid-plant"]);
  });

  test("by no success without it: a refusal of another scheme counts only beside one with a token", () => {
    const basic = { headers: { Authorization: "Basic eDp5" } };
    const asked = (...lines: readonly Written[]): unknown =>
      judgedLines(lines.map(line), provider).requirements.find(({ id }) => id === "requires-bearer-scheme")?.asked;
    expect(asked(basic, { ...basic, status: 401 })).toBe(1);
    expect(asked(basic, { ...basic, status: 401 }, {})).toBe(2);
  });
});

test("a requirement that is met has the exchanges that show it", () => {
  const met = judgedLines([line(), line()], provider).requirements.find(({ id }) => id === "accepts-valid-plant");
  expect(met).toMatchObject({ status: "passed", asked: 2, exchanges: [0] });
});

test("a plant that is accepted by another scheme shows nothing of valid requests", () => {
  const { requirements } = judgedLines([line({ headers: { Authorization: "Basic eDp5" } })], provider);
  const asked = requirements.filter(({ id }) => id === "accepts-valid-plant" || id === "operation-exists");
  expect(asked.map((one) => one.asked)).toEqual([0, 0]);
});

test("what was not found before is reported with who sent it, where it is and what was seen", () => {
  const recording = openTraffic(shippedOptions).open("log", "ndjson");
  const add = (written: Written): unknown => recording.add(exchangeOfLine(line(written)));
  expect(add({})).toEqual([]);
  const found = [
    { side: "provider", id: "refuses-missing-member", level: "MUST", sender: "shop/1.0", place: 2 },
    { side: "consumer", id: "sends-new-plant", level: "MUST", sender: "shop/1.0", place: 2 },
  ];
  expect(add({ body: { id: 1 } })).toMatchObject(found);
  expect(add({ body: { id: 1 } })).toEqual([]);
  expect(add(consumerOnly)).toMatchObject([{ side: "consumer", id: "sends-no-query", place: 4, findings: [{}] }]);
});

const consumerOnly: Written = { url: "http://plants.example/api/plants?dry=1" };

test("of clients alone, what the provider does is no matter", () => {
  expect(judgedLines([line({ status: 500 })], consumer)).toMatchObject({
    verdict: "traffic-clean",
    summary: { judged: 1 },
  });
});

test.each<readonly [statuses: readonly number[], said: string]>([
  [[201], " The answers were 201 (1 time)."],
  [[401, 201], " The answers were 201 (1 time), 401 (1 time)."],
  [[404], " The answers were 404 (1 time)."],
])("answers of %j show no MUST, and are named", (statuses, said) => {
  const lines = statuses.map((status) => line({ status, answer: "" }));
  const { reasons } = judgedLines(lines, provider);
  expect(reasons.join("").slice(-said.length)).toBe(said);
});
