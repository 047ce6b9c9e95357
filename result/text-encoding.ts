/**
 * Texts that a user gives, in files and in variables. Editors and shells add a byte order mark, write UTF-16, or end lines
 * with a carriage return. What is certain is read; anything else is refused with the name of the encoding.
 */

/** An encoding that is not read. The message continues a sentence about the file. */
export class EncodingError extends Error {
  override readonly name = "EncodingError";
}

/**
 * The text in the bytes of a file: UTF-8, or UTF-16 with a byte order mark.
 * @throws {EncodingError} for another encoding; the message continues a sentence about the file
 */
export function textOf(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return givenText(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    throw new EncodingError(`it is not text in ${encoding.toUpperCase()}; save it as UTF-8`);
  }
}

/** A text without a byte order mark, and with line feeds as the ends of its lines. */
export function givenText(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}

/** A text of one line, such as a token, without the end of the line. Secrets that are made from files end with one. */
export function givenLine(text: string): string {
  return givenText(text).replace(/\n$/, "");
}

/**
 * The bytes of a stream in UTF-8, without a byte order mark. The first bytes show which encoding they have.
 * @throws {EncodingError} for another encoding; the message continues a sentence about the file
 */
export async function* bytesInUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let [head, converted]: [Uint8Array, Converter | undefined] = [new Uint8Array(), undefined];
  for await (const chunk of chunks) {
    const bytes: Uint8Array = converted === undefined ? Buffer.concat([head, chunk]) : chunk;
    if (converted === undefined && bytes.length < LONGEST_MARK) head = bytes;
    else yield (converted ??= converterOf(bytes))(bytes);
  }
  if (converted === undefined) yield head;
}

/** The bytes of the longest byte order mark, which UTF-32 has. */
const LONGEST_MARK = 4;

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** @throws {EncodingError} for UTF-32, and for UTF-16 without a mark */
function encodingOf(bytes: Uint8Array): Encoding {
  const [one, two, three, four] = bytes;
  const starts = Buffer.from(bytes.subarray(0, LONGEST_MARK)).toString("hex");
  if (starts === "fffe0000" || starts === "0000feff") throw new EncodingError("it is text in UTF-32; save it as UTF-8");
  if (starts.startsWith("fffe")) return "utf-16le";
  if (starts.startsWith("feff")) return "utf-16be";
  if ((one === 0 && two !== 0 && three === 0) || (one !== 0 && two === 0 && four === 0)) {
    throw new EncodingError("it looks like text in UTF-16 without a byte order mark; save it as UTF-8");
  }
  return "utf-8";
}

type Converter = (bytes: Uint8Array) => Uint8Array;

function converterOf(bytes: Uint8Array): Converter {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") {
    let mark = Buffer.from(bytes.subarray(0, 3)).toString("hex") === "efbbbf" ? 3 : 0;
    return (some) => {
      const rest = some.subarray(mark);
      mark = 0;
      return rest;
    };
  }
  const decoder = new TextDecoder(encoding);
  return (some) => Buffer.from(decoder.decode(some, { stream: true }));
}
