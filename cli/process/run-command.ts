/** Runs a command of the user for its output. */
import { defined } from "../../result/defined.ts";
import { unlessAborted } from "../../http/aborting.ts";
import { type GroupEnd, startGroup } from "./process-group.ts";

/** Its output, or why it cannot be used: in words, with the last line of its standard error. */
export interface CommandOutput {
  readonly output: string;
  readonly failure: string | null;
}

/** The limits of a command, and the signal that ends it early. */
export interface CommandLimits {
  readonly deadlineMs: number;
  readonly mostBytes: number;
  readonly signal: AbortSignal;
}

/** The most characters of its standard error to keep. */
const MOST_SAID = 4_096;

/**
 * Runs a shell command to its end, to its deadline, or until the signal is aborted. On a terminal it stays in this
 * process's group, so that it can ask questions there, and an interrupt from the keyboard reaches it.
 */
export async function outputOf(command: string, limits: CommandLimits): Promise<CommandOutput> {
  const { deadlineMs, mostBytes, signal } = limits;
  const isAtTerminal = process.stdin.isTTY;
  const { child, ended, closed, stop } = startGroup(command, {
    stdio: ["ignore", "pipe", "pipe"],
    ...defined({ detached: isAtTerminal ? false : undefined }),
  });
  const late = AbortSignal.timeout(deadlineMs);
  const tooMuch = new AbortController();
  let [output, said] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (Buffer.byteLength(output) > mostBytes) tooMuch.abort();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-MOST_SAID)));
  const whole = closed.then(() => ended);
  const end = await unlessAborted(() => whole, AbortSignal.any([signal, late, tooMuch.signal]), null);
  await stop(0);
  if (end !== null) return endedOf(end, output, said);
  if (signal.aborted) return failed("it was stopped, because the run had ended");
  return failed(
    late.aborted ? `it had not ended after ${deadlineMs / 1000} s` : `it printed more than ${mostBytes} bytes`,
  );
}

function failed(failure: string): CommandOutput {
  return { output: "", failure };
}

function endedOf({ code, signal, error }: GroupEnd, output: string, said: string): CommandOutput {
  if (code === 0) return { output, failure: null };
  if (error !== null) return failed(error.message);
  const last = said.trimEnd().split("\n").at(-1)?.slice(0, 200) ?? "";
  const how = signal ?? `exit status ${code}`;
  return failed(last === "" ? `it ended with ${how}` : `it ended with ${how} and said: ${last}`);
}
