/** Slow or distant providers: how the time of a run grows with the latency and shrinks with concurrency. */
import { leastRounds, planOf } from "../suites/run/run-plan.ts";
import { checks } from "../suites/testing/checks.ts";
import { type Bench, inRounds } from "./bench.ts";
import { type Section, type MeasuredTarget, spread, table, target } from "./tables.ts";
import { cost, main, withProvider } from "./processes.ts";

const { chain } = planOf(checks);

const LATENCIES = [0, 50, 100, 300] as const;
const CONCURRENCIES = [1, 4, 16] as const;

interface Run {
  readonly wallMs: number;
  /** The time divided by the least possible: the fewest rounds of answers that its requests need, times the latency. */
  readonly ratio: number;
  /** The most requests in flight at the same time, counted by the provider. */
  readonly inFlight: number;
}

function run(latencyMs: number, concurrency: number): Promise<Run> {
  return withProvider(
    async ({ url, counts }) => {
      const at = String(concurrency);
      const { wallMs } = await cost([main, "check", url, "--no-contracts", "--quiet", "--concurrency", at]);
      const { requests, greatestInFlight: inFlight } = await counts();
      const ratio = wallMs / (leastRounds({ requests, chain }, concurrency) * latencyMs);
      return { wallMs, ratio, inFlight };
    },
    { latencyMs },
  );
}

type Runs = (latencyMs: number, concurrency: number) => readonly Run[];

/** Measures runs against providers that delay every answer. */
export async function latency(bench: Bench): Promise<Section> {
  const places = LATENCIES.flatMap((ms) => CONCURRENCIES.map((concurrency) => [ms, concurrency] as const));
  const measured = await inRounds(
    bench,
    Object.fromEntries(
      places.map(([ms, concurrency]) => [nameOf(ms, concurrency), () => run(ms, concurrency)] as const),
    ),
  );
  const runs: Runs = (ms, concurrency) => measured[nameOf(ms, concurrency)] ?? [];
  return { title: "Providers that are slow or far", parts: partsOf(runs), targets: targetsOf(runs) };
}

function partsOf(runs: Runs): readonly string[] {
  const inTable = (latencies: readonly number[], figure: (run: Run) => number): string =>
    table(
      ["latency, ms", ...CONCURRENCIES.map((concurrency) => `concurrency ${concurrency}`)],
      latencies.map((ms) => [
        String(ms),
        ...CONCURRENCIES.map((concurrency) => spread(runs(ms, concurrency).map(figure), 2)),
      ]),
    );
  const inFlight = CONCURRENCIES.map(
    (concurrency) => `${greatestInFlight(runs, concurrency)} at concurrency ${concurrency}`,
  );
  return [
    "Every answer is held back for so long. The whole process, in seconds:",
    inTable(LATENCIES, ({ wallMs }) => wallMs / 1000),
    `The same over the least that it can take: its longest chain of requests that wait for each other, ${chain}, or its exchanges divided by the concurrency, each times the latency. \`list --plan\` shows both:`,
    inTable(
      LATENCIES.filter((ms) => ms > 0),
      ({ ratio }) => ratio,
    ),
    `Requests that the provider saw in flight, at most: ${inFlight.join(", ")}.`,
  ];
}

function targetsOf(runs: Runs): readonly MeasuredTarget[] {
  const beyond = CONCURRENCIES.map((concurrency) => greatestInFlight(runs, concurrency) - concurrency);
  const ratios = runs(300, 4).map(({ ratio }) => ratio);
  return [
    target("300 ms latency at concurrency 4, over the least that it can take", "at most 1.05 x", ratios, {
      most: 1.05,
      unit: " x",
    }),
    target("requests in flight beyond `--concurrency`", "none", [Math.max(0, ...beyond)], { most: 0, digits: 0 }),
  ];
}

function greatestInFlight(runs: Runs, concurrency: number): number {
  return Math.max(...LATENCIES.flatMap((ms) => runs(ms, concurrency).map((one) => one.inFlight)));
}

function nameOf(ms: number, concurrency: number): string {
  return `${ms} ms at ${concurrency}`;
}
