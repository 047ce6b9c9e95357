/** Each mutant is reported for exactly what it breaks, and each MUST and SHOULD is broken by a mutant that breaks nothing else. */
import { describe, expect, test } from "vitest";
import { judgeProvider, providerAt } from "../cli/index.ts";
import { readRequirements } from "../spec/requirements.ts";
import { correct } from "./correct.ts";
import { mutants } from "./mutants/index.ts";
import { startProvider } from "./provider.ts";

const token = "token-of-the-mutants";
const requirements = readRequirements();

async function broken(
  behaviour: (typeof mutants)[number]["behaviour"],
): Promise<{ ids: readonly string[]; exitCode: number }> {
  await using started = await startProvider(behaviour, { token });
  const provider = providerAt(started.url, token, { requestMs: 10_000 });
  const result = await judgeProvider({ provider, seed: "mutants", strict: false });
  const ids = result.requirements.filter(({ status }) => status === "failed").map(({ id }) => id);
  return { ids: ids.sort(), exitCode: result.exitCode };
}

test("the provider that the mutants are made of meets every requirement", async () => {
  expect(await broken(correct)).toEqual({ ids: [], exitCode: 0 });
});

describe("a provider that", () => {
  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s", async (_name, { breaks, behaviour }) => {
    const { ids, exitCode } = await broken(behaviour);
    expect(ids).toEqual([...breaks].sort());
    const breaksMust = requirements.some(({ id, level }) => level === "MUST" && breaks.includes(id));
    expect(exitCode).toBe(breaksMust ? 1 : 0);
  });
});

test("every MUST and SHOULD has a mutant that breaks it and nothing else", () => {
  const alone = new Set(mutants.filter(({ breaks }) => breaks.length === 1).flatMap(({ breaks }) => breaks));
  const judged = requirements.filter(({ level }) => level !== "OPEN").map(({ id }) => id);
  expect(judged.filter((id) => !alone.has(id))).toEqual([]);
});

test("every mutant has a name of its own, and breaks what is in the catalogue", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  for (const { name, breaks } of mutants) {
    for (const id of breaks) expect(["MUST", "SHOULD"], `${name}: ${id}`).toContain(levels.get(id));
  }
});
