/** Texts in the encodings and with the line ends that editors and shells write. */
import { describe, expect, test } from "vitest";
import { bytesInUtf8, givenLine, givenText, textOf } from "./text-encoding.ts";

const text = "Grüße: 🌱\nzweite Zeile\n";
const bigEndian = (value: string): Buffer => Buffer.from(value, "utf16le").swap16();

const readable: readonly (readonly [string, Buffer])[] = [
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little-endian, with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big-endian, with a mark", bigEndian(`\ufeff${text}`)],
];

const refused: readonly (readonly [string, Buffer, string])[] = [
  ["UTF-16, little-endian, without a mark", Buffer.from(text, "utf16le"), "UTF-16 without a byte order mark"],
  ["UTF-16, big-endian, without a mark", bigEndian(text), "UTF-16 without a byte order mark"],
  ["UTF-32", Buffer.from("fffe000041000000", "hex"), "UTF-32"],
];

describe("the text of a file", () => {
  test.each(readable)("in %s is read", (_, bytes) => expect(textOf(bytes)).toBe(text));

  test.each([
    ["CRLF", text.replaceAll("\n", "\r\n")],
    ["CR", text.replaceAll("\n", "\r")],
  ])("with %s has line feeds", (_, written) => expect(textOf(Buffer.from(written))).toBe(text));

  test.each([...refused, ["Latin-1", Buffer.from("Gr\u00fc\u00dfe", "latin1"), "not text in UTF-8"] as const])(
    "in %s is refused with the encoding",
    (_, bytes, words) => {
      expect(() => textOf(bytes)).toThrow(words);
    },
  );

  test.each(["", "a", "ab", "{}\n"])("that is short is itself: %j", (short) =>
    expect(textOf(Buffer.from(short))).toBe(short),
  );
});

describe("the bytes of a stream", () => {
  const sent = async (bytes: Buffer, size: number): Promise<string> => {
    async function* parts(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const read: Uint8Array[] = [];
    for await (const part of bytesInUtf8(parts())) read.push(part);
    return Buffer.concat(read).toString();
  };

  test.each(readable)("in %s are UTF-8 wherever they are cut", async (_, bytes) => {
    for (const size of [1, 2, 3, 5, 1000]) expect(await sent(bytes, size)).toBe(text);
  });

  test.each(refused)("in %s are refused", async (_, bytes, words) => {
    await expect(sent(bytes, 3)).rejects.toThrow(words);
  });
});

test.each(["secret", "secret\n", "secret\r\n", "secret\r", "\ufeffsecret\r"])("%j holds one line", (line) =>
  expect(givenLine(line)).toBe("secret"),
);

test("only one line end is taken off, and none within", () => {
  expect(givenLine("a\r\nb\r\n\r\n")).toBe("a\nb\n");
  expect(givenText("a\ufeffb")).toBe("a\ufeffb");
});
