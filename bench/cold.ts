/** The cost of a cold run as a whole process, compared with a bare undici process that sends the same bytes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "../result/result.ts";
import { type Bench, inRounds } from "./bench.ts";
import { type Section, pairwise, spread, table, target } from "./tables.ts";
import { type Cost, cost, main, plainProgram, withProvider } from "./processes.ts";

const CONCURRENCY = 4;

interface Run extends Cost {
  readonly exchanges: number;
}

const titles = {
  node: "`node -e 0`",
  bare: "bare undici, the same bytes",
  check: "`check --no-contracts`",
  contracts: "`check`, with contracts",
} as const;

/**
 * Runs a process against a fresh provider.
 * @throws {Error} if the process fails, because the figures are then not those of a run
 */
function against(args: (url: string) => readonly string[], node?: string): Promise<Run> {
  return withProvider(async ({ url, counts }) => {
    const used = await cost(args(url), node);
    if (used.status !== 0) throw new Error(`The process ended with ${used.status}: ${args(url).join(" ")}`);
    return { ...used, exchanges: (await counts()).requests };
  });
}

/** Measures the whole command. */
export async function coldRun(bench: Bench): Promise<Section> {
  const result = join(bench.folder, "result.json");
  await against((url) => ["--", main, "check", url, "--no-contracts", "--report", `json=${result}`]);
  const { summary } = JSON.parse(readFileSync(result, "utf8")) as RunResult;
  const bare = plainProgram("bare-client");
  const { node } = bench;
  const runs = await inRounds(bench, {
    node: async (): Promise<Run> => ({ ...(await cost(["-e", "0"], node)), exchanges: 0 }),
    bare: () => against((url) => [bare, result, url, String(CONCURRENCY)], node),
    check: () => against((url) => [main, "check", url, "--no-contracts"], node),
    contracts: () => against((url) => [main, "check", url], node),
  });
  return {
    title: "Cold run",
    parts: [
      "Whole processes, from their start to their end, with the text report printed. Memory is the process's own peak.",
      table(
        ["", "wall, ms", "CPU, ms", "peak memory, MiB", "exchanges"],
        Object.entries(titles).map(([name, title]) => rowOf(title, runs[name as keyof typeof titles])),
      ),
      `A default run creates ${summary.plantsCreated} plants.`,
    ],
    targets: targetsOf(runs),
  };
}

function rowOf(title: string, runs: readonly Run[]): readonly string[] {
  const of = (figure: (run: Run) => number): string => spread(runs.map(figure));
  const exchanges = runs[0]?.exchanges ?? 0;
  return [
    title,
    of(({ wallMs }) => wallMs),
    of(({ cpuMs }) => cpuMs),
    of(({ peakMiB }) => peakMiB),
    exchanges === 0 ? "" : String(exchanges),
  ];
}

function targetsOf({ node, check, bare, contracts }: Readonly<Record<keyof typeof titles, readonly Run[]>>) {
  const over = (other: readonly Run[]): readonly number[] => pairwise(check, other, (a, b) => a.wallMs / b.wallMs);
  const more = pairwise(contracts, check, (one, other) => (one.wallMs - other.wallMs) / 1000);
  const peaks = check.map(({ peakMiB }) => peakMiB);
  return [
    target("`check --no-contracts` over a bare undici process", "at most 1.2 x", over(bare), { most: 1.2, unit: " x" }),
    target("the same over `node -e 0`", "at most 4 x", over(node), { most: 4, unit: " x" }),
    target("the same with contracts", "at most 0.15 s more", more, { most: 0.15, unit: " s" }),
    target("peak memory without contracts", "at most 90 MiB", peaks, { most: 90, unit: " MiB", digits: 0 }),
  ];
}
