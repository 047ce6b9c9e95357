/** No filter of a test runner, no order and no retry makes the tests of a wrong provider green. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type JudgedRun, judgedRun } from "../library/adapters/adapter-outcomes.ts";
import { planSuites } from "../library/adapters/adapter-plan.ts";
import { type Runner, registerTests } from "../library/adapters/register-tests.ts";
import type { RunResult } from "../result/result.ts";
import { killsOfPage, leastCover } from "./gate/cover.ts";
import { mutants } from "./mutants/index.ts";
import { resultOf } from "./mutants/judged.ts";

const plan = planSuites();

/** How a test of the adapter ended. */
type Ended = "passed" | "failed" | "skipped";

/** The tests of an adapter, each as a function that runs it. */
async function testsOf(judged: JudgedRun, canSkip: boolean): Promise<ReadonlyMap<string, () => Ended>> {
  const tests = new Map<string, () => Ended>();
  let prepare = async (): Promise<void> => undefined;
  const runner: Runner = {
    suite: (_name, body) => body(),
    before: (work) => void (prepare = work),
    test: (name, run) =>
      void tests.set(name.split(":")[0] ?? name, () => {
        let ended: Ended = "passed";
        try {
          run(() => void (ended = canSkip ? "skipped" : "passed"));
        } catch {
          ended = "failed";
        }
        return ended;
      }),
    canSkip,
    alone: (pattern) => pattern,
  };
  const options = { url: "http://127.0.0.1:1", token: "a-test-token" };
  registerTests(runner, { plan, judge: async () => judged }, options);
  await prepare();
  return tests;
}

/** The names of the tests that fail if these run in this order. */
async function redOf(run: JudgedRun, canSkip: boolean, names: readonly string[]): Promise<readonly string[]> {
  const tests = await testsOf(run, canSkip);
  return names.filter((name) => tests.get(name)?.() === "failed");
}

/** The checks that show that the provider breaks a MUST. */
function brokenChecks({ requirements }: RunResult): readonly string[] {
  const musts = requirements.filter(({ level, status }) => level === "MUST" && status === "failed");
  return musts.flatMap(({ checks }) => checks.flatMap(({ id, status }) => (status === "failed" ? id : [])));
}

const kills = killsOfPage(readFileSync(new URL("kill-matrix.md", import.meta.url), "utf8"));
const cover = leastCover(kills);
const chosen = mutants.filter(({ name }) => cover.includes(name));

describe.each([
  ["can skip a running test", true],
  ["cannot", false],
])("with a runner that %s, whatever is chosen of the tests of a provider that", (_title, canSkip) => {
  test.each(chosen.map((mutant) => [mutant.name, mutant] as const))("%s is red if one is", async (_name, mutant) => {
    const result = await resultOf(mutant);
    const run = judgedRun(result);
    const names = [...(await testsOf(run, canSkip)).keys()];
    const alone: string[] = [];
    for (const name of names) alone.push(...(await redOf(run, canSkip, [name])));
    expect(alone.includes("verdict")).toBe(result.exitCode !== 0);
    expect(brokenChecks(result).filter((id) => names.includes(id) && !alone.includes(id))).toEqual([]);

    const orders = alone.flatMap((one) => {
      const other = names[names.length - 1 - names.indexOf(one)] ?? one;
      return [
        [one, other],
        [other, one],
      ];
    });
    for (const order of [names, names.toReversed(), ...orders]) {
      const red = await redOf(run, canSkip, order);
      expect(red.length > 0, order.join(", ")).toBe(order.some((name) => alone.includes(name)));
      expect(red.filter((name) => !alone.includes(name))).toEqual([]);
    }
    // A test that its runner runs again fails again.
    for (const one of alone) expect(await redOf(run, canSkip, [one, one])).toEqual([one, one]);
  });
});
