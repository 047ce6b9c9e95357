/**
 * The exported vectors are sufficient: with them, a runner in another language that shares no code with the suite
 * judges mutants as the fixed checks of the suite do. Runs a sample by default; VECTORS=all runs every mutant and
 * correct provider.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { freePort } from "../http/testing/free-port.ts";
import { providerResult } from "../library/provider-result.ts";
import { loadVectors } from "../suites/vectors/vectors.ts";
import type { Behaviour } from "./behaviour.ts";
import { correct } from "./correct.ts";
import { needs, skipFor } from "./gate/skips.ts";
import { type Mutant, mutants } from "./mutants/index.ts";
import { rights } from "./right/index.ts";
import type { Right } from "./right/right.ts";
import { startProvider } from "./test-provider.ts";

const token = "token-of-the-vectors";
const runner = fileURLToPath(new URL("../examples/vectors/run_vectors.py", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "plant-store-vectors-"));
const file = await loadVectors({ seed: "proof", suite: { name: "proof", version: "0" } });
const only = [...new Set([file.opening.notThere, ...file.rules, ...file.vectors].map(({ id }) => id))];
writeFileSync(join(folder, "vectors.json"), JSON.stringify(file));

/** The requirements found broken, and how the run ended. */
interface Found {
  readonly broken: readonly string[];
  readonly exitCode: number | null;
}

interface Line {
  readonly requirement: string;
  readonly outcome: "met" | "broken" | "not judged";
}

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort();

async function byVectors(url: string, sentToken = token): Promise<Found> {
  const env = { ...process.env, PLANT_STORE_TOKEN: sentToken };
  return await new Promise((resolve) => {
    const child = execFile("python3", [runner, join(folder, "vectors.json"), url], { env }, (_error, stdout) => {
      const lines = stdout.split("\n").filter((line) => line !== "");
      const broken = lines.map((line) => JSON.parse(line) as Line).filter(({ outcome }) => outcome === "broken");
      resolve({ broken: distinct(broken.map(({ requirement }) => requirement)), exitCode: child.exitCode });
    });
  });
}

/** What the suite finds with only the checks that the vectors contain. */
async function byChecks(url: string): Promise<readonly string[]> {
  const { requirements } = await providerResult({ url, token, concurrency: 1, selection: { only, skip: [] } });
  return distinct(requirements.filter(({ status }) => status === "failed").map(({ id }) => id));
}

async function serving<T>(behaviour: Behaviour, ask: (url: string) => Promise<T>): Promise<T> {
  await using started = await startProvider(behaviour, { token });
  return await ask(started.url);
}

function hasPython(): boolean {
  try {
    const version = "import sys; print(sys.version_info >= (3, 9))";
    return execFileSync("python3", ["-c", version], { encoding: "utf8" }) === "True\n";
  } catch {
    return false;
  }
}

const isThorough = process.env["VECTORS"] === "all";

/** One provider for each thing that a runner may get wrong. */
const sampled = [
  "serves-at-plant-instead-of-plants",
  "refuses-every-tag",
  "answers-201-where-accept-is-missing",
  "echoes-the-body",
  "answers-another-shape-to-unknown-queries-alone",
  "answers-200-and-an-error-without-a-token",
];

const answering = mutants.filter(({ isSilent }) => isSilent !== true);
const judged = answering.filter(({ name }) => isThorough || sampled.includes(name));
const righteous = isThorough
  ? rights
  : rights.filter(({ name }) => name.startsWith("ends its side of each connection"));
const level = new Map(
  [...file.rules, ...file.vectors, file.opening.notThere].map((one) => [one.requirement, one.level]),
);

// The title says why these tests are skipped: there is no Python 3.9.
describe("a runner in Python", () => {
  skipFor(hasPython() ? undefined : needs("Python", "3.9 or later"));
  test.each(righteous.map((right): [string, Right] => [right.name, right]))(
    "accuses no provider that is right: one that %s",
    async (_name, { behaviour, warns = [], basePath = "" }) => {
      await using started = await startProvider(behaviour, { token, basePath });
      const { broken, exitCode } = await byVectors(started.url);
      expect({ undeserved: broken.filter((id) => !warns.includes(id)), exitCode }).toEqual({
        undeserved: [],
        exitCode: 0,
      });
    },
  );

  test("judges nothing without a provider, with a token that is refused, or without a base URL", async () => {
    const nothing: Found = { broken: [], exitCode: 3 };
    expect(await byVectors(`http://127.0.0.1:${await freePort()}`)).toEqual(nothing);
    expect(await serving(correct, (url) => byVectors(url, "another-token"))).toEqual(nothing);
    expect(await byVectors("")).toEqual({ ...nothing, exitCode: 2 });
  });

  test("is asked of providers that there are", () => {
    expect(judged).toHaveLength(isThorough ? answering.length : sampled.length);
    expect(righteous.length).toBeGreaterThan(0);
  });

  test.each(judged.map((mutant): [string, Mutant] => [mutant.name, mutant]))(
    "finds what the fixed checks find of the provider that %s",
    async (_name, { behaviour, breaks }) => {
      const checks = await serving(behaviour, byChecks);
      const { broken, exitCode } = await serving(behaviour, (url) => byVectors(url));
      // The findings of other checks depend on names that are drawn, or on requests that no vector contains.
      const isOfFixed = String(checks) === String(distinct(breaks));
      if (!isThorough) expect(isOfFixed).toBe(true);
      if (isOfFixed) {
        const isMust = broken.some((id) => level.get(id) === "MUST");
        expect({ broken, isFailed: exitCode === 1 }).toEqual({ broken: checks, isFailed: isMust });
      }
    },
  );
});
