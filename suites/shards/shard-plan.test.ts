import { expect, test } from "vitest";
import { checks } from "../testing/checks.ts";
import { casesOf, shardPlan, split } from "./shard-plan.ts";

test.each([1, 2, 7, 100])("of %i shards, each check belongs to one of them or to all", (of) => {
  const { of: checksOf, shardOf } = split(checks, undefined, of);
  const shards = Array.from({ length: of }, (_, k) => checksOf(k + 1));
  for (const { id } of checks) {
    const owners = shards.filter((shard) => shard.has(id)).length;
    expect([id, owners]).toEqual([id, shardOf(id) === undefined ? of : 1]);
  }
  const sizes = Array.from(
    { length: of },
    (_, k) => checks.filter(({ id, reads }) => reads === undefined && shardOf(id) === k + 1).length,
  );
  // The checks that depend on the first id belong to the first shard.
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(5);
});

test("every shard opens and closes its run, finds out how the provider is asked, and looks at what it sent", () => {
  const { shardOf } = split(checks, undefined, 4);
  const all = checks.filter(({ stage }) => stage === "opening" || stage === "early" || stage === "closing");
  expect(all.map(({ id }) => shardOf(id))).toEqual(all.map(() => undefined));
  expect(shardOf("plant-shape/every-200")).toBeUndefined();
  expect(shardOf("accepts-valid-plant/the-same-again")).toBeUndefined();
  expect(shardOf("accepts-every-positive-id/beyond-31-bits")).toBe(1);
});

test("a check that reads what another one sent belongs to the same shard", () => {
  const { shardOf } = split(checks, undefined, 5);
  for (const { id, reads } of checks) if (reads !== undefined) expect(shardOf(id)).toBe(shardOf(reads));
});

test("of a selection, only what was selected is dealt out", () => {
  const selected = new Set(["refuses-lenient-json/truncated", "plant-shape/every-200"] as const);
  const { of: checksOf } = split(checks, selected, 3);
  const all = [1, 2, 3].flatMap((index) => [...checksOf(index)]);
  expect(all.every((id) => selected.has(id as "plant-shape/every-200"))).toBe(true);
  expect(all.filter((id) => id === "plant-shape/every-200")).toHaveLength(3);
});

test.each([
  [100_000_000, 100],
  [1_000_000_000, 1_000],
  [10, 3],
  [2, 5],
])("of %i cases, each belongs to one of %i shards", (cases, of) => {
  const parts = Array.from({ length: of }, (_, k) => casesOf(cases, { index: k + 1, of }));
  expect(parts[0]?.from).toBe(0);
  expect(parts.at(-1)?.to).toBe(cases);
  for (const [k, { from, to }] of parts.entries()) {
    expect(to).toBe(parts[k + 1]?.from ?? cases);
    expect(to - from).toBeLessThanOrEqual(Math.ceil(cases / of));
  }
  expect(casesOf(cases, undefined)).toEqual({ from: 0, to: cases });
});

test("another seed, number of shards, selection or number of cases is another plan", () => {
  const plan = { checks, seed: "a", shards: 2, cases: 0, authentication: "bearer", invalidToken: false } as const;
  const digests = [
    plan,
    { ...plan, seed: "b" },
    { ...plan, shards: 3 },
    { ...plan, cases: 1 },
    { ...plan, selected: new Set(["plant-shape/every-200"] as const) },
    { ...plan, authentication: "none" } as const,
    { ...plan, invalidToken: true },
  ].map((one) => shardPlan(one).sha256);
  expect(new Set(digests).size).toBe(digests.length);
  expect(shardPlan({ ...plan }).sha256).toBe(digests[0]);
});
