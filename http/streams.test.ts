import { PassThrough, Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gather, readUpTo } from "./streams.ts";

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

test("chunks of any size are gathered up to the limit, and it is said when one does not fit", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 60 }), fc.nat(900), (chunks, limit) => {
      const gathered = gather(limit);
      const whole = Buffer.concat(chunks);
      const isCut = chunks.map((chunk) => gathered.add(chunk)).some(Boolean);
      expect(Buffer.from(gathered.bytes()).equals(whole.subarray(0, limit))).toBe(true);
      expect(isCut).toBe(whole.length > limit);
    }),
    { seed: 1 },
  );
});

test("a chunk is gathered that is larger than all before it together", () => {
  const gathered = gather(10_000);
  for (const size of [1, 1, 5_000]) gathered.add(Buffer.alloc(size, "a"));
  expect(Buffer.from(gathered.bytes()).equals(Buffer.alloc(5_002, "a"))).toBe(true);
});

test("what others hold is not written to", () => {
  const [first, second] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
  const gathered = gather(100);
  gathered.add(first.subarray(0, 2));
  gathered.add(second);
  expect([...gathered.bytes()]).toEqual([1, 2, 4, 5]);
  expect([...first]).toEqual([1, 2, 3]);
});
