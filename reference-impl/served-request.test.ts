import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { readBody, type ReadOptions } from "./served-request.ts";

/** The result of `readBody` for a body that arrives in `chunks`. */
function bodyOf(chunks: readonly string[], options: ReadOptions): Promise<string> {
  const request = new IncomingMessage(new Socket());
  for (const data of chunks) request.push(data);
  request.push(null);
  return new Promise((resolve) => readBody(request, options, (body) => resolve(body.toString())));
}

it("a body is put together from its chunks, up to the limit", async () => {
  expect(await bodyOf(["ab", "c"], { limit: 3, keep: true })).toBe("abc");
  expect(await bodyOf(["ab", "cd"], { limit: 3, keep: true })).toBe("too-long");
  expect(await bodyOf([], { limit: 3, keep: true })).toBe("");
});

it("a body that is not wanted is not kept, and still has to be within the limit", async () => {
  expect(await bodyOf(["ab", "c"], { limit: 3, keep: false })).toBe("");
  expect(await bodyOf(["ab", "cd"], { limit: 3, keep: false })).toBe("too-long");
});
