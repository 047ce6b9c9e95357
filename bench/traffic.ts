/** What recorded and live traffic cost: memory over a log of any length, and what the proxy adds to a bare one. */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { type Bench, inRounds } from "./bench.ts";
import { type Cost, TOKEN, cost, plainProgram, program, withServer } from "./processes.ts";
import type { ProxyUse } from "./programs/passing-proxy.ts";
import { type MeasuredTarget, type Section, formatted, pairwise, spread, table, target } from "./tables.ts";

const LINES = [100_000, 1_000_000] as const;
/** Takes about a quarter of an hour. */
const MOST_LINES = 10_000_000;
const PACE = 2_000;
const SECONDS = 5;

const kinds = { bare: "a bare proxy", judged: "`proxy`" } as const;
type Kind = keyof typeof kinds;

/** What passing requests through cost: microseconds. */
interface Passed {
  readonly p50: number;
  readonly p99: number;
  readonly sent: number;
  /** Processor time for a request, of the process and of the thread that the traffic passes. */
  readonly cpu: number;
  readonly ofTraffic: number;
}

/** Measures a log, and the two proxies at the same pace. */
export async function traffic(bench: Bench): Promise<Section> {
  const logs = await judgedLogs(bench);
  const proxies = await inRounds(bench, { bare: () => passed("bare"), judged: () => passed("judged") });
  return {
    title: "Traffic",
    parts: [
      "A log that is judged while it is written, each size once. The writing is counted; each hundredth exchange is broken.",
      table(["exchanges", "CPU, s", "CPU for one more, µs", "peak memory, MiB"], logs.map(rowOf)),
      `${formatted(PACE)} requests a second over eight connections for ${SECONDS} seconds, through a proxy that does nothing but pass bytes on, by the library that \`proxy\` uses, and through \`proxy\`. Latency has the wait for a free connection in it. CPU is for a request, and that of the thread that the traffic passes is also given alone, because the judging has a thread of its own.`,
      table(
        ["", "p50, ms", "p99, ms", "CPU, µs", "CPU of the traffic's thread, µs"],
        (Object.keys(kinds) as Kind[]).map((kind) => proxyRow(kinds[kind], proxies[kind])),
      ),
    ],
    targets: [...logTargets(logs), ...proxyTargets(proxies)],
  };
}

interface Log {
  readonly lines: number;
  readonly spent: Cost;
  readonly eachMicroseconds: number | null;
}

async function judgedLogs({ tell, isLarge }: Bench): Promise<readonly Log[]> {
  const logs: Log[] = [];
  for (const lines of isLarge === true ? [...LINES, MOST_LINES] : LINES) {
    tell(`a log of ${formatted(lines)} exchanges`);
    const spent = await cost([program("endless-log"), String(lines)]);
    if (spent.status !== 0) throw new Error(`The log of ${lines} exchanges was not judged as it is`);
    const before = logs.at(-1);
    const more = before === undefined ? null : (spent.cpuMs - before.spent.cpuMs) / (lines - before.lines);
    logs.push({ lines, spent, eachMicroseconds: more === null ? null : 1_000 * more });
  }
  return logs;
}

function rowOf({ lines, spent, eachMicroseconds }: Log): readonly string[] {
  const each = eachMicroseconds === null ? "" : formatted(eachMicroseconds);
  return [formatted(lines), formatted(spent.cpuMs / 1_000, 1), each, formatted(spent.peakMiB)];
}

function logTargets(logs: readonly Log[]): readonly MeasuredTarget[] {
  const [first, last] = [logs.at(0), logs.at(-1)];
  if (first === undefined || last === undefined || last.eachMicroseconds === null) throw new Error("No log was judged");
  const minutes = (last.eachMicroseconds * MOST_LINES) / 60_000_000;
  const growth = last.spent.peakMiB - first.spent.peakMiB;
  return [
    target("ten million exchanges of a log, by the last size measured", "at most 15 min", [minutes], {
      most: 15,
      unit: " min of a core",
      digits: 1,
    }),
    target(
      `memory at ${formatted(last.lines)} exchanges over ${formatted(first.lines)}`,
      "at most + 20 MiB",
      [growth],
      {
        most: 20,
        unit: " MiB",
        digits: 0,
      },
    ),
  ];
}

function passed(kind: Kind): Promise<Passed> {
  return withServer(program("bare-server"), ["bare"], (server) =>
    withServer(program("passing-proxy"), [kind, server], async (url, child) => {
      const before = await useOf(child);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [plainProgram("paced-load"), url, String(PACE), String(SECONDS)],
        { env: { ...process.env, PLANT_STORE_TOKEN: TOKEN } },
      );
      const { p50, p99, sent } = JSON.parse(stdout) as Pick<Passed, "p50" | "p99" | "sent">;
      const after = await useOf(child);
      const [cpu, ofTraffic] = [after.cpu - before.cpu, (after.ofTraffic ?? NaN) - (before.ofTraffic ?? NaN)];
      return { p50, p99, sent, cpu: cpu / sent, ofTraffic: ofTraffic / sent };
    }),
  );
}

async function useOf(child: ChildProcess): Promise<ProxyUse> {
  const reported = once(child, "message");
  child.send("tell");
  const [use] = (await reported) as [ProxyUse];
  return use;
}

function proxyRow(name: string, runs: readonly Passed[]): readonly string[] {
  const of = (figure: (run: Passed) => number, digits = 0): string => spread(runs.map(figure), digits);
  const milliseconds = [of(({ p50 }) => p50 / 1_000, 2), of(({ p99 }) => p99 / 1_000, 2)];
  return [name, ...milliseconds, of(({ cpu }) => cpu), of(({ ofTraffic }) => ofTraffic)];
}

function proxyTargets(proxies: Readonly<Record<Kind, readonly Passed[]>>): readonly MeasuredTarget[] {
  const { bare, judged } = proxies;
  const added = pairwise(judged, bare, (one, other) => (one.p50 - other.p50) / 1_000);
  const share = pairwise(judged, bare, (one, other) => (100 * (one.p50 - other.p50)) / other.p50);
  return [
    target("what `proxy` adds to the median of a bare proxy", "less than 1 ms", added, { most: 1, unit: " ms" }),
    target(`the same at ${formatted(PACE)} requests a second, as a share`, "less than 5 %", share, {
      most: 5,
      unit: " %",
      digits: 0,
    }),
  ];
}
