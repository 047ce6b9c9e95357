/** A provider that refuses ids that exist, with plants in its store before the run: a seed meets some of them. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RunResult } from "../result/result.ts";
import { type Behaviour, refuse } from "./behaviour.ts";
import { correct } from "./correct.ts";
import { hasOneIn } from "./right/duplicates.ts";
import { runInMemory } from "./seeds/memory-run.ts";

const token = "token-of-a-full-store";

interface Refusing {
  readonly isRefused: (id: bigint) => boolean;
  readonly status: number;
  /** The text for a refused id, and the text for an id that the run created. */
  readonly texts?: readonly [string, string];
}

function refusing({ isRefused, status, texts = ["This id is taken", "This id is taken"] }: Refusing): Behaviour {
  return {
    ...correct,
    store: (plant, request) => {
      if (isRefused(plant.id)) return refuse("duplicate", status, texts[0]);
      return correct.store(plant, request) === undefined ? undefined : refuse("duplicate", status, texts[1]);
    },
  };
}

function outcomeOf({ requirements, verdict, seed }: RunResult): object {
  return { seed, verdict, failed: requirements.flatMap(({ id, status }) => (status === "failed" ? [id] : [])) };
}

describe.each([400, 409, 422])("a provider that refuses ids which are taken with %d", (status) => {
  test.each([200n, 50n])("is accused of nothing where one id in %d is taken", async (many) => {
    const result = await runInMemory(refusing({ status, isRefused: (id) => hasOneIn(id, many) }), { token });
    expect(outcomeOf(result)).toEqual({ seed: result.seed, verdict: "conformant", failed: [] });
  });

  test("is accused of nothing with a given seed where one id in 50 is taken", async () => {
    const behaviour = refusing({ status, isRefused: (id) => hasOneIn(id, 50n) });
    const result = await runInMemory(behaviour, { token, seed: randomUUID() });
    expect(outcomeOf(result)).toEqual({ seed: result.seed, verdict: "conformant", failed: [] });
  });

  test.each([
    ["with another text", ["This id is not allowed", "This id is taken"]],
    ["as it refuses duplicates, because no store holds so many", ["This id is taken", "This id is taken"]],
  ] as const)("is accused where it refuses one id in two %s", async (_how, texts) => {
    const result = await runInMemory(refusing({ status, texts, isRefused: (id) => hasOneIn(id, 2n) }), { token });
    expect(result.verdict).toBe("non-conformant");
    expect(result.requirements.find(({ id }) => id === "accepts-valid-plant")?.status).toBe("failed");
  });
});

test.each([400, 409])(
  "a provider that answers %d is accused of nothing where all ids up to five million are taken",
  async (status) => {
    const result = await runInMemory(refusing({ status, isRefused: (id) => id <= 5_000_000n }), { token });
    expect(outcomeOf(result)).toEqual({ seed: result.seed, verdict: "conformant", failed: [] });
  },
);

/** Conditions on ids that no store meets by chance, one for each seed: a hash or a remainder of the id. */
const conditions = Array.from({ length: 12 }, (_, k) => {
  const many = 3 + (k % 2);
  const isHash = k % 4 < 2;
  const isRefused = (id: bigint): boolean =>
    isHash ? hasOneIn(id, BigInt(many)) : id < 2n ** 31n && id % BigInt(many) === 0n;
  return [`condition ${k}`, many, isHash ? "a hash of the id" : "its remainder", isRefused] as const;
});

test.each(conditions)(
  "with the given seed %j, a provider that refuses one id in %d by %s as it refuses a duplicate is accused",
  async (seed, _many, _how, isRefused) => {
    const result = await runInMemory(refusing({ status: 400, isRefused }), { token, seed });
    expect(result.verdict, result.reasons[0]).toBe("non-conformant");
  },
);

test("a provider that refuses one id in four as taken is accused with a seed that is drawn", async () => {
  const result = await runInMemory(refusing({ status: 409, isRefused: (id) => hasOneIn(id, 4n) }), { token });
  expect(result.verdict).toBe("non-conformant");
});
