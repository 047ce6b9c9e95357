/** A run split into shards sends the requests of the whole run, and the merged result is that of the whole run. */
import { beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { type Behaviour, type NewPlant, refuse } from "../behaviour.ts";
import { correct } from "../correct.ts";
import { mutants } from "../mutants/index.ts";
import { rights } from "../right/index.ts";
import * as splitting from "./split-run.ts";
import { split } from "../../suites/shards/shard-plan.ts";
import { checks as allChecks } from "../../suites/testing/checks.ts";

/** The three shards of a run without faults. */
let fine: readonly [RunResult, RunResult, RunResult];

beforeAll(async () => {
  fine = (await splitting.judgeShards({ behaviour: correct, seed: "fine" }, 3)) as unknown as typeof fine;
});

/**
 * Providers that are judged whole and in shards, and the number of shards. None of them makes a run send as much as it
 * may: shards have more requests together, and then say more.
 */
const SOME: ReadonlyArray<readonly [name: string, shards: number]> = [
  ["does the plainest thing", 3],
  ["wants names to be unique with 400 and ids with 409", 2],
  ["refuses names beyond 40 characters", 4],
  ["takes-a-token-without-a-scheme", 2],
  ["refuses-line-feeds-after-spaces", 3],
  ["answers-a-name-of-digits-as-a-number", 2],
];

/** The one of two shards that sends parallel requests, to find mixed-up answers. */
const ASKS_AT_ONCE = split(allChecks, undefined, 2).shardOf("keeps-answers-apart/at-once");

/** The one of two shards that writes letters as escapes. */
const ASKS_ESCAPES = split(allChecks, undefined, 2).shardOf("accepts-json-spellings/escaped-name");

/** The items that one list has more often than another, each as often as the difference. */
function without(list: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return list.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/** The ids of the plants in these requests. */
function idsIn(requests: readonly string[]): readonly string[] {
  return requests.flatMap((one) => /\\"id\\"\s*:\s*(\d+)/.exec(one)?.[1] ?? []);
}

test("shards together send each request of the whole run, and no id twice beside it", async () => {
  const [seed, of] = ["split", 3];
  const [whole, union]: [string[], string[]] = [[], []];
  await splitting.judgeWhole({ behaviour: splitting.noting(correct, whole), seed, fuzz: 60 });
  await splitting.judgeShards({ behaviour: splitting.noting(correct, union), seed, fuzz: 60 }, of);
  expect(without(whole, union)).toEqual([]);
  const more = without(union, whole);
  expect(more.length % (of - 1)).toBe(0);
  expect(more.length).toBeLessThan(50 * (of - 1));
  const ids = idsIn(more);
  expect(ids.length).toBeGreaterThan(10 * (of - 1));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => idsIn(whole).includes(id))).toEqual([]);
});

describe("a merged result", () => {
  test.each(SOME)("says of a provider that %s, in %i shards, what a whole run says", async (name, of) => {
    const { judgeWhole, judgeShards, comparable } = splitting;
    const run = { behaviour: named(name), seed: `merged ${of}` };
    const together = await mergedResult(await judgeShards(run, of));
    expect(comparable(together)).toEqual(comparable(await judgeWhole(run)));
  });

  test("counts ordinary requests that are refused over all shards, which are few in each", async () => {
    const behaviour: Behaviour = {
      ...correct,
      constrain: (plant, request) =>
        Number(plant.id) % 20 === 7 ? refuse("constraint", 400, "odd") : correct.constrain(plant, request),
    };
    const results = await splitting.judgeShards({ behaviour, seed: "one in twenty" }, 6);
    const alone = results.map((result) => statusOf(result, "accepts-valid-plant"));
    expect(alone).toContain("passed");
    expect(statusOf(await mergedResult(results), "accepts-valid-plant")).toBe("failed");
  });

  test("leaves open what a shard had no requests left to look into", async () => {
    let plants = 0;
    const behaviour: Behaviour = {
      ...correct,
      store: (plant, request) => {
        plants += 1;
        return plants === 60 ? refuse("fault", 500, "Once") : correct.store(plant, request);
      },
      finish: (answer) => (answer.status === 400 ? undefined : answer),
    };
    const results = await splitting.judgeShards({ behaviour, seed: "spent" }, 2);
    expect(results.map((result) => statusOf(result, "accepts-valid-plant"))).toContain("not-judged");
    expect(statusOf(await mergedResult(results), "accepts-valid-plant")).toBe("not-judged");
  });

  test("fails for answers that are mixed up, whichever shard sees that", async () => {
    let previous: NewPlant | undefined;
    let isMixing = false;
    const behaviour: Behaviour = {
      ...correct,
      answerPlant: (plant, request) => {
        const other = isMixing ? (previous ?? plant) : plant;
        previous = plant;
        return correct.answerPlant(other, request);
      },
    };
    const results = await splitting.judgeShards({ behaviour, seed: "mixed" }, 2, {
      before: (index) => {
        isMixing = index !== ASKS_AT_ONCE;
      },
    });
    const alone = results.map((result) => statusOf(result, "keeps-answers-apart"));
    expect(alone).not.toContain("failed");
    expect(statusOf(await mergedResult(results), "keeps-answers-apart")).toBe("failed");
  });

  test("leaves open whether a form is refused where another shard saw ordinary requests refused alike", async () => {
    const known = named("refuses-escapes-of-letters");
    let [isRandom, plants] = [false, 0];
    const behaviour: Behaviour = {
      ...known,
      constrain: (plant, request) => {
        plants += 1;
        return isRandom && plants % 3 === 0 ? refuse("constraint", 400, "odd") : known.constrain(plant, request);
      },
    };
    const results = await splitting.judgeShards({ behaviour, seed: "chance" }, 2, {
      before: (index) => {
        isRandom = index !== ASKS_ESCAPES;
      },
    });
    const alone = results.map((result) => statusOf(result, "accepts-json-spellings"));
    expect(alone).toContain("failed");
    expect(statusOf(await mergedResult(results), "accepts-json-spellings")).toBe("not-judged");
  });

  test("finds no echo in a text that is also in the answer to a request of another shard that had no token", async () => {
    let anonymous = 0;
    const behaviour: Behaviour = {
      ...correct,
      finish: (answer, { headers, token }) => {
        const isAnonymous = !JSON.stringify(headers).includes(token);
        anonymous += isAnonymous ? 1 : 0;
        const isQuiet = isAnonymous && anonymous > 1;
        return isQuiet ? answer : { ...answer, headers: { ...answer.headers, "X-Banner": token } };
      },
    };
    const results = await splitting.judgeShards({ behaviour, seed: "banner" }, 2);
    const alone = results.map((result) => statusOf(result, "keeps-token-secret"));
    expect(alone).toEqual(["passed", "failed"]);
    expect(statusOf(await mergedResult(results), "keeps-token-secret")).toBe("passed");
  });

  test("counts the cases of fuzzing and shows one failure of them, also where a shard is missing", async () => {
    const fuzz = 60;
    const results = await splitting.judgeShards(
      { behaviour: named("answers-a-null-tag-where-none-was-sent"), seed: "f", fuzz },
      2,
    );
    const result = await mergedResult(results);
    expect(result.fuzz?.cases).toBe(fuzz);
    expect(Object.values(result.fuzz?.sent ?? {}).reduce((sum, one) => sum + one, 0)).toBe(fuzz);
    const check = (one: RunResult | undefined): string =>
      one?.requirements.flatMap(({ checks }) => checks).find(({ id }) => id === "plant-shape/fuzz")?.findings[0]
        ?.seen ?? "";
    const failures = (one: RunResult | undefined): number => Number(/\(so (\d+) of/.exec(check(one))?.[1]);
    expect(failures(results[0])).toBeGreaterThan(0);
    expect(failures(results[1])).toBeGreaterThan(0);
    expect(failures(result)).toBe(failures(results[0]) + failures(results[1]));
    const { verdict, exitCode, merged } = await mergedResult(results.slice(1));
    expect({ verdict, exitCode, merged }).toEqual({
      verdict: "non-conformant",
      exitCode: 1,
      merged: { shards: 2, missing: [1] },
    });
  });

  test("of which a shard is missing is inconclusive and names it", async () => {
    const [first, , third] = fine;
    const { verdict, exitCode, reasons, merged } = await mergedResult([third, first]);
    expect({ verdict, exitCode }).toEqual({ verdict: "inconclusive", exitCode: 3 });
    expect(reasons[0]).toBe("The result of shard 2 of 3 is missing.");
    expect(merged).toEqual({ shards: 3, missing: [2] });
  });
});

/** The behaviour of a provider. */
function named(name: string): Behaviour {
  const given = [...rights, ...mutants].find((one) => one.name === name);
  if (given === undefined) throw new Error(`There is no provider ${name}`);
  return given.behaviour;
}

function statusOf({ requirements }: RunResult, id: string): string | undefined {
  return requirements.find((one) => one.id === id)?.status;
}

async function mergedResult(results: readonly RunResult[]): Promise<RunResult> {
  const together = await splitting.merged(results);
  if ("faults" in together) throw new Error(together.faults.join(" "));
  return together.result;
}

describe("a shard", () => {
  test("is never conformant, says which part it is, and ends with exit status 0 where nothing is broken", async () => {
    const [, { verdict, exitCode, reasons }] = fine;
    expect({ verdict, exitCode }).toEqual({ verdict: "selection-met", exitCode: 0 });
    expect(reasons[0]).toBe(
      "This is shard 2 of 3. It is not a verdict on the provider: merge the results of all shards. In it: Every requirement is met.",
    );
  });

  test("that was begun before against the same store has other ids, and is merged with the others", async () => {
    const run = { behaviour: correct, seed: "again" };
    const results = await splitting.judgeShards(run, 2, { indices: [1, 1, 2, 2, 2] });
    expect(results.map(({ shard }) => [shard?.index, shard?.attempt])).toEqual([
      [1, undefined],
      [1, 2],
      [2, undefined],
      [2, 2],
      [2, 3],
    ]);
    const [, first, , , second] = results;
    expect((await mergedResult([first, second] as RunResult[])).verdict).toBe("conformant");
  });

  test("refuses to be merged with what is not of its run, and says why", async () => {
    const [first, second] = fine;
    const faults = async (...results: readonly RunResult[]): Promise<readonly string[]> => {
      const together = await splitting.merged(results);
      return "faults" in together ? together.faults : [];
    };
    const { shard: _, ...whole } = first;
    const differ = "result 2 and result 1 are not of one run: they differ in";
    expect(await faults(first, second, second)).toEqual(["result 2 and result 3 are both shard 2 of 3."]);
    expect(await faults(first, whole)).toEqual(["result 2 is the result of a whole run, and not of a shard."]);
    expect(await faults(first, { ...second, seed: "two" })).toEqual([`${differ} the seed ("two" and "fine").`]);
    expect(await faults(first, { ...second, provider: { baseUrl: "http://other.invalid" } })).toEqual([
      `${differ} the base URL ("http://other.invalid" and "${first.provider.baseUrl}").`,
    ]);
    expect(await faults(first, { ...second, provider: { ...second.provider, insecure: true } })).toEqual([
      `${differ} the provider.`,
    ]);
    expect(await faults(first, { ...second, tool: { ...second.tool, version: "0.0.1" } })).toEqual([
      `${differ} the version of the tool ("0.0.1" and "${first.tool.version}").`,
    ]);
    const specification = { ...second.specification, sha256: "0".repeat(64), another: { path: "/plants" } };
    expect(await faults(first, { ...second, specification })).toEqual([
      `result 2 was judged by the operation at /plants of the document with the SHA-256 ${"0".repeat(64)}, with no overlay, and not by the document that ships; give --document, --operation and --overlay as the run did.`,
    ]);
    const other = {
      ...second,
      seed: "two",
      strict: true,
      shard: { ...second.shard, plan: { ...second.shard?.plan, sha256: "other" } },
    };
    expect(await faults(first, other as RunResult)).toEqual([
      `${differ} the seed ("two" and "fine"), --strict (true and false).`,
    ]);
    expect(await faults(first, { ...other, seed: first.seed, strict: false } as RunResult)).toEqual([
      `${differ} the checks that they ask.`,
    ]);
    expect(await faults()).toEqual(["There is nothing to merge."]);
  });

  test("that could not be judged leaves the whole inconclusive", async () => {
    const [first, second, third] = fine;
    const ended = { cause: "silent", reason: "The provider stopped answering during the run." };
    const cut = { ...second, complete: false, shard: { ...second.shard, stopped: ended } } as RunResult;
    const { verdict, reasons } = await mergedResult([first, cut, third]);
    expect([verdict, reasons[0]]).toEqual([
      "inconclusive",
      "In shard 2 of 3: The provider stopped answering during the run.",
    ]);
  });
});
