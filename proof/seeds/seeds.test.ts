/** Right providers under many seeds, in memory: how often is one accused? */
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { RunResult } from "../../result/result.ts";
import { steppedClock } from "../../suites/testing/clock.ts";
import type { Right } from "../right/right.ts";

const CONNECTION = "../../http/connection.ts";

// Test files share their modules, so that these are loaded anew with the connection replaced, and again without it.
vi.resetModules();
vi.doMock(CONNECTION, () => import("./in-memory.ts"));
const { needsNoSocket, openInMemory } = await import("./in-memory.ts");
const { rights } = await import("../right/index.ts");
const { judge } = await import("../../library/judge-provider.ts");
afterAll(() => {
  vi.doUnmock(CONNECTION);
  vi.resetModules();
});

const token = "token-of-the-right";

/** Runs against each provider; `SEED_RUNS=100` for more. */
const RUNS = Number(process.env["SEED_RUNS"] ?? 2);

/** The others close connections, or write to them by themselves. */
const inMemory = rights.filter(({ behaviour }) => needsNoSocket(behaviour));

async function judged({ behaviour, basePath = "", warns = [] }: Right, seed: string): Promise<RunResult> {
  using provider = openInMemory(behaviour, token, basePath);
  return await judge({ url: provider.url, token, seed, strict: warns.length === 0, clock: steppedClock() });
}

describe(`in ${RUNS} runs with fresh seeds, no accusation of a provider that`, () => {
  test.each(inMemory.map((right) => [right.name, right] as const))(
    "%s",
    { timeout: 10_000 * (1 + RUNS) },
    async (_name, right) => {
      const { warns = [] } = right;
      for (let run = 0; run < RUNS; run += 1) {
        const seed = randomUUID();
        const { verdict, requirements } = await judged(right, seed);
        const accused = requirements.filter(({ id, status }) => status === "failed" && !warns.includes(id));
        const shown = accused.map(({ id, checks }) => [id, checks.filter(({ status }) => status === "failed")]);
        expect({ seed, verdict, shown }).toEqual({ seed, verdict: "conformant", shown: [] });
      }
    },
  );
});
