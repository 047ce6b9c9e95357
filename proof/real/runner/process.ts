/** Child processes with a deadline, ended with everything that they started. */
import { type ChildProcess, spawn } from "node:child_process";
import { killGroup } from "../../../cli/start.ts";
import type { Command } from "../ecosystem.ts";

/** Where and with what a command runs, and how long it may. */
export interface Place {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** How a command ended. `output` is the end of what it printed. */
export type Ended =
  | { readonly how: "succeeded" }
  | { readonly how: "failed"; readonly output: string }
  | { readonly how: "not-found" }
  | { readonly how: "out-of-time" };

/** A process that runs until it is stopped. */
export interface Started {
  /** Resolves with the end of what it printed when it has ended, of itself or not. */
  readonly ended: Promise<Ended>;
  /** Ends it and all that it started; resolves when it is gone. */
  readonly stop: () => Promise<void>;
}

/** What is kept of a process's output. */
const OUTPUT_LIMIT = 4_000;
/** How long a process may take to end when it is asked to. */
const GRACE_MS = 3_000;

/** Runs a command to its end. */
export async function run(command: Command, place: Place): Promise<Ended> {
  if (place.signal.aborted) return { how: "out-of-time" };
  const { ended, stop } = start(command, place);
  const first = await unlessAborted(ended, place.signal, { how: "out-of-time" } as const);
  if (first.how === "out-of-time") await stop();
  return first;
}

/** What the work comes to, or `late` where the signal is aborted before. */
export async function unlessAborted<Result, Late>(
  work: Promise<Result>,
  signal: AbortSignal,
  late: Late,
): Promise<Result | Late> {
  if (signal.aborted) return late;
  let giveUp = (): void => undefined;
  const aborted = new Promise<Late>((resolve) => {
    giveUp = () => resolve(late);
    signal.addEventListener("abort", giveUp);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", giveUp);
  }
}

/** Starts a command in a process group of its own, so that what it starts is ended with it. */
export function start([program, ...args]: Command, { folder, environment }: Omit<Place, "signal">): Started {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (data: Buffer): unknown => (output = (output + data.toString()).slice(-OUTPUT_LIMIT));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const ended = new Promise<Ended>((resolve) => {
    child.once("error", (error) =>
      resolve(
        "code" in error && error.code === "ENOENT" ? { how: "not-found" } : { how: "failed", output: error.message },
      ),
    );
    child.once("exit", (code) => resolve(code === 0 ? { how: "succeeded" } : { how: "failed", output }));
  });
  // Whatever becomes of this process, a crash included, nothing stays behind.
  const killNow = (): void => killGroup(child, "SIGKILL", true);
  process.once("exit", killNow);
  void ended.then(() => process.off("exit", killNow));
  return { ended, stop: () => stopGroup(child, ended) };
}

async function stopGroup(child: ChildProcess, ended: Promise<Ended>): Promise<void> {
  const hardly = setTimeout(() => killGroup(child, "SIGKILL", true), GRACE_MS);
  killGroup(child, "SIGTERM", true);
  await ended;
  clearTimeout(hardly);
  // What it started may have outlived it.
  killGroup(child, "SIGKILL", true);
}
