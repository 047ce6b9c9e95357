/** Messages are read from the bytes of one direction if they are plain HTTP/1.1. Reading stops at anything else. */
import { describe, expect, test } from "vitest";
import { lengthOfAnswer, lengthOfRequest, openWireReader } from "./wire-reader.ts";

type Seen = readonly [startLine: string, body: unknown];

/** The messages in pieces of bytes, each with its first line. */
function readAs(side: "request" | "answer", pieces: readonly string[]): readonly Seen[] {
  const seen: Seen[] = [];
  let last = "";
  const reader = openWireReader({
    head: (head) => {
      last = head.startLine;
      return side === "request" ? lengthOfRequest(head) : lengthOfAnswer(head, "POST");
    },
    message: (body) => seen.push([last, body instanceof Uint8Array ? Buffer.from(body).toString("latin1") : body]),
  });
  // Any kind of bytes: a socket gives a Buffer, and other sources do not.
  for (const piece of pieces) reader.push(new Uint8Array(Buffer.from(piece, "latin1")));
  return seen;
}

const requests = (...pieces: readonly string[]): readonly Seen[] => readAs("request", pieces);
const answers = (...pieces: readonly string[]): readonly Seen[] => readAs("answer", pieces);
const LINE = "POST /plants HTTP/1.1";
const message = (...fields: readonly string[]): string => [LINE, ...fields, "", ""].join("\r\n");
const next = `${message("Content-Length: 1")}z`;
const read = (body: unknown): readonly Seen[] => [
  [LINE, body],
  [LINE, "z"],
];

describe("a head", () => {
  test.each(["\r\n", "\n", "\r\n\r\n"])("may have empty lines before it: %j", (before) => {
    expect(requests(`${before}${next}`)).toEqual([[LINE, "z"]]);
  });

  test("has fields with and without a blank behind the colon, in any letter case, beside others of the same length", () => {
    expect(requests(`${message("content-LENGTH:2", "X-Forwarded-Proto: https")}ab${next}`)).toEqual(read("ab"));
  });

  test("is not looked at where a line is folded, or where the first line is none of HTTP", () => {
    expect(requests(`${message("X: a", " b", "Content-Length: 1")}z${next}`)).toEqual([]);
    expect(requests(`garbage\r\n${next}`)).toEqual([]);
    expect(requests(`garbage\r\n\r\n${next}`)).toEqual([]);
  });

  test("has at most 64 KiB while it is not whole", () => {
    const start = `${LINE}\r\nX: `.padEnd(64 * 1024, "x");
    expect(requests(start, `\r\n\r\n${next}`)).toEqual(read(""));
    expect(requests(`${start}x`, `\r\n\r\n${next}`)).toEqual([]);
  });
});

describe("the length of a body", () => {
  test.each<readonly [what: string, fields: readonly string[]]>([
    ["two lengths", ["Content-Length: 2", "Content-Length: 1"]],
    ["another coding", ["Transfer-Encoding: gzip", "Content-Length: 1"]],
    ["a coding before chunked", ["Transfer-Encoding: gzip, chunked"]],
    ["a coding after chunked", ["Transfer-Encoding: chunked, gzip"]],
  ])("is not known of %s", (_, fields) => {
    expect(requests(`${message(...fields)}1\r\na\r\n0\r\n\r\n${next}`)).toEqual([]);
  });

  test("of an answer follows from its status", () => {
    const headers = [["Content-Length", "7"]] as const;
    const lengthOf = (startLine: string, method = "POST"): unknown => lengthOfAnswer({ startLine, headers }, method);
    expect(["200 OK", "400 No", "600 x"].map((status) => lengthOf(`HTTP/1.1 ${status}`))).toEqual([7, 7, 7]);
    expect(["100 x", "103 x", "199 x"].map((status) => lengthOf(`HTTP/1.1 ${status}`))).toEqual([null, null, null]);
    expect(["204 x", "304 x"].map((status) => lengthOf(`HTTP/1.1 ${status}`))).toEqual([0, 0]);
    expect(["101 x", "OK", "2000"].map((status) => lengthOf(`HTTP/1.1 ${status}`))).toEqual(["tunnel", "tunnel", 7]);
    expect(lengthOf("X-HTTP/1.1 200 OK")).toBe("tunnel");
    expect([lengthOf("HTTP/1.1 200 OK", "HEAD"), lengthOf("HTTP/1.1 200 OK", "CONNECT")]).toEqual([0, "tunnel"]);
  });

  test("of an answer whose first line is none is not known, and what follows is not looked at", () => {
    expect(answers(`HTTP/1.1 OK\r\nContent-Length: 1\r\n\r\na${next}`)).toEqual([]);
  });
});

describe("a body in chunks", () => {
  const chunked = (coding: string, chunks: string): readonly Seen[] =>
    requests(`${message(`Transfer-Encoding: ${coding}`)}${chunks}${next}`);
  const ten = "abcdefghij";

  test.each<readonly [chunks: string, body: string]>([
    [`A\r\n${ten}\r\n0\r\n\r\n`, ten],
    [`10\r\n${ten}klmnop\r\n0\r\n\r\n`, `${ten}klmnop`],
    ["1 ; x=y\r\na\r\n0;last\r\n\r\n", "a"],
    ["1\r\na\r\n0\r\nX-A: 1\r\nX-B: 2\r\n\r\n", "a"],
    // A recipient may treat a single line feed as the end of a line (RFC 9112 section 2.2).
    ["1\na\n0\n\n", "a"],
  ])("%j", (chunks, body) => {
    expect(chunked("Chunked ", chunks)).toEqual(read(body));
  });

  test.each(["2\r\nabc\r\n0\r\n\r\n", "x1\r\na\r\n0\r\n\r\n", "1x\r\na\r\n0\r\n\r\n"])(
    "that are not as long as they say, or do not say it: %j",
    (chunks) => {
      expect(chunked("chunked", chunks)).toEqual([]);
    },
  );
});

describe("a body at the limit of 256 KiB", () => {
  const [half, whole] = ["x".repeat(128 * 1024), "x".repeat(256 * 1024)];

  test("is kept, whole and in parts", () => {
    const head = message(`Content-Length: ${whole.length}`);
    expect(requests(`${head}${whole}${next}`)).toEqual(read(whole));
    expect(requests(head, half, half, next)).toEqual(read(whole));
  });

  test("is lost beyond it, and the next one is read", () => {
    const head = message(`Content-Length: ${whole.length + 1}`);
    const lost = { lost: `the body has more than ${whole.length} bytes, the limit` };
    expect(requests(`${head}${whole}x${next}`)).toEqual(read(lost));
    expect(requests(head, half, half, "x", next)).toEqual(read(lost));
  });
});
