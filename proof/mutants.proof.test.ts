/** The suite reports for each mutant exactly what it breaks, and the kill matrix lists all mutants. */
import { readFile, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { readOperation } from "../spec/read-operation.ts";
import { readRequirements } from "../spec/requirements.ts";
import { loadValidators } from "../spec/validators.ts";
import { checksOf } from "../suites/index.ts";
import { correct } from "./correct.ts";
import { gapsOf, killMatrix, killOf } from "./kill-matrix.ts";
import { mutants } from "./mutants/index.ts";
import { judgeMutant, resultOf } from "./mutants/judged.ts";
import { readShares, sharesTable } from "./shares/shares-page.ts";

const catalogue = readRequirements();
const requirements = catalogue.filter(({ level }) => level !== "OPEN");
const MATRIX = new URL("kill-matrix.md", import.meta.url);

test("the provider that the mutants are made of meets every requirement", async () => {
  const { reasons, exitCode } = await judgeMutant({ behaviour: correct });
  expect({ reasons, exitCode }).toEqual({ reasons: ["Every requirement is met."], exitCode: 0 });
});

// The mutants that leave requests waiting start first, so that they do not delay the others.
beforeAll(() => {
  for (const mutant of mutants.filter(({ isSilent }) => isSilent)) void resultOf(mutant);
});

// Several run at once, because most of a run is waiting.
describe.concurrent("a provider that", () => {
  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s", async (_name, mutant) => {
    const result = await resultOf(mutant);
    const { breaks, breaksByChance = [] } = mutant;
    const broken = [...killOf(mutant, result).requirements].filter((id) => !breaksByChance.includes(id));
    expect(broken.sort()).toEqual([...breaks].sort());
    const breaksMust = requirements.some(({ id, level }) => level === "MUST" && mutant.breaks.includes(id));
    expect(result.exitCode).toBe(mutant.exitCode ?? (breaksMust ? 1 : 0));
  });
});

/** Mutants whose single fault has several entries in a report: the number of entries and why. */
const moreCauses: Readonly<Record<string, readonly [number, string]>> = {
  "reads-ids-with-parseint": [
    3,
    "parseInt cuts 1.5, rounds 2^63-1 up and stops at the e of 1e30: three symptoms that have nothing in common, each of which has other causes in other providers",
  ],
};

describe("a report has one entry for the one fault of a provider that", () => {
  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))("%s", async (name, mutant) => {
    const { causes = [], requirements: judged } = await resultOf(mutant);
    const [many] = moreCauses[name] ?? [1];
    const { breaksByChance = [] } = mutant;
    const lasting = causes.filter(({ requirements: of }) => !of.every((id) => breaksByChance.includes(id)));
    expect(lasting.map(({ id }) => id)).toHaveLength(many);
    const failed = judged.flatMap(({ checks }) => checks.filter(({ status }) => status === "failed"));
    expect(new Set(causes.flatMap(({ checks }) => checks))).toEqual(new Set(failed.map(({ id }) => id)));
  });
});

test("every mutant has a name of its own, and breaks what is in the catalogue", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  const known = new Set(requirements.map(({ id }) => id));
  for (const { name, breaks } of mutants) {
    expect(
      breaks.filter((id) => !known.has(id)),
      name,
    ).toEqual([]);
  }
});

describe("the kill matrix", { timeout: 900_000 }, async () => {
  const operation = readOperation();
  const ids = new Set(requirements.map(({ id }) => id));
  const checks = checksOf(operation, await loadValidators(operation)).filter(({ requirement }) => ids.has(requirement));
  const judged = { requirements, checks };
  const kills = async (): Promise<ReturnType<typeof killOf>[]> => {
    const all = [];
    // One at a time: requests that are in flight together are part of what is judged.
    for (const mutant of mutants) all.push(killOf(mutant, await resultOf(mutant)));
    return all;
  };

  test("has no mutant that survives, no requirement that nothing breaks alone, no check that kills nothing", async () => {
    expect(gapsOf(judged, await kills())).toEqual([]);
  });

  test("is the one in kill-matrix.md", async () => {
    const matrix = killMatrix(judged, await kills(), sharesTable(readShares()));
    if (process.env["UPDATE_KILL_MATRIX"] === "1") await writeFile(MATRIX, matrix);
    expect(await readFile(MATRIX, "utf8")).toBe(matrix);
  });
});
