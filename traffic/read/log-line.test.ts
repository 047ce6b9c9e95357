/** The parts read from a line of a log, and the parts reported as lost. Nothing is guessed. */
import { describe, expect, test } from "vitest";
import { line, partsOf } from "../testing/exchanges.ts";
import { isLine } from "../testing/schemas.ts";
import { isLost } from "../recorded-traffic.ts";
import { exchangeOfLine } from "./log-line.ts";

describe("a line of a log", () => {
  test("is an exchange that its schema describes", () => {
    expect(isLine(line())).toBe(true);
    expect(partsOf(exchangeOfLine(line())).response).toBe('{"name":"Weeping fig"}');
  });

  test("has header fields as pairs or by their names", () => {
    const request = { method: "POST", url: "/plants", headers: { Accept: "*/*", Via: ["a", "b"] }, body: null };
    expect(isLine({ request })).toBe(true);
    const headers = [
      ["Accept", "*/*"],
      ["Via", "a"],
      ["Via", "b"],
    ];
    expect(exchangeOfLine({ request })).toMatchObject({ request: { ...request, headers }, response: null });
  });

  test.each<readonly [what: string, body: unknown, why: string]>([
    ["JSON that was parsed, so that its numbers may be rounded", { id: 9_007_199_254_740_992 }, "parsed the body"],
    ["a content of another size", { encoding: "utf-8", content: "{}", size: 3 }, "(2 bytes, not 3)"],
    ["the first part alone", { encoding: "utf-8", content: "{}", sha256: "00" }, "only the first part"],
    ["an encoding that is not known", { encoding: "hex", content: "00" }, "neither utf-8 nor base64"],
    ["nothing", undefined, "the body is missing"],
  ])("has lost a body that is %s", (_, body, why) => {
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers: [], body } });
    expect(partsOf(item).request).toEqual({ lost: expect.stringContaining(why) });
  });

  test("has lost a text that is not as long as the message says", () => {
    const headers = [["Content-Length", "3"]];
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers, body: "{}" } });
    expect(partsOf(item).request).toEqual({ lost: expect.stringContaining("another length") });
  });

  test.each<readonly [value: unknown, why: string]>([
    [null, "the line has no request"],
    ["x", "the line has no request"],
    [{}, "the line has no request"],
    [{ request: null }, "the line has no request"],
    [{ request: { url: "/" } }, "its request has no method or no URL"],
    [{ request: { method: "POST" } }, "its request has no method or no URL"],
    [{ ...line(), response: { status: "200" } }, "its answer's status is not a number"],
  ])("is none: %j", (value, why) => {
    expect(exchangeOfLine(value)).toEqual({ lost: why });
  });

  test.each([0, 103, 600])("has no answer with the status %i, and none where there is none", (status) => {
    expect(exchangeOfLine(line({ status }))).toMatchObject({ response: null });
    expect(exchangeOfLine({ ...line(), response: undefined })).toMatchObject({ response: null });
  });

  test("has lost the body of an answer that a run has cut off", () => {
    const lost = { lost: "only the first part of the body was recorded" };
    expect(partsOf(exchangeOfLine({ ...line(), truncated: true })).response).toEqual(lost);
    expect(partsOf(exchangeOfLine({ ...line(), truncated: false })).response).toBe('{"name":"Weeping fig"}');
  });

  test.each<readonly [headers: unknown, why: string]>([
    ["Accept: */*", "the header fields are missing"],
    [{}, "the header fields are missing"],
    [[["Accept", "*/*"], ["Via"]], "the header fields are not pairs of a name and a value"],
    [[["Accept", "*/*", "x"]], "the header fields are not pairs of a name and a value"],
    [["ab"], "the header fields are not pairs of a name and a value"],
    [{ Accept: 7 }, "the header fields are not pairs of a name and a value"],
  ])("has lost header fields that are written as %j", (headers, why) => {
    const item = exchangeOfLine({ request: { method: "POST", url: "/plants", headers, body: null } });
    expect(item).toMatchObject({ request: { headers: { lost: why } } });
  });

  test("has text as it was before it was compressed, whatever length the message says", () => {
    const headers = { "Content-Encoding": "gzip", "Content-Length": "30" };
    const item = exchangeOfLine({ ...line(), response: { status: 200, headers, body: "{}" } });
    expect(item).toMatchObject({ response: { isDecoded: true } });
    expect(partsOf(item).response).toBe("{}");
  });

  test("has the bytes of text, and those of base64 as they were on the wire", () => {
    const answerOf = (body: object): unknown => {
      const item = exchangeOfLine({ ...line(), response: { status: 200, headers: { Date: "x" }, body } });
      return isLost(item) ? item : [partsOf(item).response, item.response?.isDecoded];
    };
    expect(answerOf({ encoding: "utf-8", content: "{}" })).toEqual(["{}", true]);
    expect(answerOf({ encoding: "base64", content: "e30=" })).toEqual(["{}", false]);
  });
});
