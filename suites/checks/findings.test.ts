import { describe as group, expect, test } from "vitest";
import { type Given, lookedAt, only } from "../testing/history.ts";
import { bodyIsJson, mediaTypeIs, namesAreUnique, shapeIs } from "./answer-body.ts";
import type { Sent } from "./check.ts";
import { describe, headerFinding, pointerTo, refusedOtherwise, show, showBoth, showIn, valueAt } from "./findings.ts";

group("an answer in a few words", () => {
  test.each<readonly [Given, string]>([
    [{ status: 400 }, "400 with application/json"],
    [{ status: 400, headers: [["Content-Type", "text/html"]], body: "{}" }, "400 with text/html"],
    [
      { status: 400, headers: [["Content-Type", "text/html"]], body: "<p>" },
      "400 with text/html, text that is not JSON",
    ],
    [{ status: 500, headers: [], body: "1" }, "500 with a body of no media type"],
    [{ status: 404, body: "" }, "404 with an empty body"],
    [{ noAnswer: "timeout" }, "no answer (it was cut off)"],
    [{ noAnswer: "connection-closed", standing: "ends-provider" }, "no answer (the provider's process ended)"],
    [{ status: 400, standing: "ends-provider" }, "400 with application/json"],
    [{ headers: [["Content-Type", `x/${"y".repeat(99)}`]] }, `200 with x/${"y".repeat(98)}`],
    [{ noAnswer: "timeout", readTo: "status" }, "200 with a header that was not read (it was cut off)"],
    [
      { noAnswer: "timeout", readTo: "header", size: 0 },
      "200 with application/json, a body that was cut off after 0 bytes (it was cut off)",
    ],
  ])("%j is reported as %s", (given, words) => {
    expect(describe(only(given))).toBe(words);
  });

  test("says why the body is not in a recording, which is no empty one", () => {
    const sent = only({ status: 200, body: "" });
    const why = "a text whose bytes are uncertain";
    const lost = { ...sent, answer: sent.answer && { ...sent.answer, reading: { as: "unread", why } } } as Sent;
    expect(describe(lost)).toBe("200 with application/json, a text whose bytes are uncertain");
  });
});

test("a body that was looked at when it arrived is recognised by its media type", () => {
  expect(describe(lookedAt())).toBe("200 with application/json");
});

group("a secret", () => {
  const hiding = (given: Given): Sent => ({ ...only(given), clean: (text) => text.replaceAll("with", "[redacted]") });

  test("is taken out of what the provider wrote, and not out of our own words", () => {
    const sent = hiding({ status: 400, headers: [["Content-Type", "text/with"]], body: "<p>" });
    expect(describe(sent)).toBe("400 with text/[redacted], text that is not JSON");
    expect(mediaTypeIs("application/with")(sent)).toEqual([
      { where: "header content-type", expected: "application/with", seen: "text/[redacted]", exchange: 0 },
    ]);
    expect(showIn(sent, { with: 1 })).toBe('{"[redacted]":1}');
  });

  test("is taken out before a value is cut", () => {
    expect(showIn(hiding({}), `${"x".repeat(195)}with`)).toBe(`"${"x".repeat(195)}[...`);
  });
});

group("a value in a finding", () => {
  test("is its JSON, whole up to 200 characters", () => {
    expect(show({ a: [null] })).toBe('{"a":[null]}');
    expect(show("x".repeat(198))).toBe(`"${"x".repeat(198)}"`);
    expect(show("x".repeat(199))).toBe(`"${"x".repeat(196)}...`);
    expect(show(undefined)).toBe("nothing");
  });

  test("is no null where a double cannot hold it", () => {
    expect(show(JSON.parse("1E400"))).toBe("a number beyond what a double holds");
    expect(show(JSON.parse("[1E400]"))).toBe("[null]");
    expect(show(400)).toBe("400");
  });

  test("of a header that is not there is reported as missing", () => {
    expect(headerFinding(only({}), "allow", { expected: "POST", seen: null })).toMatchObject({
      where: "header allow",
      seen: "no such header",
    });
  });
});

group("two texts that differ", () => {
  test("are shown whole where they are short", () => {
    expect(showBoth("Fern", "fern")).toEqual({ expected: '"Fern"', seen: '"fern"' });
  });

  test("are shown whole up to 100 characters, whatever they are made of", () => {
    const leaves = (count: number): string => "\u{1f331}".repeat(count);
    expect(showBoth(leaves(95), "x")).toEqual({ expected: `"${leaves(95)}"`, seen: '"x"' });
    expect(showBoth("y".repeat(100), "x")).toEqual({ expected: `"${"y".repeat(100)}"`, seen: '"x"' });
    expect(showBoth("x", leaves(101))).toEqual({
      expected: '1 characters, after the first 0: "x"',
      seen: `101 characters, after the first 0: "${leaves(40)}"`,
    });
  });

  test("are shown to end where one of them does", () => {
    const name = "ab".repeat(60);
    expect(showBoth(name, `${name}c`)).toEqual({
      expected: "120 characters, after the first 120: nothing",
      seen: '121 characters, after the first 120: "c"',
    });
  });

  test("are shown from the difference on where they are long", () => {
    const name = "ab".repeat(200);
    expect(showBoth(name, name.slice(0, 255))).toEqual({
      expected: `400 characters, after the first 255: "${"ba".repeat(20)}"`,
      seen: "255 characters, after the first 255: nothing",
    });
  });
});

group("a JSON Pointer", () => {
  const value = { name: "Fern", "a/b": { "c~d": [10, 20] }, none: null };

  test.each<readonly [string, unknown]>([
    ["", value],
    ["/name", "Fern"],
    ["/a~1b/c~0d/1", 20],
    ["/none", null],
    ["/none/x", undefined],
    ["/name/length", undefined],
    ["/missing", undefined],
    ["/constructor", undefined],
  ])("%j leads to %j", (pointer, expected) => {
    expect(valueAt(value, pointer)).toEqual(expected);
  });

  test.each([
    ["a/b", "/a~1b"],
    ["c~d", "/c~0d"],
    ["~1", "/~01"],
  ])("to the member %j is %s, and leads there", (name, pointer) => {
    expect(pointerTo(name)).toBe(pointer);
    expect(valueAt({ [name]: 1 }, pointer)).toBe(1);
  });
});

group("the media type of an answer", () => {
  const ask = mediaTypeIs("application/json");

  test("is compared without parameters and letter case", () => {
    expect(ask(only({ headers: [["content-type", "Application/JSON ; charset=utf-8"]] }))).toEqual([]);
  });

  test.each([
    ["text/html", "text/html"],
    ["application/problem+json", "application/problem+json"],
  ])("%s is another", (sent, seen) => {
    expect(ask(only({ headers: [["Content-Type", sent]] }))).toMatchObject([{ where: "header content-type", seen }]);
  });

  test("has to be there", () => {
    expect(ask(only({ headers: [] }))).toMatchObject([{ seen: "no such header" }]);
  });
});

group("the encoding of an answer", () => {
  test.each([
    ["{}", undefined],
    ["{", "text that is not JSON"],
    ["", "an empty body"],
    ["\u{feff}{}", "a byte order mark before the text"],
  ])("of %j: %s", (body, seen) => {
    expect(bodyIsJson(only({ body }))[0]?.seen).toBe(seen);
  });

  test("is not asked of no answer, or of one that was not read", () => {
    expect(bodyIsJson(only({ noAnswer: "timeout" }))).toEqual([]);
    expect(bodyIsJson(only({ headers: [["Content-Encoding", "unheard-of"]] }))).toEqual([]);
  });
});

test("text that is no JSON, or was not read, has no member twice", () => {
  const repeated = '{"name":"Fern","name":"Fern"}';
  expect(namesAreUnique(only({ body: repeated }))).toHaveLength(1);
  expect(namesAreUnique(only({ body: `${repeated}!` }))).toEqual([]);
  expect(namesAreUnique(only({ noAnswer: "timeout" }))).toEqual([]);
});

group("the shape of an answer", () => {
  /** Like a schema that demands an integer at `error` and takes anything else. */
  const ask = shapeIs((value) => {
    const error: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "error") : undefined;
    if (error === undefined) return [{ keyword: "required", where: "/error", expected: "to be present" }];
    return Number.isInteger(error) ? [] : [{ keyword: "type", where: "/error", expected: "JSON type integer" }];
  });
  const seen = (body: string): readonly unknown[] =>
    ask(only({ body })).map((finding) => [finding.where, finding.seen]);

  test("is reported by what is there, or that nothing is", () => {
    expect(seen('{"error":1}')).toEqual([]);
    expect(seen('{"error":"1"}')).toEqual([["/error", '"1"']]);
    expect(seen("{}")).toEqual([["/error", "no such member"]]);
  });

  test("is that of the number that was written, not of what a double makes of it", () => {
    expect(seen('{"error":1.00000000000000000001}')).toEqual([["/error", "1.00000000000000000001"]]);
    expect(seen(`{"error":1.${"0".repeat(80)}1}`)).toEqual([["/error", `1.${"0".repeat(58)}`]]);
  });

  test("lets be what is not an integer by the schema, and what lies deeper", () => {
    expect(seen('{"error":1,"other":1.00000000000000000001}')).toEqual([]);
    expect(seen('{"error":1,"other":{"error":1.00000000000000000001}}')).toEqual([]);
    expect(seen("[1.00000000000000000001]")).toEqual([["/error", "no such member"]]);
  });

  test("lets an integer be one that a double does not hold", () => {
    expect(seen('{"error":9007199254740993}')).toEqual([]);
    expect(seen('{"error":1764000000000000012}')).toEqual([]);
    expect(seen('{"error":9007199254740993.5}')).toEqual([["/error", "9007199254740993.5"]]);
  });

  test("is not made wrong by what is asked of it", () => {
    const strict = shapeIs((value) => {
      const names = Object.keys(Object(value)).filter((name) => name !== "other");
      return names.map((name) => ({
        keyword: "additionalProperties",
        where: `/${name}`,
        expected: "not to be present",
      }));
    });
    expect(strict(only({ body: '{"other":{"error":1.00000000000000000001}}' }))).toEqual([]);
    expect(strict(only({ body: "1.00000000000000000001" }))).toEqual([]);
  });

  test("is reported at the number alone, whatever else a fraction there would break", () => {
    const choice = shapeIs((value) =>
      Number.isInteger(Reflect.get(Object(value), "error"))
        ? []
        : [
            { keyword: "type", where: "/error", expected: "JSON type integer" },
            { keyword: "to match one of several", where: "", expected: "to match one of several" },
          ],
    );
    const found = choice(only({ body: '{"error":1.00000000000000000001}' }));
    expect(found.map(({ where, expected }) => [where, expected])).toEqual([["/error", "JSON type integer"]]);
  });

  test("is reported once where the value is wrong anyway", () => {
    expect(seen('{"error":[9007199254740993]}')).toEqual([["/error", "[9007199254740992]"]]);
    expect(seen("9007199254740993")).toEqual([["/error", "no such member"]]);
    expect(seen("null")).toEqual([["/error", "no such member"]]);
  });

  test("is not asked of what is not JSON", () => {
    expect(seen("<p>")).toEqual([]);
    expect(ask(only({ noAnswer: "timeout" }))).toEqual([]);
  });
});

group("the status of a refusal", () => {
  const answered = (status: number, refusals: readonly number[] | null): Sent => {
    const sent = only({ kind: "not-a-plant", status });
    return { ...sent, request: { ...sent.request, statuses: { successes: [200], refusals } } };
  };

  test.each<readonly [readonly number[] | null, number, readonly string[]]>([
    [[400, 422], 422, []],
    [[400, 422], 409, ["400 or 422"]],
    [null, 409, []],
  ])("by a document with %j, %d", (refusals, status, expected) => {
    expect(refusedOtherwise(answered(status, refusals)).map((finding) => finding.expected)).toEqual(expected);
  });
});
