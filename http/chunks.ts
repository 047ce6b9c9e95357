/** Where a body is split, and how its chunks are written (RFC 9112 section 7.1). */

/**
 * Two halves. If the body has a character of several bytes, one is split, so that a server that decodes each half is
 * detected.
 */
export function halvesOf(body: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const half = Math.ceil(body.length / 2);
  const inside = (byte: number): boolean => byte >= 0x80 && byte < 0xc0;
  const after = body.findIndex((byte, at) => at >= half && inside(byte));
  const at = after === -1 ? body.findLastIndex(inside) : after;
  const place = at === -1 ? half : at;
  return [body.subarray(0, place), body.subarray(place)];
}

/** A size that contains a letter in hexadecimal. */
const FIRST_SIZE = 11;

/**
 * A body in two chunks that use everything that RFC 9112 allows: sizes in capitals and with leading zeros, extensions,
 * and a trailer section.
 */
export function oddChunks(body: Uint8Array): Uint8Array {
  const chunk = (part: Uint8Array, extension: string): Buffer => {
    const size = part.length.toString(16).toUpperCase().padStart(4, "0");
    return Buffer.concat([Buffer.from(`${size};${extension}\r\n`), part, Buffer.from("\r\n")]);
  };
  const parts = [body.subarray(0, FIRST_SIZE), body.subarray(FIRST_SIZE)].filter((part) => part.length > 0);
  const extensions = ["part=1", 'part="2; last"'];
  const chunks = parts.map((part, place) => chunk(part, extensions[place] ?? "part"));
  return Buffer.concat([...chunks, Buffer.from("000;end\r\nX-Checksum: none\r\n\r\n")]);
}
