/** The suite against copies of generated servers. What it has to say is declared beside each copy. */
import { describe, expect, test } from "vitest";
import { judge } from "../../library/judge-provider.ts";
import { causesOfStack } from "../../reports/words/stack-words.ts";
import { stackFault } from "../real/recognised.ts";
import { differencesByWitness, differencesOf } from "../real/runner/judge.ts";
import { copies } from "./index.ts";
import { rustAxum } from "./rust-axum.ts";

const token = "token-of-the-copies";

describe("the suite says exactly what is wrong with", () => {
  test.each(copies.map((copy) => [copy.name, copy] as const))("%s", async (_name, copy) => {
    const { family, variant, expected } = copy;
    const running = await copy.start(token);
    try {
      const result = await judge({ url: running.url, token, seed: "1", strict: false });
      expect(differencesOf(result, expected)).toEqual([]);
      expect(stackFault(family, variant, result)).toBeNull();
      // The fix of its own stack, for each requirement that it breaks.
      for (const id of Object.keys(expected.broken)) {
        const names = causesOfStack(result, id).flatMap(({ stacks }) => stacks);
        expect(names, id).toContain(copy.name.replace(", as it comes", ""));
      }
    } finally {
      await running.stop();
    }
  });

  // A provider that refuses every plant shows nothing else, and the witness takes it that names with `<` are accepted.
  test.each(
    copies
      .filter((copy) => !("operation-exists" in copy.expected.broken) && copy !== rustAxum)
      .map((copy) => [copy.name, copy] as const),
  )("%s, by the witness", async (_name, { start, expected }) => {
    const running = await start(token);
    try {
      expect(await differencesByWitness({ url: running.url, token, expected })).toEqual([]);
    } finally {
      await running.stop();
    }
  });
});
