/** Right providers under many seeds, in memory: how often is one accused? */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";

const CONNECTION = "../../http/connection.ts";

// Test files share their modules, so that these are loaded anew with the connection replaced, and again without it.
vi.resetModules();
vi.doMock(CONNECTION, () => import("./in-memory.ts"));
const { judgeRight, rightsInMemory } = await import("./right-runs.ts");
afterAll(() => {
  vi.doUnmock(CONNECTION);
  vi.resetModules();
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
