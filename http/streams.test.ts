import { PassThrough, Readable } from "node:stream";
import { expect, test } from "vitest";
import { readUpTo } from "./streams.ts";

test("a body is read to its end, and no further than the limit", async () => {
  const of = (): Readable => Readable.from([Buffer.from("abc"), Buffer.from("def")]);
  expect(await readUpTo(of(), 6)).toEqual({ body: Buffer.from("abcdef"), truncated: false });
  const cut = of();
  expect(await readUpTo(cut, 4)).toEqual({ body: Buffer.from("abcd"), truncated: true });
  expect(cut.destroyed).toBe(true);
});

test("a body whose stream closes before its end is not taken for a whole one", async () => {
  const stream = new PassThrough();
  const read = readUpTo(stream, 10);
  stream.write("abc");
  stream.destroy();
  await expect(read).rejects.toMatchObject({ code: "ERR_STREAM_PREMATURE_CLOSE" });
});
