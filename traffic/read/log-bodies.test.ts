/** The body of a message in a log is whole, unless the message says that there is more of it. */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { line, partsOf } from "../testing/exchanges.ts";
import { exchangeOfLine } from "./read-exchange.ts";

const gzipped = gzipSync('{"name":"Fig"}');
const base64 = (bytes: Uint8Array, own: object = {}): object => {
  return { encoding: "base64", content: Buffer.from(bytes).toString("base64"), ...own };
};
const cut = "only a part of the body was recorded";
test.each<readonly [what: string, headers: Readonly<Record<string, string>>, body: unknown, why: string]>([
  ["null beside a length above 0", { "Content-Length": "31" }, null, "the body is missing"],
  ["null beside chunks", { "Transfer-Encoding": "gzip, Chunked" }, null, "the body is missing"],
  ["an empty text beside a length above 0", { "Content-Length": "31" }, "", "another length"],
  [
    "an empty text beside a length above 0, compressed",
    { "Content-Length": "34", "Content-Encoding": "gzip" },
    "",
    "another length",
  ],
  ["a shorter text, not compressed", { "Content-Length": "9", "Content-Encoding": "identity" }, "{}", "another length"],
  [
    "a text as long as its recorder says, and shorter than its length",
    { "Content-Length": "9" },
    { encoding: "utf-8", content: "{}", size: 2 },
    "another length",
  ],
  ["base64 of fewer bytes than its length", { "Content-Length": "9" }, base64(Buffer.from("{}")), cut],
  [
    "base64 of fewer bytes than its length, compressed",
    { "Content-Length": String(gzipped.length), "Content-Encoding": "gzip" },
    base64(gzipped.subarray(0, 12)),
    cut,
  ],
  ["base64 of another size", { Date: "x" }, base64(Buffer.from("{}"), { size: 3 }), cut],
  ["base64 without a whole last byte", { Date: "x" }, { encoding: "base64", content: "e30Ke" }, "neither utf-8 nor"],
])("a line has lost both bodies that are written as %s", (_, headers, body, why) => {
  const item = exchangeOfLine({
    request: { method: "POST", url: "/plants", headers, body },
    response: { status: 400, headers, body },
  });
  const lost = { lost: expect.stringContaining(why) as unknown };
  expect(partsOf(item)).toEqual({ request: lost, response: lost });
});

test.each<readonly [what: string, headers: Readonly<Record<string, string>>, body: unknown]>([
  ["null and the length 0", { "Content-Length": "0" }, null],
  ["null and no length", { Date: "x" }, null],
  ["an empty text and the length 0", { "Content-Length": "0" }, ""],
  ["an empty text and no length", { Date: "x" }, ""],
  ["empty base64 and the length 0", { "Content-Length": "0" }, base64(Buffer.from(""))],
])("a line has an empty answer that is written as %s", (_, headers, body) => {
  const item = exchangeOfLine({ ...line(), response: { status: 200, headers, body } });
  expect(partsOf(item).response).toBe("");
});

test.each([204, 304])("a line has an empty answer with the status %i, whatever length it names", (status) => {
  const headers = { "Content-Length": "31" };
  const item = exchangeOfLine({ ...line(), response: { status, headers, body: null } });
  expect(partsOf(item).response).toBe("");
});

test("a line has whole base64 as long as its length says, compressed or not", () => {
  const headers = { "Content-Length": String(gzipped.length), "Content-Encoding": "gzip" };
  const body = base64(gzipped, { size: gzipped.length });
  const item = exchangeOfLine({ ...line(), response: { status: 200, headers, body } });
  expect(item).toMatchObject({ response: { body: gzipped, isDecoded: false } });
});
