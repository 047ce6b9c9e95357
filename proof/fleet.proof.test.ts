/** The providers of these tests, judged as one fleet: each has the same result as when it is judged by itself. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, folder } from "../cli/testing/command.ts";
import type { FleetResult } from "../result/over/fleet-result.ts";
import { readRequirements } from "../spec/requirements.ts";
import type { Behaviour } from "./behaviour.ts";
import { mutants } from "./mutants/index.ts";
import { rights } from "./right/index.ts";
import { startProvider } from "./test-provider.ts";

/** The expected result of a provider. `mutants.proof.test.ts` and `right.proof.test.ts` prove it for each provider by itself. */
interface Expected {
  readonly name: string;
  readonly behaviour: Behaviour;
  readonly broken: readonly string[];
  readonly exitCode: number;
}

const levels = new Map(readRequirements().map(({ id, level }) => [id, level]));

/**
 * Without mutants that leave requests waiting, which take minutes, and those whose fault depends on parallel requests.
 */
const all: readonly Expected[] = [
  ...mutants
    .filter(({ isSilent, isSeenAtOnce }) => isSilent !== true && isSeenAtOnce !== true)
    .map(({ name, behaviour, breaks, exitCode }) => {
      const breaksMust = breaks.some((id) => levels.get(id) === "MUST");
      return { name, behaviour, broken: breaks, exitCode: exitCode ?? (breaksMust ? 1 : 0) };
    }),
  ...rights
    .filter(({ basePath }) => basePath === undefined)
    .map(({ name, behaviour, warns = [] }) => ({ name, behaviour, broken: warns, exitCode: 0 })),
];

/**
 * How many are judged (`FLEET=50` takes half a minute), spread evenly to include both mutants and correct providers.
 */
const many = Number(process.env["FLEET"] ?? 4);
const chosen = all.filter(
  (_, at) => Math.floor((at * many) / all.length) !== Math.floor(((at - 1) * many) / all.length),
);

test(`${many} providers of the proof have the same verdicts in a fleet as alone`, async () => {
  expect(chosen.length).toBeGreaterThanOrEqual(many);
  // Each has its own token: a provider that received another's token would refuse it.
  // With a seed, because a right store that has one in fifty ids is accused in one of some 800 runs with drawn ones.
  const started = await Promise.all(
    chosen.map(({ behaviour }, at) => startProvider(behaviour, { token: `token-of-provider-${at}-of-the-fleet` })),
  );
  try {
    const place = folder();
    const entries = chosen.map(({ name }, at) => ({
      name,
      "base-url": started[at]?.url,
      token: `\${TOKEN_${at}}`,
    }));
    const file = join(place, "fleet.yaml");
    writeFileSync(
      file,
      JSON.stringify({ defaults: { timeout: 120, concurrency: 1, seed: "fleet" }, providers: entries }),
    );
    const env = Object.fromEntries(started.map(({ token }, at) => [`TOKEN_${at}`, token]));
    const ran = await command(["fleet", file, "--out", place, "--quiet"], env);
    const text = readFileSync(join(place, "fleet.json"), "utf8");
    const { providers } = JSON.parse(text) as FleetResult;
    const seen = providers.map(({ name, statuses, exitCode }) => ({
      name,
      broken: Object.keys(statuses)
        .filter((id) => levels.get(id) !== "OPEN" && statuses[id] === "failed")
        .toSorted(),
      exitCode,
    }));
    const expected = chosen.map(({ name, broken, exitCode }) => ({ name, broken: broken.toSorted(), exitCode }));
    expect(seen).toEqual(expected);
    expect(ran.status).toBe(1);
    expect(text).not.toContain("of-the-fleet");
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
});
