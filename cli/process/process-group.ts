/** Processes of the user, which are ended together with all processes that they started. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { pause } from "../../http/rate-limit.ts";

/** How a process ended, or why it did not start. */
export interface GroupEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: Error | null;
}

/** A running process, and every process that it starts. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Resolves when the process itself has ended. Processes that it started may still run. */
  readonly ended: Promise<GroupEnd>;
  /**
   * Resolves when no process is left that can write to its output: a shell may end before the processes that it runs.
   */
  readonly closed: Promise<void>;
  /**
   * Asks the whole group to end, and kills it after a grace period in milliseconds. When `hurry` is aborted, the period
   * is short, because everything after an interrupt has to fit into a second.
   */
  readonly stop: (graceMs: number, hurry?: AbortSignal) => Promise<void>;
}

/** The grace period after an interrupt, in milliseconds. The rest of the second is for the reports. */
const HURRIED_MS = 300;

const isPosix = process.platform !== "win32";

/**
 * Starts a command; a single string is run by a shell. On POSIX systems, it leads a process group, so that its child
 * processes end with it, unless `detached: false` keeps it in this process's group. On Windows, where no test runs, the
 * tree of processes is ended.
 */
export function startGroup(command: string | readonly [string, ...string[]], options: SpawnOptions): ProcessGroup {
  const { detached = isPosix } = options;
  const [program, ...args] = typeof command === "string" ? [command] : command;
  const child = spawn(program, args, { ...options, detached, shell: typeof command === "string" });
  const ended = new Promise<GroupEnd>((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
    child.once("exit", (code, signal) => resolve({ code, signal, error: null }));
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()).once("error", () => resolve()));
  const send = (signal: NodeJS.Signals): void => sendTo(child, signal, isPosix && detached);
  const killNow = (): void => send("SIGKILL");
  const forget = atExit(killNow);
  const stop = async (graceMs: number, hurry = new AbortController().signal): Promise<void> => {
    send("SIGTERM");
    await graced(closed, graceMs, hurry);
    killNow();
    forget();
    await ended;
    // A process that left the group may keep the pipes open, which would keep this process running.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return { child, ended, closed, stop };
}

/** Work to do when this process ends for any reason, so that no process is left. All groups share one listener. */
const leftToDo = new Set<() => void>();

function atExit(work: () => void): () => void {
  if (leftToDo.size === 0) process.on("exit", doWhatIsLeft);
  leftToDo.add(work);
  return () => {
    leftToDo.delete(work);
    if (leftToDo.size === 0) process.off("exit", doWhatIsLeft);
  };
}

function doWhatIsLeft(): void {
  for (const work of leftToDo) work();
}

/** Sends a signal to a whole group, or only to the process if it leads no group. */
function sendTo(child: ChildProcess, signal: NodeJS.Signals, isLeader: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (isLeader) process.kill(-child.pid, signal);
    // Windows has no signals and no groups: the tree of child processes is ended at once.
    else if (!isPosix) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    else child.kill(signal);
  } catch {
    // No process is left.
  }
}

/** Waits for `over`, or for the end of the grace period. */
async function graced(over: Promise<unknown>, graceMs: number, hurry: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  void over.then(() => waiting.abort());
  await pause(graceMs, AbortSignal.any([waiting.signal, hurry]));
  if (hurry.aborted) await pause(Math.min(graceMs, HURRIED_MS), waiting.signal);
}
