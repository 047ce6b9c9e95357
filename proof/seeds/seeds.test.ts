/** Right providers under many seeds, in memory: how often is one accused? */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { but } from "../correct.ts";
import { replaceConnection, restoreConnection } from "./replaced-connection.ts";

replaceConnection();
const { judgeRight, rightsInMemory } = await import("./right-runs.ts");
afterAll(restoreConnection);

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
    { timeout: 10_000 * (1 + RUNS) },
    async (_name, right) => {
      for (let run = 0; run < RUNS; run += 1) {
        const seed = randomUUID();
        expect(await judgeRight(right, seed)).toEqual({ seed, verdict: "conformant", reasons: [], accused: [] });
      }
    },
  );
});
