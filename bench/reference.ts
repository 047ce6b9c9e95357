/** The reference implementation under load, compared with bare node:http and with common frameworks. */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { type Bench, inRounds } from "./bench.ts";
import { type Section, pairwise, spread, table, target } from "./tables.ts";
import { TOKEN, plainProgram, program, withServer } from "./processes.ts";

const SECONDS = "4";

/** Requests a second, and latency in milliseconds. */
interface Load {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly refused: number;
  /** All requests to the process, including the warm-up. */
  readonly total: number;
}

interface Measured extends Load {
  /** The server's processor time per request, in microseconds. It does not depend on the speed of the client. */
  readonly cpu: number;
}

const titles = {
  bare: "bare `node:http`: parse and answer",
  reference: "reference implementation",
  fastify: "Fastify 5, fixed",
  hono: "Hono 4 with zod, fixed",
  express: "Express 5, fixed",
} as const;

type Name = keyof typeof titles;

/** Measures one server. @throws {Error} if a request was refused, because the load was then not the intended one */
function load(name: Name): Promise<Measured> {
  return withServer(program("bare-server"), [name], async (url, child) => {
    const before = await cpuOf(child);
    const { stdout } = await promisify(execFile)(process.execPath, [plainProgram("load"), url, SECONDS], {
      env: { ...process.env, PLANT_STORE_TOKEN: TOKEN },
    });
    const measured = JSON.parse(stdout) as Load;
    if (measured.refused > 0) throw new Error(`${titles[name]} refused ${measured.refused} requests`);
    return { ...measured, cpu: ((await cpuOf(child)) - before) / measured.total };
  });
}

/** The processor time that a server has used so far, in microseconds. */
async function cpuOf(child: ChildProcess): Promise<number> {
  const reported = once(child, "message");
  child.send("tell");
  const [{ user, system }] = (await reported) as [NodeJS.CpuUsage];
  return user + system;
}

/** Measures each server in its own process, with autocannon in another. */
export async function reference(bench: Bench): Promise<Section> {
  const names = Object.keys(titles) as Name[];
  const loads = await inRounds(
    bench,
    Object.fromEntries(names.map((name) => [name, () => load(name)])) as Record<Name, () => Promise<Measured>>,
  );
  const shares = pairwise(loads.reference, loads.bare, (one, other) => (100 * one.rate) / other.rate);
  const figures = ["p50", "p99", "p999"] as const;
  return {
    title: "Reference implementation",
    parts: [
      `Autocannon, 32 connections, ${SECONDS} s after a second of warming up, a fresh id in every request. The frameworks are those of docs/stacks.md that meet every requirement: they do the same work, with validation.`,
      table(
        ["", "requests/s", "CPU of the server a request, us", "p50, ms", "p99, ms", "p99.9, ms"],
        names.map((name) => [
          titles[name],
          spread(loads[name].map(({ rate }) => rate)),
          spread(loads[name].map(({ cpu }) => cpu)),
          ...figures.map((figure) => spread(loads[name].map((one) => one[figure]))),
        ]),
      ),
    ],
    targets: [
      target("reference implementation, of bare `node:http`", "at least 70 %", shares, {
        least: 70,
        unit: " %",
        digits: 0,
      }),
    ],
  };
}
