/** The suite against stacks that people use. What it has to say was worked out by hand, beside each stack. */
import { describe, expect, test } from "vitest";
import { judge } from "../library/judge-provider.ts";
import { stacks } from "./real/npm/index.ts";

const token = "token-of-the-stacks";

describe("the suite says exactly what is wrong with", () => {
  test.each(stacks.map((stack) => [stack.name, stack] as const))("%s", async (_name, { start, expected }) => {
    const running = await start(token);
    try {
      const result = await judge({ url: running.url, token, seed: "1", strict: false });
      const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
      expect(failed.sort()).toEqual(Object.keys(expected.broken).sort());
      expect(result.verdict).toBe(expected.verdict);
      expect(result.profile).toMatchObject(expected.profile ?? {});
    } finally {
      await running.stop();
    }
  });
});
