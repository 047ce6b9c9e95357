/** A value that may be a mask is no value; a wrong value that cannot be a mask, or is vouched for, is found. */
import { describe, expect, test } from "vitest";
import { brokenIn, judgedLines, line, refused } from "./testing/exchanges.ts";
import { isMasked, maskOf } from "./masked-values.ts";

const masks = [
  "REDACTED",
  "redacted",
  "xxxxxxx",
  "XXXX-XXXX",
  "####",
  "•••••",
  "***-***",
  "000000",
  "[PII]",
  "<removed>",
  "{{plantId}}",
  "${ID}",
  "%id%",
  "__hidden__",
  "(entfernt)",
  "«vertraulich»",
  "Withheld by policy",
  "value not shown",
  "n/a",
  "ab***89",
  "PLANT_ID",
  "Entfernt",
  "",
  "已隐藏",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "[secure]",
];

describe("nobody is accused by", () => {
  test.each(masks)("%j in the place of an id, or of the number of an error", (mask) => {
    const asked = line({ body: { id: mask, name: "Rose" } });
    const answered = line({ ...refused, answer: { error: mask, message: mask } });
    const { notJudged, ...result } = judgedLines([line(), asked, answered]);
    expect(brokenIn({ notJudged, ...result })).toEqual([]);
    // Stars and known words are found before the schema is asked.
    expect(notJudged.map(({ why }) => why).join()).toMatch(/masked/);
  });

  test.each(["[gone]", "****", "REDACTED", "<masked>", '"REDACTED"'])("%s in the place of a body", (whole) => {
    expect(brokenIn(judgedLines([line(), line({ body: whole }), line({ answer: whole })]))).toEqual([]);
  });

  test.each(["[PII]", "***", "xxxx", "<id>"])("%s without quotes in the place of a number", (bare) => {
    const lines = [line({ body: `{"id":${bare},"name":"Rose"}` }), line({ ...refused, answer: `{"error": ${bare}}` })];
    expect(brokenIn(judgedLines([line(), ...lines]))).toEqual([]);
  });

  test.each(["xxxxx", "ROSE", "Removed by filter"])("a 201 to a plant with the name %s", (name) => {
    expect(brokenIn(judgedLines([line(), line({ status: 201, body: { id: 1_234_599, name } })]))).toEqual([]);
  });

  test("the same text in unlike places, though it may be a sentence", () => {
    const same = { error: "Bad Request", message: "Bad Request" };
    expect(brokenIn(judgedLines([line(), line({ ...refused, answer: same })]))).toEqual([]);
  });
});

describe("a wrong provider is found by", () => {
  const error = (value: unknown): object => line({ ...refused, answer: { error: value, message: "No" } });
  test.each(["400", "Bad Request", "bad_request", "-1", "true"])("an error of %j, which is no mask", (value) => {
    expect(brokenIn(judgedLines([line(), error(value)]))).toEqual(["error-shape"]);
  });

  test.each([null, true, [], {}])("an error of %j, which is no text", (value) => {
    expect(brokenIn(judgedLines([line(), error(value)]))).toEqual(["error-shape"]);
  });

  test("a second text at the same place", () => {
    expect(brokenIn(judgedLines([line(), error("INVALID_ID")]))).toEqual([]);
    expect(brokenIn(judgedLines([line(), error("INVALID_ID"), error("INVALID_ID")]))).toEqual([]);
    expect(brokenIn(judgedLines([line(), error("INVALID_ID"), error("MISSING_NAME")]))).toEqual(["error-shape"]);
  });

  test("the length that the message states", () => {
    const body = '{"id":"REDACTED","name":"Rose"}';
    const headers = { "Content-Length": String(body.length) };
    expect(brokenIn(judgedLines([line(), line({ body, headers })]))).toEqual([
      "refuses-invalid-member",
      "sends-new-plant",
    ]);
    const answer = '{"error":"REDACTED","message":"No"}';
    const answerHeaders = { "Content-Type": "application/json", "Content-Length": String(answer.length) };
    expect(brokenIn(judgedLines([line(), line({ ...refused, answer, answerHeaders })]))).toEqual(["error-shape"]);
  });
});

test("the secrets of a request with a masked value are not shown", () => {
  const body = { id: "PII", name: "Rose", api_key: "secret-key-of-a-client" };
  const result = judgedLines([line(), line({ body, answer: { id: 1, name: "secret-key-of-a-client" } })]);
  expect(brokenIn(result)).toEqual(["plant-has-no-id"]);
  expect(JSON.stringify(result)).not.toContain("secret-key-of-a-client");
});

test("a token is masked only by certain signs and words", () => {
  expect(["REDACTED", "xxxxx", "[token]"].map(isMasked)).toEqual([true, true, true]);
  expect(["TOKEN", "_x-y_", "3f2504e04f8941d39a0c0305e82c3301"].map(isMasked)).toEqual([false, false, false]);
});

test("a text is certainly a mask, perhaps one, or none", () => {
  expect(["[x]", "PII", "1234567"].map(maskOf)).toEqual(["likely", "perhaps", "no"]);
});

test("a long text that is no JSON is searched for masks in time, and one at its end is found", () => {
  const hostile = [`:a${" ".repeat(200_000)}`, ": a".repeat(60_000), ":/".repeat(100_000), ": ".repeat(100_000)];
  for (const text of hostile) {
    const lines = [line(), line({ ...refused, answer: text }), line({ ...refused, answer: `${text}",id:***}` })];
    expect(
      judgedLines(lines)
        .notJudged.map(({ why }) => why)
        .join(),
    ).toMatch(/masked/);
  }
});
