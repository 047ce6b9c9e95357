/**
 * A seed may be reused with another split or selection: a provider that refuses the plants that it stores is not
 * accused.
 */
import { describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { type Behaviour, refuse } from "../behaviour.ts";
import { but, correct } from "../correct.ts";
import * as splitting from "./split-run.ts";

/** Refuses an existing id with 400, as it refuses an invalid plant. */
const refusesWith400 = but({
  store: (plant, request) =>
    correct.store(plant, request) === undefined ? undefined : refuse("duplicate", 400, "This id is taken"),
});

/** The failed requirements of a provider. */
function failed({ requirements }: RunResult | Record<string, never>): readonly string[] {
  return (requirements ?? []).filter(({ status }) => status === "failed").map(({ id }) => id);
}

const kinds: ReadonlyArray<readonly [string, Behaviour]> = [
  ["409", correct],
  ["400", refusesWith400],
];

describe.each(kinds)("a provider that keeps plants and answers a duplicate with %s", (_status, behaviour) => {
  test("is not accused by a shard of another split with the same seed, which begins again with other ids", async () => {
    const [, second = {}] = await splitting.judgeParts({ behaviour, seed: "split anew" }, [
      { shard: { index: 2, of: 2 } },
      { shard: { index: 4, of: 4 } },
    ]);
    expect(failed(second)).toEqual([]);
    expect(second).toMatchObject({ verdict: "selection-met", shard: { index: 4, of: 4, attempt: 2 } });
  });

  test("is not accused by a shard whose seed was used with a selection of checks before", async () => {
    const [, second = {}] = await splitting.judgeParts({ behaviour, seed: "selected" }, [
      { selection: { only: ["SHOULD"], skip: [] } },
      { shard: { index: 2, of: 2 } },
    ]);
    expect(failed(second)).toEqual([]);
    expect(second).toMatchObject({ verdict: "selection-met", shard: { index: 2, of: 2, attempt: 2 } });
  });

  test("is not accused by a whole run with the seed of a shard, which asks for another seed", async () => {
    const [, whole = {}] = await splitting.judgeParts({ behaviour, seed: "whole" }, [
      { shard: { index: 2, of: 2 } },
      {},
    ]);
    expect(failed(whole)).toEqual([]);
    expect(whole).toMatchObject({
      verdict: "inconclusive",
      reasons: ['The ids that the seed "whole" draws are taken in this provider\'s store; run with another seed.'],
    });
  });

  test("is not accused by the cases of fuzzing of a shard of another split", async () => {
    const only = { selection: { only: ["plant-shape"], skip: [] } };
    const [, second = {}] = await splitting.judgeParts({ behaviour, seed: "fuzzed", fuzz: 60 }, [
      { shard: { index: 2, of: 2 }, ...only },
      { shard: { index: 3, of: 3 } },
    ]);
    expect(failed(second)).toEqual([]);
    expect(second).toMatchObject({ verdict: "selection-met", shard: { index: 3, of: 3, attempt: 2 } });
  });
});

test("a provider that refuses some ids, and duplicates in another way, is accused by a shard all the same", async () => {
  const behaviour = but({
    constrain: (plant, request) =>
      Number(plant.id) % 5 === 2 ? refuse("constraint", 400, "odd") : correct.constrain(plant, request),
  });
  const [result = {}] = await splitting.judgeParts({ behaviour, seed: "odd" }, [{ shard: { index: 1, of: 1 } }]);
  expect(failed(result)).toContain("accepts-valid-plant");
});

test("a provider that refuses some names, and duplicates in the same way, is accused", async () => {
  const behaviour = but({
    ...refusesWith400,
    constrain: (plant, request) =>
      /^[cfilor]/iu.test(plant.name) ? refuse("constraint", 400, "odd") : correct.constrain(plant, request),
  });
  for (let k = 0; k < 12; k += 1) {
    const [result = {}] = await splitting.judgeParts({ behaviour, seed: `s${k}` }, [{}]);
    expect(failed(result)).toContain("accepts-valid-plant");
  }
});

test("a provider that refuses a plant only where the whole of it is there is not accused by a seed that was used", async () => {
  const behaviour = but({
    store: ({ id, name, tag }, { memory: { notes } }) => {
      const plant = JSON.stringify([String(id), name, tag]);
      const isThere = notes.has(plant);
      notes.set(plant, 1);
      return isThere ? refuse("duplicate", 400, "This plant is there") : undefined;
    },
  });
  const parts = await splitting.judgeParts({ behaviour, seed: "wholes" }, [{ shard: { index: 2, of: 2 } }, {}, {}]);
  for (const part of parts.slice(1)) {
    expect(failed(part)).toEqual([]);
    expect(part).toMatchObject({ verdict: "inconclusive" });
  }
});

test("a provider that takes each name once, and ids as often as they come, is not accused by a seed that was used", async () => {
  const behaviour = but({
    store: (plant, request) => {
      const isTaken = request.memory.notes.has(plant.name);
      request.memory.notes.set(plant.name, 1);
      return isTaken ? refuse("duplicate", 400, "This name is taken") : undefined;
    },
  });
  const [, whole = {}] = await splitting.judgeParts({ behaviour, seed: "names" }, [{ shard: { index: 2, of: 2 } }, {}]);
  expect(failed(whole)).toEqual([]);
  expect(whole).toMatchObject({ verdict: "inconclusive" });
});
