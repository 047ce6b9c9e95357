/** Measures whole processes, and starts the provider that they are measured against. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RequestCounts } from "./programs/counting-provider.ts";

export const TOKEN = "bench-token-0123456789";

/** The main file of the command that ships. */
export const main = fileURLToPath(import.meta.resolve("#dist/command/main.js"));

const env = { ...process.env, PLANT_STORE_TOKEN: TOKEN };
const usage = plainProgram("usage");

/** The path of a compiled program in `programs/`. */
export function program(name: string): string {
  return fileURLToPath(new URL(`./programs/${name}.js`, import.meta.url));
}

/** The path of a JavaScript program in `programs/`, which is not compiled. */
export function plainProgram(name: string): string {
  return fileURLToPath(import.meta.resolve(`#bench/programs/${name}.mjs`));
}

/** The cost of a process, from its start to its end. */
export interface Cost {
  /** The time of its start, in milliseconds since the epoch. */
  readonly startedAt: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  /** The peak of its own resident memory, without its children. */
  readonly peakMiB: number;
  readonly status: number | null;
}

/**
 * Runs Node to its end and discards its output.
 * @throws {Error} if the process ends before it reports its use of time and memory
 */
export async function cost(args: readonly string[], node = process.execPath): Promise<Cost> {
  const startedAt = performance.timeOrigin + performance.now();
  const child = spawn(node, ["--import", usage, ...args], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let used: { readonly cpu: number; readonly peak: number } | undefined;
  child.on("message", (message) => (used = message as NonNullable<typeof used>));
  const exited = once(child, "exit");
  const status = await exited.then(([code]) => code as number | null);
  const wallMs = performance.timeOrigin + performance.now() - startedAt;
  if (used === undefined) throw new Error(`The process ended early: ${args.join(" ")}`);
  return { startedAt, wallMs, cpuMs: used.cpu / 1000, peakMiB: used.peak / 1024, status };
}

interface Provider {
  readonly url: string;
  readonly counts: () => Promise<RequestCounts>;
}

/** Waits until a process listens and prints its URL. @returns the URL */
async function listening(child: ChildProcess): Promise<string> {
  const said = await Promise.race([
    new Promise<string>((resolve) => child.stdout?.once("data", (data: Buffer) => resolve(data.toString().trim()))),
    once(child, "exit").then(() => undefined),
  ]);
  if (said === undefined) throw new Error("The provider ended before it listened");
  return said;
}

/** Starts a program that prints its URL, works with it, and stops it. */
export async function withServer<T>(
  file: string,
  args: readonly string[],
  work: (url: string, child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = fork(file, args, { env, execArgv: [], stdio: ["ignore", "pipe", "inherit", "ipc"] });
  try {
    return await work(await listening(child), child);
  } finally {
    const exited = once(child, "exit");
    if (child.exitCode === null) {
      child.kill("SIGKILL");
      await exited;
    }
  }
}

/** Starts a fresh reference implementation for a run, so that ids are free and counts start at zero. */
export function withProvider<T>(work: (provider: Provider) => Promise<T>, given: ProviderOptions = {}): Promise<T> {
  const { latencyMs = 0, countsDistinct = false, hangsWithoutToken = false } = given;
  const args = [
    ["latency", String(latencyMs)],
    ...(countsDistinct ? [["distinct"]] : []),
    ...(hangsWithoutToken ? [["hangs"]] : []),
  ].map((words) => `--${words.join("=")}`);
  return withServer(program("counting-provider"), args, (url, child) => {
    const counts = async (): Promise<RequestCounts> => {
      const reported = once(child, "message");
      child.send("tell");
      const [message] = (await reported) as [RequestCounts];
      return message;
    };
    return work({ url, counts });
  });
}

interface ProviderOptions {
  /** The delay of every answer. */
  readonly latencyMs?: number;
  /** Requests without a token are never answered. */
  readonly hangsWithoutToken?: true;
  readonly countsDistinct?: boolean;
}
