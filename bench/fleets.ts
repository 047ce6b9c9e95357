/** The cost of many providers: all in one process, as `fleet` judges them, and one process for each. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, inRounds } from "./bench.ts";
import { growth } from "./growth.ts";
import { type Cost, cost, main, program, withServer } from "./processes.ts";
import { type Section, spread, table, target } from "./tables.ts";

const PROVIDERS = 50;
/** The number of parallel processes: the number of cores of a small machine. */
const PROCESSES = 2;
/** The default of `fleet`. */
const DEFAULT_CONCURRENCY = 8;

const rows = {
  "`fleet`, 1 at a time": (bench: Bench) => asFleet(bench, 1),
  "`fleet`, 4 at a time": (bench: Bench) => asFleet(bench, 4),
  "`fleet`, 8 at a time (the default)": (bench: Bench) => asFleet(bench, DEFAULT_CONCURRENCY),
  "`fleet`, 2 at a time, with contracts": (bench: Bench) => asFleet(bench, 2, true),
  "a process of `check` for each, 2 at a time": asProcesses,
} as const;

function withProviders<T>(work: (urls: readonly string[]) => Promise<T>, count = PROVIDERS): Promise<T> {
  return withServer(program("many-providers"), [String(count)], (line) => work(line.split(" ")));
}

function asFleet({ folder }: Bench, concurrency: number, contracts = false, count = PROVIDERS): Promise<Cost> {
  return withProviders((urls) => {
    const file = join(folder, "fleet.yaml");
    const providers = urls.map((url, at) => ({ name: `provider ${at}`, "base-url": url }));
    const defaults = { token: "${PLANT_STORE_TOKEN}", contracts };
    writeFileSync(file, JSON.stringify({ defaults, providers }));
    const out = join(folder, "fleet");
    return cost([main, "fleet", file, "--out", out, "--quiet", "--concurrency", String(concurrency)]);
  }, count);
}

/** The sum of the processor times, and the greatest peak times the number of parallel processes. */
function asProcesses({ folder }: Bench): Promise<Cost> {
  return withProviders(async (urls) => {
    const startedAt = performance.now();
    const costs: Cost[] = [];
    const waiting = urls.entries();
    const work = async (): Promise<void> => {
      for (const [at, url] of waiting) {
        costs.push(await cost([main, "check", url, "--no-contracts", "--quiet", "--out", join(folder, String(at))]));
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, work));
    return {
      startedAt,
      wallMs: performance.now() - startedAt,
      cpuMs: costs.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      peakMiB: PROCESSES * costs.reduce((most, { peakMiB }) => Math.max(most, peakMiB), 0),
      status: null,
    };
  });
}

/** Measures fleets. */
export async function fleets(bench: Bench): Promise<Section> {
  const given = Object.entries(rows).map(([name, run]) => [name, () => run(bench)] as const);
  const measured = await inRounds(bench, Object.fromEntries(given));
  const usual = measured["`fleet`, 8 at a time (the default)"] ?? [];
  return {
    title: "Fleets and scale",
    parts: [
      `${PROVIDERS} reference implementations in another process. Memory is the peak of the process, without Pact's verifiers, which take as much again each; of several processes the peaks of as many as run at the same time.`,
      table(
        ["", "wall, s", "CPU, s", "peak memory, MiB"],
        Object.entries(measured).map(([name, costs]) => [
          name,
          spread(
            costs.map(({ wallMs }) => wallMs / 1000),
            1,
          ),
          spread(
            costs.map(({ cpuMs }) => cpuMs / 1000),
            1,
          ),
          spread(costs.map(({ peakMiB }) => peakMiB)),
        ]),
      ),
      ...(await growth(bench, (count) => asFleet(bench, DEFAULT_CONCURRENCY, false, count))),
    ],
    targets: targetsOf(usual),
  };
}

function targetsOf(usual: readonly Cost[]): Section["targets"] {
  const seconds = usual.map(({ wallMs }) => wallMs / 1000);
  const peaks = usual.map(({ peakMiB }) => peakMiB);
  const [within, below] = [
    { most: 30, unit: " s", digits: 1 },
    { most: 300, unit: " MiB", digits: 0 },
  ];
  return [
    target(`a fleet of ${PROVIDERS} providers`, "less than 30 s", seconds, within),
    target(`memory of a fleet of ${PROVIDERS} providers`, "less than 300 MiB", peaks, below),
  ];
}
