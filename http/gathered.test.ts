import fc from "fast-check";
import { expect, test } from "vitest";
import { gather } from "./gathered.ts";

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

test("what others hold is not written to", () => {
  const [first, second] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
  const gathered = gather(100);
  gathered.add(first.subarray(0, 2));
  gathered.add(second);
  expect([...gathered.bytes()]).toEqual([1, 2, 4, 5]);
  expect([...first]).toEqual([1, 2, 3]);
});
