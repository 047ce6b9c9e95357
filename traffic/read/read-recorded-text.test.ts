/** A body recorded as text has the bytes of that text only if nothing indicates other bytes. */
import { describe, expect, test } from "vitest";
import type { HeaderFields } from "../../http/message.ts";
import { bytesOfBase64, bytesOfText, contentLength, isFinalStatus, spanOf } from "./read-exchange.ts";

const typed = (type: string): HeaderFields => [["Content-Type", type]];
const long = (length: string): HeaderFields => [["Content-Length", length]];
const read = (text: string, headers: HeaderFields = [], sizes: readonly number[] = []): unknown => {
  const bytes = bytesOfText(text, headers, sizes);
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : bytes;
};

describe("a text", () => {
  test("of ASCII is what was sent, with and without a size", () => {
    expect([read("{}"), read("{}", [], [2]), read("{}", [], [9, 2])]).toEqual(["{}", "{}", "{}"]);
  });

  test("of another size is not what was sent", () => {
    const why = "the recorded text has another length than the body had (2 bytes, not 3)";
    expect(read("{}", [], [3, 4])).toEqual({ lost: why });
  });

  test("beyond ASCII is what was sent where its size in bytes is known", () => {
    expect(read("\u{e9}", [], [2])).toBe("\u{e9}");
    expect(read("\u{e9}")).toEqual({ lost: "the recording does not say how many bytes the body had" });
  });

  test("in which a decoder replaced bytes is not what was sent", () => {
    const why = "the recorder may have replaced bytes that are not UTF-8";
    expect(read("\u{fffd}", [], [3])).toEqual({ lost: why });
  });
});

describe("a text in a charset", () => {
  const other = { lost: "the recorder wrote the body down in another charset" };
  test.each<readonly [type: string, text: string, read: unknown]>([
    ["application/json", "\u{e9}", "\u{e9}"],
    ["application/json; charset=utf-8", "\u{e9}", "\u{e9}"],
    ['application/json; CHARSET="UTF8"', "\u{e9}", "\u{e9}"],
    ["application/json; charset=latin1", "\u{e9}", other],
    ["application/json;charset = latin1", "\u{e9}", other],
    ["application/json; Charset=Latin1", "\u{e9}", other],
    ["application/json; charset=latin1", "{}", "{}"],
    ["application/json; charset=UTF-16", "{}", other],
    ["application/json; charset=utf-32le", "{}", other],
  ])("%s is read as in UTF-8 only where the bytes are the same: %s", (type, text, expected) => {
    expect(read(text, typed(type), [Buffer.byteLength(text)])).toEqual(expected);
  });
});

describe("a text that may have been changed", () => {
  const changed = { lost: "the recorder may have cut the body off, or masked values in it" };
  test.each([
    '{"name":"Ro…',
    '{"name":"Ro...',
    '{"na [TRUNCATED]',
    '{"na (truncated)',
    '{"key":"[Redacted]"}',
    '{"key":"***"}',
  ])("is not what was sent: %s", (text) => {
    expect(read(text, [], [Buffer.byteLength(text)])).toEqual(changed);
    expect(read(text, long(String(Buffer.byteLength(text) + 1)), [Buffer.byteLength(text)])).toEqual(changed);
  });

  test.each(['{"name":"Ro..."}', '{"name":"Ro… se"}', '{"name":"truncated cone shape"}', '{"name":"masked"}'])(
    "or not: %s",
    (text) => {
      expect(read(text, [], [Buffer.byteLength(text)])).toBe(text);
    },
  );

  test("is what was sent where the message itself says so", () => {
    expect(read('{"name":"Ro...', long("14"))).toBe('{"name":"Ro...');
  });
});

test.each<readonly [text: string, bytes: string | null]>([
  ["e30=", "{}"],
  ["e30", "{}"],
  ["", ""],
  ["e", null],
  ["%e30=", null],
  ["e30=%", null],
  ["e3 0=", null],
  ["e3 0", null],
])("base64 %j", (text, bytes) => {
  const read64 = bytesOfBase64(text, null, []);
  expect(read64 instanceof Uint8Array ? Buffer.from(read64).toString() : read64).toBe(bytes);
});

test.each<readonly [headers: HeaderFields, length: number | null]>([
  [long("0"), 0],
  [long("27"), 27],
  [[], null],
  [long(""), null],
  [long("x27"), null],
  [long("27x"), null],
  [[...long("2"), ...long("3")], null],
])("Content-Length of %j", (headers, length) => {
  expect(contentLength(headers)).toBe(length);
});

test("a final status is a whole number from 200 to 599", () => {
  const statuses = [199, 200, 200.5, 599, 600, "200", undefined];
  expect(statuses.filter(isFinalStatus)).toEqual([200, 599]);
});

test.each<readonly [started: unknown, took: unknown, start: number | undefined, end?: number]>([
  ["2024-05-02T10:00:00.250Z", 5, 1_714_644_000_250, 1_714_644_000_256],
  ["2024-05-02T12:00:00.25+02:00", 5, 1_714_644_000_250, 1_714_644_000_256],
  ["2024-05-02T10:00:00Z", 5, 1_714_644_000_000, 1_714_644_001_005],
  ["2024-05-02T10:00:00.250Z", -1, 1_714_644_000_250, Infinity],
  ["2024-05-02T10:00:00.250Z", undefined, 1_714_644_000_250, Infinity],
  ["2024-05-02t10:00:00.250z", 5, 1_714_644_000_250, 1_714_644_000_256],
  ["2024-05-02T10:00:00.250", 5, undefined],
  ["at 2024-05-02T10:00:00Z", 5, undefined],
  ["2024-05-02T10:00:00Z or so", 5, undefined],
  ["2024-05-02", 5, undefined],
  ["2024-99-02T10:00:00Z", 5, undefined],
  [1_714_644_000_250, 5, undefined],
])("an exchange that began at %j and took %j", (started, took, start, end) => {
  expect(spanOf(started, took)).toEqual(start === undefined ? undefined : { start, end });
});
