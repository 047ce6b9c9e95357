import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { header } from "../../http/message.ts";
import { partOf, readAnswer, repeatedNames } from "./decoded-answer.ts";

describe("an answer", () => {
  const read = (
    body: Uint8Array | string,
    headers: readonly (readonly [string, string])[] = [],
  ): ReturnType<typeof readAnswer> =>
    readAnswer({ status: 200, headers, body: typeof body === "string" ? Buffer.from(body) : body }, { bytes: 1000 });

  test("has a media type without parameters and letter case", () => {
    expect(read("{}", [["Content-Type", "Application/JSON; charset=utf-8"]]).mediaType).toBe("application/json");
    expect(read("{}", [["Content-Type", "text/html ; charset=utf-8"]]).mediaType).toBe("text/html");
    expect(read("{}").mediaType).toBeNull();
  });

  test("has several fields of one name joined, whatever their letter case", () => {
    expect(
      header(
        [
          ["A", "1"],
          ["b", "2"],
          ["a", "3"],
        ],
        "a",
      ),
    ).toBe("1, 3");
    expect(header([], "a")).toBeNull();
  });

  test("is as long as its body when nothing compresses it any more", () => {
    expect(read("12345").size).toBe(5);
    expect(read(gzipSync("12345"), [["Content-Encoding", "gzip"]]).size).toBe(5);
    expect(read("12345", [["Content-Encoding", "unheard-of"]]).size).toBe(5);
  });

  test.each([
    ["", "an empty body"],
    ["{}x", "text that is not JSON"],
    [Buffer.from([0x22, 0xff, 0x22]), "bytes that are not UTF-8"],
  ])("with the body %j holds %s", (body, why) => {
    expect(read(body).reading).toEqual({ as: "nothing", why });
  });

  test.each([
    [[0xef, 0xbb, 0x31], "bytes that are not UTF-8"],
    [[0x31, 0xbb, 0xbf], "bytes that are not UTF-8"],
  ])("that only looks like a byte order mark (%j) is not UTF-8", (bytes, why) => {
    expect(read(Uint8Array.from(bytes)).reading).toEqual({ as: "nothing", why });
  });

  test.each(["\u{ffff}", "\u{10bfff}"])("with the letter %j has no byte order mark", (letter) => {
    expect(read(JSON.stringify(letter)).reading).toMatchObject({ as: "json", byteOrderMark: false });
  });

  test("keeps a byte order mark in mind and reads what follows", () => {
    expect(read("\u{feff}{}").reading).toMatchObject({ as: "json", byteOrderMark: true, value: {} });
  });

  test.each([
    "1.00000000000000000001",
    "9007199254740993",
    "0.99999999999999999999",
    "1e-400",
    "-1.00000000000000000001",
    "1.00000000000000000001e0",
    "12345678.00000000000000000001e1",
    "4503599627370497.5",
  ])("knows that %s is not what a double holds", (text) => {
    expect(read(`{"error":${text}}`).reading).toMatchObject({ rounded: [{ where: "/error", text }] });
  });

  test.each([
    "400",
    "4e2",
    "400.0",
    "-2147483648",
    "1.5",
    "1E400",
    "0.0",
    "-0.0",
    "120e-1",
    "1.20e1",
    "0.5e1",
    "9007199254740991",
    "0e-400",
  ])("takes %s as a double holds it", (text) => {
    expect(read(`{"error":${text}}`).reading).toMatchObject({ rounded: [] });
  });

  test.each([
    ["nested 5,000 deep", `${"[".repeat(5_000)}1.5${"]".repeat(5_000)}`, "json"],
    ["nested 10,000 deep", "[".repeat(10_000) + "]".repeat(10_000), "json"],
    ["nested 10,001 deep", "[".repeat(10_001) + "]".repeat(10_001), "unread"],
    ["of objects nested 10,000 deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, "json"],
    ["of objects nested 10,001 deep", `${'{"a":'.repeat(10_001)}1${"}".repeat(10_001)}`, "unread"],
    ["of 20,000 members", `{${Array.from({ length: 20_000 }, (_, at) => `"m${at}":1`).join(",")}}`, "unread"],
    ["of 20,000 objects", `[${Array.from({ length: 20_000 }, () => "{}").join(",")}]`, "unread"],
  ])("%s is read as far as the limit of values", (_what, text, as) => {
    expect(readAnswer({ status: 200, headers: [], body: Buffer.from(text) }, { bytes: 1_000_000 }).reading.as).toBe(as);
  });

  test("whose rest was not read is not held to be wrong", () => {
    const why = "a body longer than 2 bytes, the limit, of which the rest was not read";
    const { size, reading } = readAnswer(
      { status: 200, headers: [], body: Buffer.from("{}") },
      { bytes: 2, wasCut: true },
    );
    expect({ size, reading }).toEqual({ size: 2, reading: { as: "unread", why } });
  });

  test("in several codings is read from the last to the first, as far as there are four", () => {
    const body = brotliCompressSync(gzipSync("{}"));
    expect(read(body, [["Content-Encoding", "GZIP, identity, br"]]).reading).toMatchObject({ as: "json", value: {} });
    expect(read("{}", [["Content-Encoding", "identity, identity, identity, identity, identity"]]).reading.as).toBe(
      "json",
    );
    const five = [["Content-Encoding", "gzip, gzip, gzip, gzip, gzip"]] as const;
    expect(read("{}", five).reading).toEqual({ as: "unread", why: "a body with 5 content codings" });
  });

  test.each([
    ["gzip", gzipSync("{}"), gzipSync("x".repeat(5000))],
    ["GZIP", gzipSync("{}"), gzipSync("x".repeat(5000))],
    ["x-gzip", gzipSync("{}"), gzipSync("x".repeat(5000))],
    ["deflate", deflateSync("{}"), deflateSync("x".repeat(5000))],
    ["br", brotliCompressSync("{}"), brotliCompressSync("x".repeat(5000))],
  ])("in %s is read, up to the limit", (coding, body, bomb) => {
    const fields = [["Content-Encoding", coding]] as const;
    expect(read(body, fields).reading).toMatchObject({ as: "json", value: {} });
    const why = "a body longer than 1000 bytes, the limit, once it is decompressed";
    expect(read(bomb, fields).reading).toEqual({ as: "unread", why });
    expect(read("{}", fields).reading).toEqual({ as: "nothing", why: `a body that is not ${coding.toLowerCase()}` });
  });

  test("in no coding is read as it is, and an empty one is in none", () => {
    expect(read("{}", [["content-encoding", "Identity"]]).reading.as).toBe("json");
    expect(read("", [["content-encoding", "gzip"]]).reading).toEqual({ as: "nothing", why: "an empty body" });
  });

  test("in an unknown coding is not read, and the coding is named in forty letters at most", () => {
    const unknown = "x".repeat(41);
    expect(read("{}", [["content-encoding", unknown]]).reading).toEqual({
      as: "unread",
      why: `a body with the content coding ${"x".repeat(40)}, not known here`,
    });
  });

  test.each(["UTF-8", "iso-8859-1"])("in the coding %s, which is a character set, says so", (coding) => {
    expect(read("{}", [["content-encoding", coding]]).reading).toEqual({
      as: "unread",
      why: `a body with the content coding ${coding.toLowerCase()}, a character set and no coding: leave Content-Encoding out`,
    });
  });

  test.each(["x-utf-8", "latin1x"])("in the coding %s, which only holds the name of a character set", (coding) => {
    expect(read("{}", [["content-encoding", coding]]).reading).toMatchObject({
      why: expect.stringMatching(/, not known here$/u) as string,
    });
  });

  test("tells where its rounded numbers are", () => {
    expect(read('{"a/b":["text",{"c~d":9007199254740993}],"e":null,"f":true}').reading).toMatchObject({
      rounded: [{ where: "/a~1b/1/c~0d", text: "9007199254740993" }],
    });
    expect(read("9007199254740993").reading).toMatchObject({ rounded: [{ where: "", text: "9007199254740993" }] });
  });

  test("of the last of two members with one name, as JSON.parse has it", () => {
    expect(read('{"a":9007199254740993,"a":1}').reading).toMatchObject({ value: { a: 1 }, rounded: [] });
  });
});

describe("an answer that was cut off", () => {
  test.each([
    ["500", "12 of 500 bytes"],
    ["123456789012345", "12 of 123456789012345 bytes"],
    ["1234567890123456", "12 bytes"],
    ["x500", "12 bytes"],
    ["500x", "12 bytes"],
    ["", "12 bytes"],
  ])("within a body of Content-Length %j says how much arrived: %s", (length, words) => {
    const { size, readTo, reading } = partOf(
      { status: 200, headers: [["Content-Length", length]], size: 12 },
      "it was late",
    );
    const why = `a body that was cut off after ${words} (it was late)`;
    expect({ size, readTo, reading }).toEqual({ size: 12, readTo: "header", reading: { as: "unread", why } });
  });

  test("within its header has its status alone", () => {
    expect(partOf({ status: 200, headers: null, size: 12 }, "it was late")).toEqual({
      status: 200,
      readTo: "status",
      headers: [],
      mediaType: null,
      size: 0,
      reading: { as: "unread", why: "a header that was not read (it was late)" },
    });
  });
});

test.each([
  ['{"name":"Fern","name":"Fern"}', ["name"]],
  ['{"name":"Fern", "n\\u0061me" : "Moss"}', ["name"]],
  ['{"tag":"a","name":"b","tag":"c","name":"d","name":"e"}', ["tag", "name"]],
  ['[{"a":{"b":1,"b":2}}]', ["b"]],
  ['{"":1,"":2}', [""]],
  ['{"a\\"":1,"a\\"":2}', ['a"']],
  ['{"__proto__":1,"__proto__":2}', ["__proto__"]],
])("%s has members of the same name", (text, names) => {
  expect(repeatedNames(text)).toEqual(names);
});

test.each([
  '{"name":"Fern","tag":"name"}',
  '{"name":"\\"name\\":","tag":"{\\"name\\":"}',
  '{"a":{"a":{"a":"a"}}}',
  '[{"a":1},{"a":2}]',
  '{"name":"a","Name":"b"}',
  '{"a":"x\\\\","b":"a"}',
  '{"a":["a","a"],"b":"a"}',
  '"name"',
  "7",
])("%s has none", (text) => {
  expect(repeatedNames(text)).toEqual([]);
});

test("a string of a mebibyte of escapes is read in one pass", () => {
  expect(repeatedNames(`{"name":${JSON.stringify("\\".repeat(500_000))},"name":1}`)).toEqual(["name"]);
});
