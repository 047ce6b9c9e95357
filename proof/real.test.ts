import { describe, expect, test } from "vitest";
import { judgeProvider, providerAt } from "../cli/index.ts";
import { stacks } from "./real/index.ts";

const token = "token-of-the-stacks";

describe("a provider built on", () => {
  test.each(stacks.map((stack) => [stack.name, stack] as const))(
    "%s is told exactly what it does not meet",
    async (_name, { start, expected }) => {
      const running = await start(token);
      try {
        const result = await judgeProvider({ provider: providerAt(running.url, token), seed: "1", strict: false });
        const failed = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
        expect(failed.sort()).toEqual(Object.keys(expected.broken).sort());
        expect(result.verdict).toBe(expected.verdict);
      } finally {
        await running.stop();
      }
    },
  );
});
