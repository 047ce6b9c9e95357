/** Other spellings of a media type that another document may write with parameters. */
import { describe, expect, test } from "vitest";
import { inCapitals, inOtherCase, withCharset } from "./request-variants.ts";

describe("a media type with a charset", () => {
  test.each([
    ["application/json", "application/json; charset=utf-8"],
    ["application/json; charset=utf-8", "application/json; charset=utf-8"],
    ['application/json;Charset = "utf-8"', "application/json; charset=utf-8"],
    ["application/json;version=2 ; charset=utf-8;q=a", "application/json; version=2; q=a; charset=utf-8"],
    ["application/json; xcharset=utf-8", "application/json; xcharset=utf-8; charset=utf-8"],
  ])("that is %s in the document is %s", (mediaType, expected) => {
    expect(withCharset(mediaType, "; charset=utf-8")).toBe(expected);
  });

  test("has the charset as it is written", () => {
    expect(withCharset("application/json; charset=utf-8", ' ;charset="UTF-8"')).toBe(
      'application/json ;charset="UTF-8"',
    );
  });
});

describe("letter case", () => {
  test.each([
    ["application/json", "Application/JSON", "APPLICATION/JSON"],
    ["application/vnd.a+json; version=a", "Application/VND.A+JSON; version=a", "APPLICATION/VND.A+JSON; version=a"],
  ])("of %s is changed but in parameters", (mediaType, other, capitals) => {
    expect(inOtherCase(mediaType)).toBe(other);
    expect(inCapitals(mediaType)).toBe(capitals);
  });
});
