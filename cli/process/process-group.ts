/** Processes of the user's, ended with everything that they started. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { pause } from "../../http/rate-limit.ts";

/** How a process ended, or why there was none. */
export interface GroupEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error: Error | null;
}

/** A running process, and every process that it starts. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Resolves when the process itself has ended; what it started may go on. */
  readonly ended: Promise<GroupEnd>;
  /** Resolves when no process is left that could write to its output: a shell ends before what it runs. */
  readonly closed: Promise<void>;
  /**
   * Asks the whole group to end, and ends it after a grace in milliseconds. Once `hurry` is aborted the grace is short:
   * an interrupt has a second for everything.
   */
  readonly stop: (graceMs: number, hurry?: AbortSignal) => Promise<void>;
}

/** The grace after an interrupt, in milliseconds: what is left of the second is for the reports. */
const HURRIED_MS = 300;

const isPosix = process.platform !== "win32";

/**
 * Starts a command, a shell's where it is one text. On POSIX systems it leads a process group, so that what it starts is
 * ended with it, unless `detached: false` leaves it in ours. On Windows, where no test runs, the tree of processes is ended.
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
    // What left the group may hold the other ends, and would hold this process.
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  return { child, ended, closed, stop };
}

/** What is left to do when this process ends, whatever the reason, so that nothing stays behind; one listener for all. */
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

/** Sends a signal to all of a group, or to the process alone where it leads none. */
function sendTo(child: ChildProcess, signal: NodeJS.Signals, isLeader: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (isLeader) process.kill(-child.pid, signal);
    // Windows has no signals and no groups: what was started is found by its parents, and ended at once.
    else if (!isPosix) spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    else child.kill(signal);
  } catch {
    // No process is left.
  }
}

/** Waits until it is over, or the grace is. */
async function graced(over: Promise<unknown>, graceMs: number, hurry: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  void over.then(() => waiting.abort());
  await pause(graceMs, AbortSignal.any([waiting.signal, hurry]));
  if (hurry.aborted) await pause(Math.min(graceMs, HURRIED_MS), waiting.signal);
}
