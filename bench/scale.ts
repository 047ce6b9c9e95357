/** The cost of many fuzz cases: exchanges per second compared with bare undici, and memory. */
import { type Bench, inRounds } from "./bench.ts";
import { type Section, type MeasuredTarget, pairwise, spread, table, target, formatted } from "./tables.ts";
import { cost, main, program, withProvider } from "./processes.ts";

const COUNTS = [1_000, 10_000, 100_000] as const;
const CONCURRENCY = "4";
const MOST_MIB = 256;
/** The search takes minutes, so it runs only with at least this number of rounds. */
const THOROUGH_ROUNDS = 7;
/** The end of the search, and the most cases that the command accepts. */
const MOST_CASES = 1_000_000;

interface Run {
  /** Requests per second, between the first and the last request that the provider received. */
  readonly rate: number;
  readonly peakMiB: number;
}

/**
 * Runs a process against a fresh provider.
 * @throws {Error} if the process fails, because the figures are then not those of a run
 */
function against(args: (url: string) => readonly string[]): Promise<Run> {
  return withProvider(async ({ url, counts }) => {
    const { peakMiB, status } = await cost(args(url));
    if (status !== 0) throw new Error(`The process ended with ${status}: ${args(url).join(" ")}`);
    const { requests, firstAt, lastAt } = await counts();
    return { rate: (requests - 1) / ((lastAt - firstAt) / 1000), peakMiB };
  });
}

function fuzz(count: number): Promise<Run> {
  const options = ["--no-contracts", "--quiet", "--seed", "bench", "--concurrency", CONCURRENCY];
  return against((url) => [main, "check", url, ...options, "--fuzz", String(count), "--deadline", "1800"]);
}

/** Measures runs with a growing number of cases. */
export async function scale(bench: Bench): Promise<Section> {
  const bare = (count: number) => against((url) => [program("bare-fuzz"), url, String(count), "bench", CONCURRENCY]);
  const rows = COUNTS.flatMap((count) => [
    [`fuzz ${count}`, () => fuzz(count)] as const,
    [`bare ${count}`, () => bare(count)] as const,
  ]);
  const measured = await inRounds(bench, Object.fromEntries(rows));
  const runs: Runs = (kind, count) => measured[`${kind} ${count}`] ?? [];
  const largest = await largestWithin(bench);
  return {
    title: "Scale",
    parts: [
      "`check --fuzz N`, and bare undici that sends the same cases at the same concurrency. Requests a second from the first to the last that the provider saw, the other checks of the run included.",
      table(
        ["cases", "requests/s", "bare undici, requests/s", "share, %", "peak memory, MiB"],
        COUNTS.map((count) => rowOf(runs, count)),
      ),
      `The largest run within ${MOST_MIB} MiB, by doubling and once each: ${largest}.`,
    ],
    targets: targetsOf(runs),
  };
}

type Runs = (kind: "fuzz" | "bare", count: number) => readonly Run[];

function rowOf(runs: Runs, count: number): readonly string[] {
  const [fuzzed, bare] = [runs("fuzz", count), runs("bare", count)];
  return [
    formatted(count),
    spread(fuzzed.map(({ rate }) => rate)),
    spread(bare.map(({ rate }) => rate)),
    spread(sharesOf(runs, count)),
    spread(fuzzed.map(({ peakMiB }) => peakMiB)),
  ];
}

function sharesOf(runs: Runs, count: number): readonly number[] {
  return pairwise(runs("fuzz", count), runs("bare", count), (one, other) => (100 * one.rate) / other.rate);
}

function targetsOf(runs: Runs): readonly MeasuredTarget[] {
  const share = { least: 60, unit: " %", digits: 0 };
  const peaks = [runs("fuzz", 100_000), runs("fuzz", 1_000)] as const;
  const growth = pairwise(...peaks, (one, other) => one.peakMiB - other.peakMiB);
  return [
    target("fuzz throughput, of bare undici's, 10,000 cases", "at least 60 %", sharesOf(runs, 10_000), share),
    target("fuzz throughput, of bare undici's, 100,000 cases", "at least 60 %", sharesOf(runs, 100_000), share),
    target("memory at 100,000 fuzz cases over 1,000", "at most + 20 MiB", growth, {
      most: 20,
      unit: " MiB",
      digits: 0,
    }),
  ];
}

/** Doubles the number of cases until the memory exceeds the limit or the command accepts no more cases. */
async function largestWithin({ rounds, tell }: Bench): Promise<string> {
  if (rounds < THOROUGH_ROUNDS) return `not searched for in fewer than ${THOROUGH_ROUNDS} rounds`;
  let largest = "none";
  for (let count = 125_000; count <= MOST_CASES; count *= 2) {
    tell(`${formatted(count)} cases within ${MOST_MIB} MiB`);
    const { peakMiB } = await fuzz(count);
    if (peakMiB > MOST_MIB) return `${largest}; ${formatted(count)} cases took ${formatted(peakMiB)} MiB`;
    largest = `${formatted(count)} cases, ${formatted(peakMiB)} MiB`;
  }
  return `${largest}, which are as many as the command takes`;
}
