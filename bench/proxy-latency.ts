/** The latency that `proxy` adds to that of a bare proxy, at a fixed rate. */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import type { Bench } from "./bench.ts";
import { TOKEN, plainProgram, program, withServer } from "./processes.ts";
import type { ProxyUse } from "./programs/passing-proxy.ts";
import { type MeasuredTarget, type Section, formatted, pairwise, spread, table, target } from "./tables.ts";

const PACE = 2_000;
/** Short, so that other work of the machine affects both proxies alike. */
const SLICE_MS = 500;
/** Pairs of slices in a round. */
const PAIRS = 10;

const kinds = { bare: "a bare proxy", judged: "`proxy`" } as const;
type Kind = keyof typeof kinds;

interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

/** The latency of requests through a proxy, in microseconds. */
interface Slice {
  /** From the time at which a request was due. */
  readonly fromDue: Quantiles;
  /** From the time at which a request was sent, so without the delay of the sending program's timer. */
  readonly fromSent: Quantiles;
}

/** The figures of one proxy: its slices and, for each round, the processor time of a request in microseconds. */
interface Passed {
  readonly slices: Slice[];
  readonly cpu: number[];
}

interface Proxy {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Measures both proxies in turn, in front of the same server. */
export async function proxyLatency({ rounds, tell }: Bench): Promise<Section> {
  const bare: Passed = { slices: [], cpu: [] };
  const judged: Passed = { slices: [], cpu: [] };
  for (let round = 1; round <= rounds; round += 1) {
    tell(`round ${round} of ${rounds}`);
    await withProxies((proxies) => passed(proxies, [bare, judged]));
  }
  return {
    title: "Proxy",
    parts: [
      `${formatted(PACE)} requests a second over eight connections, through a proxy that does nothing but pass bytes on, and through \`proxy\`. Each request is sent when it is due, whatever became of those before it. Latency is counted from the moment at which it was due; beside it, from the moment at which it was handed over, without the lateness of the sender's own timer. The wait for a free connection is in both. ${rounds * PAIRS} pairs of slices of ${SLICE_MS} ms, one after the other in an order that is drawn; in each round with new processes, which two seconds warm up.`,
      table(
        ["", "p50, ms", "p99, ms", "p50 from handing over, ms", "p99 from handing over, ms"],
        [latencyRow(kinds.bare, bare), latencyRow(kinds.judged, judged)],
      ),
      "Processor time of a request. That of `proxy` includes the judging.",
      table(["", "CPU, µs"], [cpuRow(kinds.bare, bare), cpuRow(kinds.judged, judged)]),
    ],
    targets: targetsOf(bare.slices, judged.slices),
  };
}

function withProxies(work: (proxies: readonly Proxy[]) => Promise<void>): Promise<void> {
  const opened = <T>(kind: Kind, server: string, use: (proxy: Proxy) => Promise<T>): Promise<T> =>
    withServer(program("passing-proxy"), [kind, server], (url, child) => use({ url, child }));
  return withServer(program("bare-server"), ["bare"], (server) =>
    opened("bare", server, (bare) => opened("judged", server, (judged) => work([bare, judged]))),
  );
}

async function passed(proxies: readonly Proxy[], results: readonly Passed[]): Promise<void> {
  const before = await Promise.all(proxies.map(useOf));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [plainProgram("paced-load"), ...[PACE, SLICE_MS, PAIRS].map(String), ...proxies.map(({ url }) => url)],
    { env: { ...process.env, PLANT_STORE_TOKEN: TOKEN } },
  );
  const { sent, slices } = JSON.parse(stdout) as { readonly sent: number; readonly slices: readonly Slice[][] };
  const after = await Promise.all(proxies.map(useOf));
  for (const [k, result] of results.entries()) {
    const [from, to] = [before[k], after[k]];
    result.slices.push(...(slices[k] ?? []));
    result.cpu.push(((to?.cpu ?? NaN) - (from?.cpu ?? NaN)) / sent);
  }
}

async function useOf({ child }: Proxy): Promise<ProxyUse> {
  const reported = once(child, "message");
  child.send("tell");
  const [use] = (await reported) as [ProxyUse];
  return use;
}

function latencyRow(name: string, { slices }: Passed): readonly string[] {
  const of = (figure: (slice: Slice) => number): string =>
    spread(
      slices.map((slice) => figure(slice) / 1_000),
      2,
    );
  return [
    name,
    of(({ fromDue }) => fromDue.p50),
    of(({ fromDue }) => fromDue.p99),
    of(({ fromSent }) => fromSent.p50),
    of(({ fromSent }) => fromSent.p99),
  ];
}

function cpuRow(name: string, { cpu }: Passed): readonly string[] {
  return [name, spread(cpu)];
}

function targetsOf(bare: readonly Slice[], judged: readonly Slice[]): readonly MeasuredTarget[] {
  const added = (of: (slice: Slice) => number): readonly number[] =>
    pairwise(judged, bare, (one, other) => (of(one) - of(other)) / 1_000);
  const pace = `at ${formatted(PACE)} requests a second`;
  return [
    target(
      `what \`proxy\` adds to the median of a bare proxy, ${pace}`,
      "less than 1 ms",
      added(({ fromDue }) => fromDue.p50),
      { most: 1, unit: " ms", digits: 3 },
    ),
  ];
}
