/** Secrets of traffic are removed with a memory that does not grow. */
import { describe, expect, test } from "vitest";
import { openTraffic } from "./traffic-judge.ts";
import { exchangeOfLine } from "./read/read-exchange.ts";
import { brokenIn, judgedLines, line, shippedOptions, timeOf } from "./testing/exchanges.ts";
import { entry, judgedEntries } from "./testing/har-entries.ts";
import type { Credentials } from "./recorded-credentials.ts";
import { openTrafficSecrets } from "./traffic-state.ts";

/** Its length gives base64 without padding. */
const tokenOf = (k: number): string => `token-of-clients-${1000 + k}`;
const bearer = (digest: string, token: string): Credentials => ({ kind: "bearer", token, digest, scheme: "Bearer" });
const encoded = (token: string): string => Buffer.from(token).toString("base64");

describe("the token of an exchange", () => {
  test("is taken out as it is, and in every encoding; that of another is not", () => {
    const redact = openTrafficSecrets().of(bearer("a", tokenOf(1)));
    expect(redact(`<${tokenOf(1)}> ${encoded(tokenOf(1))}`)).toEqual({
      text: "<[redacted token]> [redacted token]",
      found: true,
    });
    expect(redact(tokenOf(2))).toEqual({ text: tokenOf(2), found: false });
  });

  test("is prepared once for all its exchanges, while it is remembered", () => {
    const secrets = openTrafficSecrets();
    const first = secrets.of(bearer("0", tokenOf(0)));
    for (let k = 1; k < 100; k += 1) secrets.of(bearer(String(k), tokenOf(k)));
    expect(secrets.of(bearer("0", tokenOf(0)))).toBe(first);
    secrets.of(bearer("100", tokenOf(100)));
    expect(secrets.of(bearer("0", tokenOf(0)))).not.toBe(first);
  });

  test("is looked for as it is written, after a thousand tokens, and then in every encoding", () => {
    const secrets = openTrafficSecrets();
    const foundOf = (k: number): readonly boolean[] => {
      const redact = secrets.of(bearer(String(k), tokenOf(k)));
      return [redact(encoded(tokenOf(k))).found, redact(`${tokenOf(k)} ${encoded(tokenOf(k))}`).found];
    };
    for (let k = 0; k < 999; k += 1) secrets.of(bearer(String(k), tokenOf(k)));
    expect([foundOf(999), foundOf(1_000)]).toEqual([
      [true, true],
      [false, true],
    ]);
    const both = secrets.of(bearer("1000", tokenOf(1_000)))(`${tokenOf(1_000)} ${encoded(tokenOf(1_000))}`).text;
    expect(both).toBe("[redacted token] [redacted token]");
  });
});

describe("at the end", () => {
  test("the last hundred tokens are taken out", () => {
    const secrets = openTrafficSecrets();
    for (let k = 0; k <= 100; k += 1) secrets.of(bearer(String(k), tokenOf(k)));
    const redact = secrets.all();
    expect([0, 1, 50, 100].map((k) => redact(tokenOf(k)).found)).toEqual([false, true, true, true]);
  });

  test("so are the last hundred other secrets, which are no tokens", () => {
    const secrets = openTrafficSecrets();
    for (let k = 0; k <= 100; k += 1) {
      const request = { method: "POST", url: "/plants", headers: [["X-Key", tokenOf(k)]] as const, body: null };
      const place = { kind: "operation", baseUrl: "", query: undefined } as const;
      secrets.ofExchange({ credentials: null, exchange: { request, response: null }, place, answered: null }, "x");
    }
    const redact = secrets.all();
    expect([0, 1, 50, 100].map((k) => redact(tokenOf(k)).text)).toEqual([
      tokenOf(0),
      ...Array<string>(3).fill("[redacted credentials]"),
    ]);
  });
});

/** A line that begins at a second and takes some milliseconds. */
const at = (second: number | null, status: number, { time = 10, id = 1_555_001 } = {}): object => ({
  ...line({ status, body: { id, name: "Moss" } }),
  startedDateTime: second === null ? undefined : timeOf(second),
  time,
});
/** Accepts the token. */
const accepted = at(0, 200, { id: 1_000_001 });
const of = (...lines: readonly object[]): readonly string[] => brokenIn(judgedLines([accepted, ...lines]));
const broken = ["accepts-valid-plant"];

describe("a 201 is judged", () => {
  test("where its request was the first with its id, though it is written last", () => {
    expect(of(at(1, 201), at(9, 200))).toEqual(broken);
    expect(of(at(9, 200), at(1, 201))).toEqual(broken);
    expect(of(at(null, 201))).toEqual(broken);
  });

  test("by what it said", () => {
    const { requirements } = judgedLines([accepted, at(1, 201)]);
    const { findings } = requirements.find(({ id }) => id === "accepts-valid-plant") ?? {};
    expect(findings?.map(({ seen }) => seen)).toEqual([
      "201 with application/json, to a valid NewPlant with ordinary values",
    ]);
  });

  test("and not where an earlier request had its id, though it is written first", () => {
    expect(of(at(9, 201), at(1, 200))).toEqual([]);
    expect(of(at(1, 200), at(9, 201))).toEqual([]);
  });

  test("and not where the times are missing or equal, or the requests were there together", () => {
    expect(of(at(null, 201), at(2, 200))).toEqual([]);
    expect(of(at(2, 201), at(null, 200))).toEqual([]);
    expect(of(at(2, 201), at(2, 200))).toEqual([]);
    expect(of(at(2, 201, { time: 5000 }), at(4, 200))).toEqual([]);
    expect(of(at(2, 201, { time: -1 }), at(4, 200))).toEqual([]);
  });

  const unread: ReadonlyArray<readonly [what: string, body: unknown]> = [
    ["was not recorded", undefined],
    ["has a byte order mark", '\u{feff}{"id":1555001,"name":"Moss"}'],
    ["has a member twice", '{"id":1,"id":1555001,"name":"Moss"}'],
  ];
  test.each(unread)("and not where an earlier request may have had its id, because its body %s", (_, body) => {
    const other = at(1, 200);
    const hidden = { ...other, request: { ...Reflect.get(other, "request"), body } };
    const { remarks, ...result } = judgedLines([accepted, hidden, at(2, 201)]);
    expect(brokenIn({ remarks, ...result })).not.toContain("accepts-valid-plant");
    expect(remarks).toEqual([expect.stringContaining("201 (1 time)")]);
    expect(of(at(1, 201), { ...hidden, startedDateTime: timeOf(2) })).toContain("accepts-valid-plant");
    expect(of(hidden, at(2, 201), at(3, 201, { id: 1_555_002 }))).toContain("accepts-valid-plant");
  });

  test("and not where an earlier request had its id at another address", () => {
    const elsewhere = (method: string, path: string): object => {
      const other = at(1, 200);
      return { ...other, request: { ...Reflect.get(other, "request"), method, url: `http://plants.example${path}` } };
    };
    expect(of(elsewhere("POST", "/api/plants/"), at(2, 201))).toEqual([]);
    expect(of(elsewhere("PUT", "/api/plants/1555001"), at(2, 201))).toEqual([]);
    expect(of(elsewhere("PUT", "/api/plants"), at(2, 201))).toEqual([]);
    expect(of(elsewhere("POST", "/api/orders"), at(2, 201))).toEqual(broken);
    const baseUrls = ["http://plants.example/api"];
    const lines = [accepted, elsewhere("POST", "/v2/plants"), at(2, 201)];
    expect(brokenIn(judgedLines(lines, { baseUrls }))).toEqual([]);
  });

  test("by the order over several recordings", () => {
    const judged = (...recordings: ReadonlyArray<readonly object[]>): readonly string[] => {
      const traffic = openTraffic(shippedOptions);
      recordings.forEach((lines, k) => {
        const recording = traffic.open(`log ${k}`, "ndjson");
        for (const one of lines) recording.add(exchangeOfLine(one));
      });
      return brokenIn(traffic.result());
    };
    expect(judged([accepted, at(9, 201)], [at(1, 200)])).toEqual([]);
    expect(judged([accepted, at(9, 200)], [at(1, 201)])).toEqual(broken);
  });

  test("in each result that is asked for, in the same way", () => {
    const traffic = openTraffic(shippedOptions);
    const recording = traffic.open("log", "ndjson");
    for (const one of [accepted, at(3, 201)]) recording.add(exchangeOfLine(one));
    const found = [traffic.result(), traffic.result()].map(({ requirements }) =>
      requirements.find(({ id }) => id === "accepts-valid-plant"),
    );
    expect(found.map((one) => [one?.asked, one?.failed])).toEqual([
      [2, 1],
      [2, 1],
    ]);
    recording.add(exchangeOfLine(at(1, 200)));
    const { remarks, ...result } = traffic.result();
    expect(brokenIn({ remarks, ...result })).toEqual([]);
    expect(remarks).toEqual([expect.stringContaining("201 (1 time)")]);
  });
});

test("a duplicate is a request that began after an accepted one had ended", () => {
  const profileOf = (...lines: readonly object[]): unknown => judgedLines(lines).profile["duplicate-id"];
  expect(profileOf(at(1, 200), at(9, 409))).toEqual([{ value: "409", count: 1 }]);
  expect(profileOf(at(9, 409), at(1, 200))).toBeUndefined();
  expect(profileOf(at(null, 200), at(9, 409))).toBeUndefined();
  expect(profileOf(at(1, 200), at(null, 409))).toBeUndefined();
  expect(profileOf(at(1, 200, { time: 9000 }), at(9, 409))).toBeUndefined();
  // It began when the first one ended: 10 ms and the rounding of a millisecond after its beginning.
  const atOnce = new Date(Date.parse(timeOf(1)) + 11).toISOString();
  const later = new Date(Date.parse(timeOf(1)) + 12).toISOString();
  expect(profileOf(at(1, 200), { ...at(1, 409), startedDateTime: atOnce })).toBeUndefined();
  expect(profileOf(at(1, 200), { ...at(1, 409), startedDateTime: later })).toEqual([{ value: "409", count: 1 }]);
});

test("a HAR says when an exchange began, and how long it took", () => {
  const changed = (second: number, status: number): object =>
    entry({ entry: { startedDateTime: timeOf(second), time: 40 }, response: { status } });
  expect(brokenIn(judgedEntries([changed(5, 201), changed(1, 200)]))).toEqual([]);
  expect(brokenIn(judgedEntries([changed(5, 200), changed(1, 201)]))).toEqual(broken);
});
