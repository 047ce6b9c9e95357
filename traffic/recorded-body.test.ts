/**
 * The classification of a recorded body: a NewPlant, not a NewPlant for one reason, or something that the document
 * leaves open.
 */
import { describe, expect, test } from "vitest";
import { type BodyIs, readRequestBody } from "./recorded-body.ts";
import { shippedOptions } from "./testing/exchanges.ts";

const { newPlant } = shippedOptions.validators;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string): BodyIs => readRequestBody(bytesOf(text), newPlant);
const withId = (id: string): BodyIs => read(`{"id":${id},"name":"Rose"}`);
const MEBIBYTE = 1024 * 1024;

describe("no NewPlant", () => {
  test.each<readonly [breaks: string, body: string]>([
    ["refuses-no-body", ""],
    ["refuses-malformed-json", " "],
    ["refuses-malformed-json", '{"id":1,}'],
    ["refuses-malformed-json", '{"id":1,"na'],
    ["refuses-malformed-json", '{"name":"Rose",}'],
    ["refuses-lenient-json", '{"id":1,"name":"Rose",}'],
    ["refuses-lenient-json", "id=1&name=Rose"],
    ["refuses-lenient-json", '{"\\u0069d":1,"\\u006eame":"Rose"'],
    ["refuses-non-object", "[]"],
    ["refuses-non-object", "null"],
    ["refuses-non-object", '"x"'],
    ["refuses-non-object", "7"],
    ["refuses-missing-member", "{}"],
    ["refuses-missing-member", '{"id":1}'],
    ["refuses-missing-member", '{"name":"Rose"}'],
    ["refuses-missing-member", '{"id":1e30}'],
    ["refuses-missing-member", '{"id":1,"title":"Rose"}'],
    ["refuses-invalid-member", '{"id":"1","name":"Rose"}'],
    ["refuses-invalid-member", '{"id":1.5,"name":"Rose"}'],
    ["refuses-invalid-member", '{"id":null,"name":"Rose"}'],
    ["refuses-invalid-member", '{"id":1,"name":7}'],
    ["refuses-invalid-member", '{"id":1,"name":"Rose","tag":null}'],
    ["matches-member-names-exactly", '{"id":1,"NAME":"Rose"}'],
    ["matches-member-names-exactly", '{"Id":1,"name":"Rose"}'],
    ["refuses-id-beyond-int64", '{"id":9223372036854775808,"name":"Rose"}'],
    ["refuses-id-beyond-int64", '{"id":-9223372036854775809,"name":"Rose"}'],
    ["refuses-id-beyond-int64", `{"id":1${"0".repeat(40)},"name":"Rose"}`],
    ["refuses-id-beyond-int64", '{"id":-1e400,"name":"Rose"}'],
    ["refuses-id-beyond-int64", '{"id":-1.5e30,"name":"Rose"}'],
    ["refuses-id-beyond-int64", '{"id":9.3e18,"name":"Rose"}'],
    ["refuses-id-beyond-int64", '{"id":1e19,"name":"Rose"}'],
  ])("%s: %s", (breaks, body) => {
    expect(read(body)).toMatchObject({ is: "no-plant", breaks });
  });

  test("is none at all, or is not UTF-8", () => {
    expect(readRequestBody(null, newPlant)).toMatchObject({ breaks: "refuses-no-body" });
    expect(readRequestBody(Uint8Array.of(0x22, 0xff, 0x22), newPlant)).toMatchObject({ breaks: "refuses-non-utf8" });
  });

  test("has its id where that is one, because a refused one may keep it", () => {
    expect(read('{"id":5}')).toMatchObject({ id: "5" });
    expect(read('{"id":1e30}')).not.toHaveProperty("id");
    expect(read('{"id":1.5}')).not.toHaveProperty("id");
    expect(read('{"id":"5","name":"Rose"}')).not.toHaveProperty("id");
  });

  test("is named by the member", () => {
    expect(read('{"id":1,"name":7}')).toMatchObject({ what: "a member `name` that its schema does not allow" });
    expect(read('{"id":1}')).toMatchObject({ what: "no member `name`" });
    expect(read('{"id":1,"Name":""}')).toMatchObject({ what: "a member `name` in different letter case" });
  });
});

describe("open", () => {
  test.each<readonly [open: readonly string[], body: string]>([
    [["byte-order-mark"], '\u{feff}{"id":1,"name":"Rose"}'],
    [["duplicate-members"], '{"id":1,"id":1,"name":"Rose"}'],
    [[], '{"id":1.00000000000000000001,"name":"Rose"}'],
    [[], '{"id":9223372036854775807.0,"name":"Rose"}'],
    [[], '{"id":-9223372036854775808.0,"name":"Rose"}'],
    [[], `[${"0,".repeat(20_000)}0]`],
  ])("as %j", (open, body) => {
    expect(read(body)).toEqual({ is: "open", open });
  });

  test("beyond a mebibyte", () => {
    const padded = (size: number): BodyIs => read('{"id":1,"name":"Rose"}'.padEnd(size, " "));
    expect([padded(MEBIBYTE).is, padded(MEBIBYTE + 1)]).toEqual(["plant", { is: "open", open: [] }]);
  });
});

describe("a NewPlant", () => {
  test.each<readonly [id: string, digits: string]>([
    ["1", "1"],
    ["1.0", "1"],
    ["1e2", "100"],
    ["-0", "0"],
    ["9007199254740993", "9007199254740993"],
    ["9223372036854775807", "9223372036854775807"],
    ["-9223372036854775808", "-9223372036854775808"],
  ])("has the id %s as %s", (id, digits) => {
    expect(withId(id)).toMatchObject({ is: "plant", id: digits });
  });

  test("has its own id, whatever numbers its other members have", () => {
    expect(read('{"size":9007199254740993,"id":5,"name":"Rose"}')).toMatchObject({ is: "plant", id: "5" });
  });

  test("has its tag where it has one", () => {
    expect(read('{"id":1,"name":"Rose","tag":"tree"}')).toMatchObject({ name: "Rose", tag: "tree" });
    expect(withId("1")).not.toHaveProperty("tag");
  });

  const member = (name: string, value: unknown): string =>
    JSON.stringify({ id: 1_234_567, name: "Rose", [name]: value });
  test.each<readonly [open: readonly string[], body: string]>([
    [[], member("name", "Rose")],
    [["id-zero"], member("id", 0)],
    [["negative-id"], member("id", -1)],
    [["smallest-id"], '{"id":-9223372036854775808,"name":"Rose"}'],
    [["empty-name"], member("name", "")],
    [["blank-name"], member("name", "  ")],
    [[], member("name", " a")],
    [[], member("name", "a ")],
    [["control-characters-in-name"], member("name", "a\u{7}b")],
    [["lone-surrogate-in-name"], '{"id":1,"name":"a\\ud800b"}'],
    [[], '{"id":1,"name":"\\ud83c\\udf32"}'],
    [["empty-tag"], member("tag", "")],
    [["blank-tag"], member("tag", " ")],
    [[], member("tag", " a")],
    [[], member("tag", "a ")],
    [["unknown-members"], member("Name", "x")],
    [["id-zero", "unknown-members"], '{"id":0,"name":"Rose","x":1}'],
  ])("is an occasion for %j: %s", (open, body) => {
    expect(read(body)).toMatchObject({ is: "plant", open });
  });

  test.each<readonly [isOrdinary: boolean, body: string]>([
    [true, member("tag", "tree")],
    [true, member("id", 2_147_483_647)],
    [false, member("id", 2_147_483_648)],
    [true, member("id", 1)],
    [false, member("id", 0)],
    [false, member("name", "Rose 7")],
    [false, member("tag", "Tree 7")],
    [false, member("size", 1)],
  ])("is ordinary: %s, %s", (isOrdinary, body) => {
    expect(read(body)).toMatchObject({ is: "plant", isOrdinary });
  });
});
