/** Processes of the user, which are ended together with all processes that they started. */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { pause } from "../../http/retry-after.ts";
import { defined } from "../../spec/defined.ts";
import { unlessAborted } from "../../http/abortable.ts";

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
  /** Resolves when no process is left that can write to its output: a shell may end before what it runs. */
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
 * processes end with it, unless `detached: false`. On Windows, where no test runs, the tree of processes is ended.
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

async function graced(over: Promise<unknown>, graceMs: number, hurry: AbortSignal): Promise<void> {
  const waiting = new AbortController();
  void over.then(() => waiting.abort());
  await pause(graceMs, AbortSignal.any([waiting.signal, hurry]));
  if (hurry.aborted) await pause(Math.min(graceMs, HURRIED_MS), waiting.signal);
}

/** What a command may take in milliseconds, the most bytes that it may print, and what is kept of its standard error. */
const DEADLINE_MS = 30_000;
const MOST_BYTES = 64 * 1024;
const MOST_SAID = 4_096;

/**
 * Runs a shell command to its end, to its deadline, or until the signal is aborted. On a terminal it stays in this
 * process's group, so that it can ask questions there, and an interrupt from the keyboard reaches it.
 * @throws {Error} why its output cannot be used, with the last line of its standard error
 */
export async function outputOf(command: string, signal: AbortSignal): Promise<string> {
  const isAtTerminal = process.stdin.isTTY;
  const { child, ended, closed, stop } = startGroup(command, {
    stdio: ["ignore", "pipe", "pipe"],
    ...defined({ detached: isAtTerminal ? false : undefined }),
  });
  const late = AbortSignal.timeout(DEADLINE_MS);
  const tooMuch = new AbortController();
  let [output, said] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (Buffer.byteLength(output) > MOST_BYTES) tooMuch.abort();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-MOST_SAID)));
  const whole = closed.then(() => ended);
  const end = await unlessAborted(() => whole, AbortSignal.any([signal, late, tooMuch.signal]), null);
  await stop(0);
  if (end?.code === 0) return output;
  if (end !== null) throw new Error(endWords(end, said));
  if (signal.aborted) throw new Error("it was stopped, because the run had ended");
  throw new Error(
    late.aborted ? `it had not ended after ${DEADLINE_MS / 1000} s` : `it printed more than ${MOST_BYTES} bytes`,
  );
}

function endWords({ code, signal, error }: GroupEnd, said: string): string {
  if (error !== null) return error.message;
  const last = said.trimEnd().split("\n").at(-1)?.slice(0, 200) ?? "";
  return `it ended with ${signal ?? `exit status ${code}`}${last === "" ? "" : ` and said: ${last}`}`;
}
