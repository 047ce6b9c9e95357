import { describe, expect, test } from "vitest";
import { stacks } from "./index.ts";
import { post } from "../witness/question.ts";
import { send } from "../witness/raw-exchange.ts";
import { shownBy } from "../witness/shown.ts";
import type { Stack } from "../stack.ts";

const token = "token-of-the-stacks";

/**
 * One request for each open point in the profiles of the stacks. The status of the answer is the value of the point.
 */
const points: Readonly<Record<string, Parameters<typeof send>[1]>> = {
  "duplicate-id": post(token, '{"id":5000001,"name":"Fern"}'),
  "missing-token": post(token, '{"id":5000002,"name":"Fern"}', { authorization: undefined }),
  "trailing-slash": post(token, '{"id":5000003,"name":"Fern"}', { authorization: undefined, target: "/plants/" }),
  "other-paths": post(token, '{"id":5000004,"name":"Fern"}', { authorization: undefined, target: "/trees" }),
  "method-get": { ...post(token, ""), method: "GET", framing: "none" },
};

async function started<Result>(stack: Stack, use: (url: string) => Promise<Result>): Promise<Result> {
  const running = await stack.start(token);
  try {
    return await use(running.url);
  } finally {
    await running.stop();
  }
}

describe.each(stacks.map((stack) => [stack.name, stack] as const))("%s", (_name, stack) => {
  const { broken, unseen = {}, profile = {} } = stack.expected;

  test("breaks, one request at a time, exactly what it is expected to break", async () => {
    const shown = await started(stack, (url) => shownBy(url, token));
    expect([...shown.keys()].sort()).toEqual(Object.keys({ ...broken, ...unseen }).sort());
  });

  test("uses the freedoms of the document as its profile says", async () => {
    const seen = await started(stack, async (url) => {
      await send(url, post(token, '{"id":5000001,"name":"Fern"}'));
      const asked = Object.entries(points).map(
        async ([point, request]) => [point, String((await send(url, request)).status)] as const,
      );
      return Object.fromEntries(await Promise.all(asked));
    });
    expect(seen).toEqual(profile);
  });
});
