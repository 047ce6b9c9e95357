/** Correct providers under fresh seeds, in memory: no MUST fails, and no warning is undeserved. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { but } from "../correct.ts";
import { expectRight } from "../right/expect-right.ts";
import { judgeRight, rightsInMemory, runsOf } from "./right-runs.ts";

test("a provider that is wrong is accused", async () => {
  const behaviour = but({ finish: (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer) });
  const { verdict, accused } = await judgeRight({ name: "answers 201", behaviour }, "wrong");
  expect({ verdict, accused: accused.map(({ id }) => id) }).toEqual({
    verdict: "non-conformant",
    accused: ["accepts-valid-plant"],
  });
});

/** Runs against each provider; `SEED_RUNS=100` for more. */
const RUNS = Number(process.env["SEED_RUNS"] ?? 2);

describe(`in ${RUNS} runs with fresh seeds, no accusation of a provider that`, () => {
  test.each(rightsInMemory.map((right) => [right.name, right] as const))(
    "%s",
    { timeout: 900_000 + 10_000 * RUNS },
    async (_name, right) => {
      const seeds = Array.from({ length: RUNS }, () => randomUUID());
      const results = await runsOf(right, seeds);
      for (const result of results) expectRight(result, right);
      // With some providers, later runs find the plants of the first in the store.
      expect(results[0]?.profile).toMatchObject(right.profile ?? {});
      expect(results).toHaveLength(RUNS);
    },
  );
});
