/** Runs a command of the user's for what it prints. */
import { type ExecException, exec } from "node:child_process";

/** What it printed, or why it is of no use: in words, with the last line of its standard error. */
export interface CommandOutput {
  readonly output: string;
  readonly failure: string | null;
}

/** Runs a shell command to its end, or to its deadline in milliseconds. */
export function outputOf(
  command: string,
  { deadlineMs, mostBytes }: { readonly deadlineMs: number; readonly mostBytes: number },
): Promise<CommandOutput> {
  return new Promise((resolve) => {
    exec(command, { timeout: deadlineMs, maxBuffer: mostBytes, encoding: "utf8" }, (error, stdout, stderr) => {
      if (error === null) resolve({ output: stdout, failure: null });
      else resolve({ output: "", failure: reasonOf(error, stderr, deadlineMs) });
    });
  });
}

function reasonOf({ killed, signal, code }: ExecException, stderr: string, deadlineMs: number): string {
  if (killed === true) return `it had not ended after ${deadlineMs / 1000} s, or printed too much`;
  const last = stderr.trimEnd().split("\n").at(-1)?.slice(0, 200) ?? "";
  const end = typeof signal === "string" ? signal : `exit status ${code}`;
  return last === "" ? `it ended with ${end}` : `it ended with ${end} and said: ${last}`;
}
