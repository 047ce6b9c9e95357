/** `--start COMMAND`: runs the provider for the time of the check, and stops it with its children. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { Client } from "undici";
import type { Redact } from "../reports/redact.ts";
import type { Provider } from "../suites/runner/provider.ts";
import { connectTo } from "../suites/runner/reach.ts";

/** How to start, and where its output goes. */
export interface StartOptions {
  readonly command: string;
  /** Where it will answer, and the limits of asking. */
  readonly provider: Pick<Provider, "baseUrl" | "reach" | "limits">;
  readonly waitMs: number;
  /** Takes the whole output, up to a limit; none where it is not given. */
  readonly logFile?: string;
  readonly redact: Redact;
  readonly signal: AbortSignal;
}

/** A provider that was started. */
export interface Started {
  /** Why it is no use, in sentences with the last lines of its output; null while it runs and once answered. */
  readonly trouble: () => string | null;
  readonly stop: () => Promise<void>;
}

/** Milliseconds between two questions whether it answers, and for it to end by itself. */
const PACE_MS = 100;
const GRACE_MS = 2_000;

const TAIL_LINES = 20;
const TAIL_CHARACTERS = 16 * 1024;
const LOG_BYTES = 16 * 1024 * 1024;

/** Starts the provider and waits until it answers anything in HTTP, ends, or the wait is over. */
export async function startProvider(options: StartOptions): Promise<Started> {
  const isPosix = process.platform !== "win32";
  // A process group of its own, so that what it starts is stopped with it.
  const child = spawn(options.command, { shell: true, detached: isPosix, stdio: ["ignore", "pipe", "pipe"] });
  const output = keepOutput(child, options);
  let ended: string | null = null;
  const exit = new Promise<void>((resolve) => {
    const note = (how: string): void => {
      ended ??= how;
      resolve();
    };
    child.once("error", (error) => note(error.message));
    child.once("exit", (code, signal) => note(signal === null ? `exit status ${code}` : `signal ${signal}`));
  });
  const kill = (signal: NodeJS.Signals): void => killGroup(child, signal, isPosix);
  const killNow = (): void => kill("SIGKILL");
  // Whatever becomes of this process, a crash included, the provider does not stay behind.
  process.once("exit", killNow);
  const answered = await waitForAnswer(options, () => ended !== null);
  const trouble = (): string | null => {
    if (ended !== null) return `The provider that was started has ended (${ended}).${output.tail()}`;
    if (answered) return null;
    return `The provider that was started did not answer within ${options.waitMs / 1000} s.${output.tail()}`;
  };
  const stop = async (): Promise<void> => {
    kill("SIGTERM");
    await Promise.race([exit, pause(GRACE_MS)]);
    killNow();
    process.off("exit", killNow);
    await output.close();
  };
  return { trouble, stop };
}

/** Sends a signal to a child and, on POSIX systems, to its whole process group, which it must lead. */
export function killGroup(child: ChildProcess, signal: NodeJS.Signals, isPosix: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (isPosix) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // There is nobody left to stop.
  }
}

async function waitForAnswer(
  { provider: { baseUrl, reach = {}, limits }, waitMs, signal }: StartOptions,
  isOver: () => boolean,
): Promise<boolean> {
  const { origin, pathname } = new URL(baseUrl);
  const connect = connectTo(reach, limits);
  const until = performance.now() + waitMs;
  while (!isOver() && !signal.aborted && performance.now() < until) {
    const client = new Client(origin, { connect, ...(reach.http2 === undefined ? {} : { allowH2: true }) });
    try {
      const left = AbortSignal.timeout(Math.max(1, Math.min(limits.requestMs, until - performance.now())));
      // Any answer counts, and the token stays out of it.
      const { body } = await client.request({ method: "GET", path: pathname, signal: AbortSignal.any([signal, left]) });
      body.on("error", () => undefined);
      return true;
    } catch {
      await pause(PACE_MS);
    } finally {
      client.destroy(() => undefined);
    }
  }
  return false;
}

/** Keeps the end of the output for a message, and all of it in a file; the token is taken out line by line. */
function keepOutput(
  child: ChildProcess,
  { logFile, redact }: StartOptions,
): { readonly tail: () => string; readonly close: () => Promise<void> } {
  const file = logFile === undefined ? null : createWriteStream(logFile);
  let [tail, written] = ["", 0];
  const keep = (line: string): void => {
    const clean = redact(line).text;
    tail = `${tail}${clean}`.slice(-TAIL_CHARACTERS);
    written += Buffer.byteLength(clean);
    if (written <= LOG_BYTES) file?.write(clean);
  };
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = `${rest}${chunk}`.split(/(?<=\n)/);
      rest = lines.at(-1)?.endsWith("\n") === true ? "" : (lines.pop() ?? "");
      // A line without an end is cut, so that it does not fill the memory.
      if (rest.length > TAIL_CHARACTERS) lines.push(`${rest}\n`);
      if (rest.length > TAIL_CHARACTERS) rest = "";
      for (const line of lines) keep(line);
    });
    stream?.on("end", () => keep(rest));
  }
  return {
    tail: () => {
      const lines = tail.trimEnd().split("\n").slice(-TAIL_LINES);
      return tail.trim() === "" ? " It printed nothing." : ` The last lines that it printed:\n${lines.join("\n")}`;
    },
    close: () => new Promise((resolve) => (file === null ? resolve() : file.end(resolve))),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
