/** Header fields of answers that a document describes, in runs that never took place. */
import { describe, expect, test } from "vitest";
import { responsesIn, revised } from "../../spec/testing/revised.ts";
import type { CheckId } from "../checks/check.ts";
import type { Given } from "../testing/history.ts";
import { checksFor } from "../testing/revised-checks.ts";

describe("a header field that the document requires", () => {
  const { outcomeOf } = checksFor(
    revised((document) => {
      const headers = { Location: { required: true }, "X-More": { required: false } };
      Object.assign(responsesIn(document)["200"] ?? {}, { headers });
    }),
  );
  const id = "sends-documented-headers/200-location";
  const json = ["Content-Type", "application/json"] as const;

  test.each<readonly [readonly Given[], string]>([
    [[{ headers: [json, ["location", "/1"]] }], "passed"],
    [[{ headers: [json, ["Location", ""]] }], "passed"],
    [[{}], "header location no such header"],
    [[{ status: 400 }], "no-occasion"],
    [[{ path: "/others" }], "no-occasion"],
    [[{ kind: "open" }], "header location no such header"],
  ])("in %j: %s", (given, outcome) => {
    expect(outcomeOf(id, given)).toBe(outcome);
  });

  test("is not asked of a response that does not require it", () => {
    expect(outcomeOf("sends-documented-headers/200-x-more", [{}])).toMatch("There is no check");
  });
});

describe("a failure without a body", () => {
  const { outcomeOf } = checksFor(
    revised((document) => {
      const headers = { "X-Code": { required: true, schema: { type: "string", enum: ["a"] } } };
      Object.assign(responsesIn(document), {
        401: { description: "No token", headers: { "WWW-Authenticate": { required: true } } },
        422: { description: "Text", headers, content: { "text/plain": {} } },
        default: { description: "Other", headers },
      });
    }),
  );

  test.each<readonly [CheckId, Given, string]>([
    ["sends-documented-headers/401-www-authenticate", { status: 401 }, "header www-authenticate no such header"],
    ["sends-documented-headers/401-www-authenticate", { status: 401, headers: [["WWW-Authenticate", "x"]] }, "passed"],
    ["sends-documented-headers/422-x-code", { status: 422 }, "header x-code no such header"],
    ["sends-documented-headers/422-x-code-value", { status: 422, headers: [["X-Code", "b"]] }, "header x-code b"],
    ["sends-documented-headers/409-x-code", { status: 409 }, "header x-code no such header"],
    ["sends-documented-headers/404-x-code", { status: 404 }, "There is no check sends-documented-headers/404-x-code"],
  ])("is asked for its header fields by %s in %j: %s", (id, given, outcome) => {
    expect(outcomeOf(id, [given])).toBe(outcome);
  });
});

describe("the value of a header field that the document describes", () => {
  const { outcomeOf } = checksFor(
    revised((document) => {
      const headers = {
        ETag: { required: true, schema: { type: "string", pattern: '^"[0-9a-f]+"$' } },
        "X-Rest": { schema: { type: "integer", minimum: 0 } },
        "X-Load": { schema: { type: "number" } },
        "X-New": { schema: { type: "boolean" } },
        "X-Kind": { schema: { type: "string", enum: ["a", "b"] } },
        "X-Any": { schema: { type: "string", format: "date-time" } },
        "X-List": { schema: { type: "array", items: { type: "integer" } } },
        "X-None": { description: "of no schema" },
        "Content-Type": { schema: { type: "integer" } },
      };
      Object.assign(responsesIn(document)["200"] ?? {}, { headers });
    }),
  );

  test.each([
    ["etag", '"0af"', "passed"],
    ["etag", 'W/"0af"', 'header etag W/"0af"'],
    ["etag", "0af", "header etag 0af"],
    ["x-rest", "0", "passed"],
    ["x-rest", "+12", "passed"],
    ["x-rest", "12.0", "passed"],
    ["x-rest", "many", "header x-rest many"],
    ["x-rest", "", "header x-rest "],
    ["x-rest", "12 of 20", "header x-rest 12 of 20"],
    ["x-load", "about 1.5", "header x-load about 1.5"],
    ["x-rest", "1.5", "header x-rest 1.5"],
    ["x-rest", "-1", "header x-rest -1"],
    ["x-load", "1.5e-1", "passed"],
    ["x-load", "1E3", "passed"],
    ["x-load", "low", "header x-load low"],
    ["x-load", "1.5 kg", "header x-load 1.5 kg"],
    ["x-new", "True", "passed"],
    ["x-new", "false", "passed"],
    ["x-new", "1", "header x-new 1"],
    ["x-kind", "b", "passed"],
    ["x-kind", "c", "header x-kind c"],
  ])("%s: %s, %s", (name, value, outcome) => {
    expect(outcomeOf(`sends-documented-headers/200-${name}-value`, [{ headers: [[name, value]] }])).toBe(outcome);
  });

  test("is asked where the field is there alone, and of what its schema decides", () => {
    expect(outcomeOf("sends-documented-headers/200-x-rest-value", [{}])).toBe("no-occasion");
    expect(outcomeOf("sends-documented-headers/200-x-rest-value", [{ status: 400, headers: [["x-rest", "x"]] }])).toBe(
      "no-occasion",
    );
    for (const name of ["x-any", "x-list", "x-none", "content-type"]) {
      expect(outcomeOf(`sends-documented-headers/200-${name}-value`, [{}])).toMatch("There is no check");
    }
  });
});

describe("a value of a described header field that a right provider may send", () => {
  const { outcomeOf } = checksFor(
    revised((document) => {
      const headers = {
        "X-Near": { schema: { type: "integer", format: "int32" } },
        "X-Next": { schema: { type: "integer", format: "int64", minimum: 0 } },
        "X-Third": { schema: { type: "integer", multipleOf: 3, exclusiveMinimum: 0 } },
        "X-Share": { schema: { type: "number", exclusiveMaximum: 0.5 } },
        "X-Perhaps": { schema: { type: ["integer", "null"], minimum: 1 } },
        "X-Listed": { schema: { type: ["string", "null"], enum: ["a", "b c", null] } },
        "X-Choice": { schema: { anyOf: [{ type: "string", pattern: "^[a-z]+$" }, { type: "null" }] } },
        "X-Short": { schema: { type: "string", maxLength: 2 } },
        "Set-Cookie": { schema: { type: "string", pattern: "^session=[a-z]+$" } },
      };
      Object.assign(responsesIn(document)["200"] ?? {}, { headers });
    }),
  );
  const judged = (name: string, ...values: readonly string[]): string =>
    outcomeOf(`sends-documented-headers/200-${name}-value`, [{ headers: values.map((value) => [name, value]) }]);

  test.each([
    ["x-near", "2147483648", "a format is an annotation"],
    ["x-next", "9223372036854775807", "int64 has it, although a double has not"],
    ["x-third", "9007199254740993", "it is a multiple of 3, and the double next to it is not"],
    ["x-share", "0.49999999999999999999", "it is below 0.5, and the double next to it is 0.5"],
    ["x-next", "1e999", "it is an integer, although no double holds it"],
    ["x-perhaps", "", "null has no text of its own"],
    ["x-perhaps", "null", "null has no text of its own"],
    ["x-listed", "", "null is listed"],
    ["x-listed", "b%20c", "style simple may encode the blank"],
    ["x-listed", "b c", "it is listed"],
    ["x-choice", "null", "it matches the pattern, and is null"],
    ["x-choice", "", "null is allowed"],
    ["x-short", "\u00c3\u00a9\u00c3\u00a9", "bytes beyond ASCII are of no certain encoding (RFC 9110 section 5.5)"],
  ])("%s: %s, because %s", (name, value) => expect(judged(name, value)).toBe("passed"));

  test.each([
    ["x-next", "-1"],
    ["x-next", "-9223372036854775808"],
    ["x-third", "4"],
    ["x-share", "0.5"],
    ["x-perhaps", "0"],
    ["x-perhaps", "none"],
    ["x-listed", "d"],
    ["x-choice", "A"],
    ["x-short", "abc"],
  ])("is not %s: %s", (name, value) => expect(judged(name, value)).toBe(`header ${name} ${value}`));

  test("is the joined one of several fields with one name", () => {
    expect(judged("x-short", "a", "b")).toBe("header x-short a, b");
  });

  test("is in one of several fields Set-Cookie, which are not one list (RFC 9110 section 5.3)", () => {
    expect(judged("set-cookie", "lang=en; Path=/", "session=abc")).toBe("passed");
    expect(judged("set-cookie", "lang=en", "session=1")).toBe("header set-cookie lang=en; header set-cookie session=1");
  });
});
