import { describe, expect, test } from "vitest";
import { interimReader } from "./http1-guard.ts";

const final = "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHTTP/1.1 100 ";

/** The output of a reader for bytes that arrive in pieces. */
function through(text: string, pieceBytes: number, limit = 1_000): string {
  const reader = interimReader(limit);
  const bytes = Buffer.from(text, "latin1");
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) parts.push(reader.take(bytes.subarray(at, at + pieceBytes)));
  return Buffer.concat([...parts, reader.rest()]).toString("latin1");
}

describe.each([1, 2, 7, 13, 10_000])("what arrives in pieces of %i bytes", (pieceBytes) => {
  test.each([
    ["nothing", ""],
    ["100", "HTTP/1.1 100 Continue\r\n\r\n"],
    ["100 without a reason", "HTTP/1.0 100\r\n\r\n"],
    ["102 and 103 with fields", "HTTP/1.1 102 X\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\nA: b\r\n\r\n"],
  ])("is the final answer alone where %s came before it", (_what, before) => {
    expect(through(before + final, pieceBytes)).toBe(final);
  });

  test.each([
    "HTTP/1.1 101 X\r\n\r\nbytes",
    "HTTP/1.1 1000 X\r\n\r\n",
    "HTTP/9.9 100 X\r\n\r\n",
    "HTTP/1.1 10",
    "",
    "SSH-2.0",
  ])("is left as it is where it is no interim answer: %j", (text) => {
    expect(through(text, pieceBytes)).toBe(text);
  });

  test("is no more than the limit of interim answers", () => {
    const one = "HTTP/1.1 103 X\r\nA: b\r\n\r\n";
    expect(through(one.repeat(4) + final, pieceBytes, 4 * one.length)).toBe(final);
    expect(() => through(one.repeat(4), pieceBytes, 4 * one.length - 1)).toThrow("more than 95 bytes");
    const tooMany = "the provider sent more than 96 bytes of interim answers (1xx)";
    expect(() => through(one.repeat(5), pieceBytes, 4 * one.length)).toThrow(tooMany);
    expect(() => through(`HTTP/1.1 103 X\r\nA: ${"b".repeat(96)}`, pieceBytes, 96)).toThrow(tooMany);
  });
});

test("interim answers are removed from the next answer on a connection as well, and counted separately", () => {
  const reader = interimReader(30);
  const bytes = Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${final}`);
  const read = [reader.take(bytes), reader.take(bytes)];
  reader.expect();
  read.push(reader.take(bytes));
  expect(read.map((part) => part.toString())).toEqual([final, bytes.toString(), final]);
  expect(reader.removed()).toBe("HTTP/1.1 100 Continue\r\n\r\n");
});
