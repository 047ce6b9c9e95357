import { expect, test } from "vitest";
import { givenShard } from "./shard-option.ts";

/** The shard that the option gives in an environment, and what is printed. */
function shardOf(shard: string, env: Readonly<Record<string, string>> = {}): readonly unknown[] {
  let printed = "";
  const io = { env, err: (text: string) => (printed += text) };
  return [givenShard({ shard, seed: "night" }, { quiet: false, io }), printed];
}

test("a shard is typed as I/N", () => {
  expect(shardOf("2/8")).toEqual([{ index: 2, of: 8 }, "Shard 2 of 8.\n"]);
});

test.each([
  [{ JOB_COMPLETION_INDEX: "0", PLANT_STORE_SHARDS: "4" }, 1, "JOB_COMPLETION_INDEX and PLANT_STORE_SHARDS"],
  [{ CI_NODE_INDEX: "3", CI_NODE_TOTAL: "4" }, 3, "CI_NODE_INDEX and CI_NODE_TOTAL"],
  [slurm({ id: "7", count: "4", min: "4", max: "7" }), 4, "SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT"],
  [slurm({ id: "5", count: "4", min: "1", max: "7" }), 3, "SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT"],
  [slurm({ id: "9", count: "1", min: "9", max: "9" }), 1, "SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT"],
])("auto takes the numbers that an engine sets: %j", (env, index, names) => {
  const of = Number(Object.values(env)[1]);
  expect(shardOf("auto", env)).toEqual([{ index, of }, `Shard ${index} of ${of}, by ${names}.\n`]);
});

function slurm({ id, count, min, max }: Readonly<Record<"id" | "count" | "min" | "max", string>>): {
  readonly [name: string]: string;
} {
  return {
    SLURM_ARRAY_TASK_ID: id,
    SLURM_ARRAY_TASK_COUNT: count,
    SLURM_ARRAY_TASK_MIN: min,
    SLURM_ARRAY_TASK_MAX: max,
  };
}

test("auto/N says how many there are where the engine does not", () => {
  expect(shardOf("auto/6", { JOB_COMPLETION_INDEX: "5" })[0]).toEqual({ index: 6, of: 6 });
});

test.each([
  [{ CI_NODE_INDEX: "1", CI_NODE_TOTAL: "2" }, "CI_NODE_INDEX and CI_NODE_TOTAL number this job 1 of 2"],
  [{ JOB_COMPLETION_INDEX: "3" }, "JOB_COMPLETION_INDEX numbers this job 4"],
])("without the option a run is whole, and a line says what the engine sets: %j", (env, words) => {
  let printed = "";
  const io = { env, err: (text: string) => (printed += text) };
  expect(givenShard({ seed: "night" }, { quiet: false, io })).toBeUndefined();
  expect(printed).toBe(`This run is whole: ${words}, and --shard auto would run that part.\n`);
  expect(givenShard({}, { quiet: true, io: { env, err: () => expect.fail("Nothing is printed") } })).toBeUndefined();
});

test.each([
  [{}],
  [{ CI_NODE_INDEX: "1", CI_NODE_TOTAL: "1" }],
  [{ CI_NODE_INDEX: "first", CI_NODE_TOTAL: "2" }],
  [slurm({ id: "4", count: "3", min: "1", max: "4" })],
])("without the option nothing is said of numbers that make no shard: %j", (env) => {
  expect(givenShard({}, { quiet: false, io: { env, err: () => expect.fail("Nothing is printed") } })).toBeUndefined();
});

test.each([
  ["8", {}, '--shard "8" is not a shard; give I/N, such as 2/8, auto or auto/N'],
  ["0/8", {}, '--shard "0/8" is not a shard: the first one has the number 1'],
  ["9/8", {}, '--shard "9/8" is not a shard: 9 is more than 8'],
  ["1/1001", {}, '--shard "1/1001" is not a shard: there are from 1 to 1000 shards'],
  ["auto", {}, "--shard auto finds no number of this job"],
  [
    "auto",
    { CI_NODE_INDEX: "5", CI_NODE_TOTAL: "4" },
    "--shard auto with CI_NODE_INDEX=5 and CI_NODE_TOTAL=4 is not a shard: 5 is more than 4",
  ],
  [
    "auto/3",
    { JOB_COMPLETION_INDEX: "3" },
    "--shard auto/3 with JOB_COMPLETION_INDEX=3 is not a shard: 4 is more than 3",
  ],
  [
    "auto",
    { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "" },
    "--shard auto finds no number of shards: CI_NODE_INDEX is set, and CI_NODE_TOTAL is not",
  ],
  ["auto", { CI_NODE_INDEX: "x", CI_NODE_TOTAL: "4" }, 'CI_NODE_INDEX is "x", which is not the number of a shard'],
  [
    "auto",
    { JOB_COMPLETION_INDEX: "0" },
    "JOB_COMPLETION_INDEX does not say how many shards there are; set PLANT_STORE_SHARDS, or give auto/N",
  ],
  ["auto/5", { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "4" }, "--shard auto/5 asks for 5 shards, and CI_NODE_TOTAL is 4"],
  [
    "auto/4",
    { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "4", JOB_COMPLETION_INDEX: "0" },
    "--shard auto finds two numbers of this job: JOB_COMPLETION_INDEX and CI_NODE_INDEX; give --shard I/N",
  ],
  ["auto", slurm({ id: "5", count: "3", min: "1", max: "8" }), "whose numbers have gaps"],
])("%s with %j is wrong usage", (shard, env, message) => {
  expect(() => shardOf(shard, env as Readonly<Record<string, string>>)).toThrow(message);
});

test("a shard needs a seed, which all of them share", () => {
  const io = { env: {}, err: () => undefined };
  expect(() => givenShard({ shard: "1/2" }, { quiet: false, io })).toThrow("--shard needs --seed");
});
