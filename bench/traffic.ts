/** The cost of recorded traffic: time and memory for logs of growing length. */
import type { Bench } from "./bench.ts";
import { type Cost, cost, program } from "./processes.ts";
import { type MeasuredTarget, type Section, formatted, table, target } from "./tables.ts";

const LINES = [100_000, 1_000_000] as const;
/** Takes about a quarter of an hour. */
const MOST_LINES = 10_000_000;

/** Measures logs of several sizes. */
export async function traffic(bench: Bench): Promise<Section> {
  const logs = await judgedLogs(bench);
  return {
    title: "Traffic",
    parts: [
      "A log that is judged while it is written, each size once. The writing is counted; each hundredth exchange is broken.",
      table(["exchanges", "CPU, s", "CPU for one more, µs", "peak memory, MiB"], logs.map(rowOf)),
    ],
    targets: logTargets(logs),
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
