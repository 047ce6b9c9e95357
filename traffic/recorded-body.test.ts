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
  test.each<readonly [fault: string, body: string]>([
    ["no-body", ""],
    ["unreadable-body", " "],
    ["unreadable-body", '{"id":1,}'],
    ["unreadable-body", '{"id":1,"na'],
    ["unreadable-body", '{"name":"Rose",}'],
    ["leniently-readable-body", '{"id":1,"name":"Rose",}'],
    ["leniently-readable-body", "id=1&name=Rose"],
    ["leniently-readable-body", '{"\\u0069d":1,"\\u006eame":"Rose"'],
    ["body-not-an-object", "[]"],
    ["body-not-an-object", "null"],
    ["body-not-an-object", '"x"'],
    ["body-not-an-object", "7"],
    ["missing-member", "{}"],
    ["missing-member", '{"id":1}'],
    ["missing-member", '{"name":"Rose"}'],
    ["missing-member", '{"id":1e30}'],
    ["missing-member", '{"id":1,"title":"Rose"}'],
    ["mismatched-member", '{"id":"1","name":"Rose"}'],
    ["mismatched-member", '{"id":1.5,"name":"Rose"}'],
    ["mismatched-member", '{"id":null,"name":"Rose"}'],
    ["mismatched-member", '{"id":1,"name":7}'],
    ["mismatched-member", '{"id":1,"name":"Rose","tag":null}'],
    ["respelled-member", '{"id":1,"NAME":"Rose"}'],
    ["respelled-member", '{"Id":1,"name":"Rose"}'],
    ["id-out-of-range", '{"id":9223372036854775808,"name":"Rose"}'],
    ["id-out-of-range", '{"id":-9223372036854775809,"name":"Rose"}'],
    ["id-out-of-range", `{"id":1${"0".repeat(40)},"name":"Rose"}`],
    ["id-out-of-range", '{"id":-1e400,"name":"Rose"}'],
    ["id-out-of-range", '{"id":-1.5e30,"name":"Rose"}'],
    ["id-out-of-range", '{"id":9.3e18,"name":"Rose"}'],
    ["id-out-of-range", '{"id":1e19,"name":"Rose"}'],
  ])("%s: %s", (fault, body) => {
    expect(read(body)).toMatchObject({ is: "no-plant", fault });
  });

  test("is none at all, or is not UTF-8", () => {
    expect(readRequestBody(null, newPlant)).toMatchObject({ fault: "no-body" });
    expect(readRequestBody(Uint8Array.of(0x22, 0xff, 0x22), newPlant)).toMatchObject({ fault: "body-not-utf-8" });
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
    [["marked-body"], '\u{feff}{"id":1,"name":"Rose"}'],
    [["repeated-member"], '{"id":1,"id":1,"name":"Rose"}'],
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
    [["zero-as-id"], member("id", 0)],
    [["id-below-zero"], member("id", -1)],
    [["lowest-id"], '{"id":-9223372036854775808,"name":"Rose"}'],
    [["no-character-in-name"], member("name", "")],
    [["blanks-as-name"], member("name", "  ")],
    [[], member("name", " a")],
    [[], member("name", "a ")],
    [["control-character-in-name"], member("name", "a\u{7}b")],
    [["surrogate-in-name"], '{"id":1,"name":"a\\ud800b"}'],
    [[], '{"id":1,"name":"\\ud83c\\udf32"}'],
    [["no-character-in-tag"], member("tag", "")],
    [["blanks-as-tag"], member("tag", " ")],
    [[], member("tag", " a")],
    [[], member("tag", "a ")],
    [["other-members"], member("Name", "x")],
    [["zero-as-id", "other-members"], '{"id":0,"name":"Rose","x":1}'],
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
