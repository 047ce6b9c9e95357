/** The plan of a run, and a run in memory whose answers are held back until no more requests come. */
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type Behaviour, refuse } from "../../proof/behaviour.ts";
import { but, correct } from "../../proof/correct.ts";
import { runInMemory } from "../../proof/seeds/memory-run.ts";
import { compileValidators } from "../../spec/compile-schemas.ts";
import { responsesIn, revised } from "../../spec/testing/revised.ts";
import { checks } from "../testing/checks.ts";
import { checksOf } from "../index.ts";
import type { Check } from "../checks/check.ts";
import { leastRounds, planOf } from "./run-plan.ts";

const plan = planOf(checks);

/** If no request comes in this many turns of the event loop, none comes before there is an answer. */
const QUIET_TURNS = 40;

/** Answers all waiting requests at once, so each time is a round. */
function inRounds(): { readonly hold: () => Promise<void>; readonly rounds: () => number } {
  let waiting: (() => void)[] = [];
  let arrived = 0;
  let rounds = 0;
  const answerOnceQuiet = async (): Promise<void> => {
    for (let quiet = 0, before = arrived; quiet < QUIET_TURNS; quiet += 1) {
      await setImmediate();
      if (before !== arrived) [quiet, before] = [0, arrived];
    }
    rounds += 1;
    const all = waiting;
    waiting = [];
    for (const answer of all) answer();
  };
  return {
    hold: () =>
      new Promise((resolve) => {
        arrived += 1;
        waiting.push(resolve);
        if (waiting.length === 1) void answerOnceQuiet();
      }),
    rounds: () => rounds,
  };
}

test.each([4, 16])(
  "with %i in flight a run takes hardly more rounds of answers than it has to",
  async (concurrency) => {
    const { hold, rounds } = inRounds();
    const behaviour = but({
      finish: async (answer) => {
        await hold();
        return answer;
      },
    });
    const { summary, verdict } = await runInMemory(behaviour, {
      token: "token-of-the-plan",
      seed: "plan",
      concurrency,
    });
    expect(verdict).toBe("conformant");
    expect(summary.exchanges).toBe(plan.requests);
    const sum = plan.stages.reduce((all, stage) => all + leastRounds(stage, concurrency), 0);
    // What follows an accepted request without a token is sent before the others of its stage.
    expect(rounds()).toBeLessThanOrEqual(sum + 2);
    if (concurrency === 4) expect(rounds() / leastRounds(plan, concurrency)).toBeLessThanOrEqual(1.07);
  },
);

describe("a run that has sent all that it may", () => {
  const statusesOf = async (behaviour: Behaviour): Promise<ReadonlyMap<string, string>> => {
    const { requirements } = await runInMemory(behaviour, { token: "token-of-the-spent", seed: "spent" });
    return new Map(requirements.flatMap(({ checks: judged }) => judged.map(({ id, status }) => [id, status])));
  };

  test("passes nothing that it could not look into", async () => {
    const validate: Behaviour["validate"] = (value, request) => {
      const plant = correct.validate(value, request);
      return "name" in plant && plant.name.length % 2 === 0 ? refuse("constraint", 400, "Not this name") : plant;
    };
    const statuses = await statusesOf(but({ validate }));
    expect(statuses.get("accepts-valid-plant/the-same-again")).toBe("not-judged");
    expect(statuses.get("accepts-valid-plant/with-every-member")).toBe("failed");
  });

  test("does not know whether a single failure would recur", async () => {
    let plants = 0;
    const store: Behaviour["store"] = (plant, request) => {
      plants += 1;
      return plants === 60 ? refuse("fault", 500, "Once") : correct.store(plant, request);
    };
    const statuses = await statusesOf(but({ store, finish: (answer) => (answer.status === 400 ? undefined : answer) }));
    expect(statuses.get("accepts-valid-plant/with-every-member")).toBe("not-judged");
  });

  test("knows that a single failure does not recur, although another fault took some of what it may send", async () => {
    let plants = 0;
    const store: Behaviour["store"] = (plant, request) => {
      plants += 1;
      return plants === 60 ? refuse("fault", 500, "Once") : correct.store(plant, request);
    };
    const parse: Behaviour["parse"] = (text, request) =>
      /"id":\d+[.eE]/.test(text) ? refuse("constraint", 400, "Digits alone") : correct.parse(text, request);
    const statuses = await statusesOf(but({ store, parse }));
    expect(statuses.get("accepts-valid-plant/with-every-member")).toBe("passed");
    expect(statuses.get("accepts-integer-spellings/exponent")).toBe("failed");
  });
});

function planned(...given: ReadonlyArray<Pick<Check, "stage" | "next"> & { readonly goesFirst?: true }>): unknown {
  const [any] = checks;
  return planOf(given.map((one, k) => ({ ...(any as Check), ...one, id: `any/${k}` })));
}

const request = checks[0]?.next((k) => 7_000_000 + k, []) ?? [];
const times =
  (...batches: readonly number[]): Check["next"] =>
  (_fresh, own) => {
    const sent = batches.map((_, k) => batches.slice(0, k).reduce((all, one) => all + one, 0));
    const next = batches[sent.indexOf(own.length)] ?? 0;
    return Array.from({ length: next }, () => request).flat();
  };

test("checks of a stage wait for their own answers, stages for each other, and what opens a run goes one by one", () => {
  expect(
    planned(
      { stage: "opening", next: times(1) },
      { stage: "opening", next: times(1, 1) },
      { stage: "main", next: times(2, 1, 1) },
      { stage: "main", next: times(3), goesFirst: true },
      { stage: "main", next: times() },
      { stage: "closing", next: times(1) },
    ),
  ).toEqual({
    stages: [
      {
        stage: "opening",
        checks: [
          { id: "any/0", batches: [1] },
          { id: "any/1", batches: [1, 1] },
        ],
        requests: 3,
        chain: 3,
      },
      { stage: "early", checks: [], requests: 0, chain: 0 },
      {
        stage: "main",
        checks: [
          { id: "any/3", batches: [3] },
          { id: "any/2", batches: [2, 1, 1] },
        ],
        requests: 7,
        chain: 3,
      },
      { stage: "late", checks: [], requests: 0, chain: 0 },
      { stage: "unauthorized", checks: [], requests: 0, chain: 0 },
      { stage: "closing", checks: [{ id: "any/5", batches: [1] }], requests: 1, chain: 1 },
    ],
    requests: 11,
    chain: 7,
  });
});

test("a run takes as many rounds as its longest chain, or as its requests need", () => {
  expect(leastRounds({ requests: 10, chain: 3 }, 4)).toBe(3);
  expect(leastRounds({ requests: 13, chain: 3 }, 4)).toBe(4);
  expect(leastRounds({ requests: 13, chain: 3 }, 1)).toBe(13);
});

test("by a document whose success is a 201, a valid request is sent once, as by the one that ships", () => {
  const created = revised((document) => {
    const responses = responsesIn(document);
    const { 200: success = {} } = responses;
    delete responses["200"];
    responses["201"] = success;
  });
  expect(planOf(checksOf(created, compileValidators(created)))).toEqual(plan);
});
