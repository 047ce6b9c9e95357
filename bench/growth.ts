/** How the cost grows with the number of providers and cases, and the first limit. Each size is measured once. */
import type { Bench } from "./bench.ts";
import { type Cost, cost, main, program, withProvider } from "./processes.ts";
import { formatted, table } from "./tables.ts";

const PROVIDERS = [1, 10, 100, 1_000] as const;
const CASES = [10_000, 100_000, 1_000_000] as const;
/** Takes about a quarter of an hour. */
const MOST_CASES = 10_000_000;
/** The size of a large campaign. Its cost is calculated, not measured. */
const CAMPAIGN = { cases: 1_000_000_000, shards: 1_000 } as const;

/** A size and what it cost. */
interface Grown {
  readonly size: number;
  readonly spent: Cost;
}

/** Judges a fleet with this number of providers, with the defaults of `fleet`. */
export type FleetOf = (providers: number) => Promise<Cost>;

/** The paragraphs and tables about growth. */
export async function growth(bench: Bench, fleetOf: FleetOf): Promise<readonly string[]> {
  const providers = await measured(bench, "providers", PROVIDERS, fleetOf);
  const sizes = bench.isLarge === true ? [...CASES, MOST_CASES] : CASES;
  const inMemory = await measured(bench, "cases in memory", sizes, casesInMemory);
  const overHttp = await measured(bench, "cases over HTTP", CASES.slice(0, 2), casesOverHttp);
  return [
    "How cost grows, each size measured once. The fleets have the default concurrency.",
    tableOf("providers", providers, "ms"),
    "Cases of fuzzing in one run, without sockets: the provider is in the same process and keeps nothing, and its part of the time is counted.",
    tableOf("cases, in memory", inMemory, "µs"),
    "The same over HTTP, the provider in another process.",
    tableOf("cases, over HTTP", overHttp, "µs"),
    limitOf(providers, inMemory, overHttp),
  ];
}

async function measured(
  { tell }: Bench,
  what: string,
  sizes: readonly number[],
  run: (size: number) => Promise<Cost>,
): Promise<readonly Grown[]> {
  const grown: Grown[] = [];
  for (const size of sizes) {
    tell(`${formatted(size)} ${what}`);
    const spent = await run(size);
    if (spent.status !== 0) throw new Error(`${size} ${what} ended with status ${String(spent.status)}`);
    grown.push({ size, spent });
  }
  return grown;
}

function casesInMemory(count: number): Promise<Cost> {
  return cost([program("cases-in-memory"), String(count)]);
}

function casesOverHttp(count: number): Promise<Cost> {
  const options = ["--no-contracts", "--quiet", "--seed", "bench", "--deadline", "1800"];
  return withProvider(({ url }) => cost([main, "check", url, ...options, "--fuzz", String(count)]));
}

function tableOf(what: string, grown: readonly Grown[], unit: "ms" | "µs"): string {
  const head = [what, "wall, s", "CPU, s", `CPU for one more, ${unit}`, "CPU of one core, %", "peak memory, MiB"];
  const factor = unit === "ms" ? 1 : 1_000;
  const rows = grown.map(({ size, spent }, at) => [
    formatted(size),
    formatted(spent.wallMs / 1_000, 1),
    formatted(spent.cpuMs / 1_000, 1),
    at === 0 ? "" : formatted(factor * slope(grown.slice(at - 1, at + 1)), unit === "ms" ? 0 : 1),
    formatted((100 * spent.cpuMs) / spent.wallMs),
    formatted(spent.peakMiB),
  ]);
  return table(head, rows);
}

/** The processor time for one more, in ms, from the last two sizes. It does not include the start of a process. */
function slope(grown: readonly Grown[]): number {
  const [before, last] = grown.slice(-2);
  if (before === undefined || last === undefined) throw new Error("One size shows no growth");
  return (last.spent.cpuMs - before.spent.cpuMs) / (last.size - before.size);
}

/** The memory for one more, in MiB, from the last two sizes. */
function memoryOfOne(grown: readonly Grown[]): number {
  const [before, last] = grown.slice(-2);
  if (before === undefined || last === undefined) throw new Error("One size shows no growth");
  return (last.spent.peakMiB - before.spent.peakMiB) / (last.size - before.size);
}

/** The first limit according to the figures, and the cost of a size that was not measured. */
function limitOf(providers: readonly Grown[], inMemory: readonly Grown[], overHttp: readonly Grown[]): string {
  const [largest, smallest] = [inMemory.at(-1), inMemory.at(0)];
  const most = providers.at(-1);
  if (largest === undefined || smallest === undefined || most === undefined) throw new Error("Nothing was measured");
  const hours = (slope(overHttp) * CAMPAIGN.cases) / 3_600_000;
  const share = (100 * slope(inMemory)) / slope(overHttp);
  return [
    `The largest fleet kept ${formatted((100 * most.spent.cpuMs) / most.spent.wallMs)} % of a core busy. A share near 100 shows that the one thread of the process is the first limit; a lower one, that the providers or the machine are.`,
    `One more provider takes ${formatted(memoryOfOne(providers), 2)} MiB. From ${formatted(smallest.size)} to ${formatted(largest.size)} cases memory grew by ${formatted(largest.spent.peakMiB - smallest.spent.peakMiB)} MiB.`,
    `Of the processor time of a case over HTTP, ${formatted(share)} % is spent without sockets too.`,
    `On paper, from the last row over HTTP and not measured: ${formatted(CAMPAIGN.cases)} cases take ${formatted(hours)} hours of a core for the suite, ${formatted((60 * hours) / CAMPAIGN.shards)} minutes in each of ${formatted(CAMPAIGN.shards)} shards, if the provider keeps up.`,
  ].join(" ");
}
