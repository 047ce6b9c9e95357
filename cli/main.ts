#!/usr/bin/env node
/** Binds the command to the process: arguments, streams, signals and the exit status. */
import { fstatSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { isSea } from "node:sea";
import { redactionOf } from "../result/redact.ts";
import { EXIT, type Io, UsageError, faultSentence, streamSentence } from "./io.ts";
import { programName, run } from "./program.ts";

/** Sent by the keyboard, a supervisor or a closing terminal. Unhandled, each would leave a started provider running. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Interrupts within this time in milliseconds count as one: a terminal sends one to npm, too, which passes it on. */
const SAME_MS = 200;

const redaction = redactionOf();
let hasAsked = false;

/** Ends the command at once, with a sentence on a stream that works, and a status that is not a verdict. */
function endWith(sentence: string, descriptors: readonly number[], status: number): never {
  for (const descriptor of descriptors) {
    try {
      writeSync(descriptor, `${sentence}\n`);
      break;
    } catch {
      // This may be the broken stream; the next descriptor may work.
    }
  }
  process.exit(status);
}

const faultStatus = (): number => (hasAsked ? EXIT.inconclusive : EXIT.usage);

for (const [stream, name, other] of [
  [process.stdout, "Standard output", 2],
  [process.stderr, "Standard error", 1],
] as const) {
  stream.on("error", (error) => {
    // A reader may stop reading, as `head` does. The run continues, writes its reports and keeps its exit status.
    // The error of a closed terminal is EIO.
    const code: unknown = Reflect.get(error, "code");
    const isGone = code === "EPIPE" || (code === "EIO" && stream.isTTY);
    if (!isGone) endWith(streamSentence(name, error, redaction), [other], EXIT.inconclusive);
  });
}

// Both are faults of the suite: everything that a provider does becomes an outcome.
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => endWith(faultSentence(error, redaction), [2, 1], faultStatus()));
}

let interruptedAt: number | null = null;

/** The first interrupt ends the work in order, the second one at once. */
function interrupt(callback: () => void): void {
  const now = performance.now();
  if (interruptedAt === null) {
    interruptedAt = now;
    callback();
  } else if (now - interruptedAt > SAME_MS) {
    writeSync(2, "Interrupted again: ended at once, reports may be missing.\n");
    process.exit(EXIT.inconclusive);
  }
}

/** Asks on standard error: standard output has only the output. @throws {UsageError} when the terminal is closed */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise((resolve, reject) => {
      lines.on("close", () => reject(new UsageError("\nThe question was not answered, and nothing was written")));
      lines.question(question, resolve);
    });
  } finally {
    lines.close();
  }
}

/** Reports keys of a terminal, or lines without one. Starts to read standard input. */
function keys(listener: (key: string) => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) {
    const lines = createInterface({ input: stdin });
    lines.on("line", (line) => listener(line.trim().slice(0, 1)));
    return () => lines.close();
  }
  const onData = (text: Buffer): void => listener(text.toString().slice(0, 1));
  stdin.setRawMode(true).on("data", onData).resume();
  return () => stdin.off("data", onData).setRawMode(false).pause();
}

function isPipe(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
}

const io: Io = {
  redaction,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  columns: process.stdout.columns,
  outIsTerminal: process.stdout.isTTY,
  outIsPipe: isPipe(1),
  errIsTerminal: process.stderr.isTTY,
  keys,
  input: () => process.stdin as AsyncIterable<Uint8Array>,
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  program: programName(process.argv[1] ?? "", process.env["npm_config_user_agent"], process.cwd()),
  ...(isSea() ? { isExecutable: true } : {}),
  onAsking: () => (hasAsked = true),
  onInterrupt: (callback) => {
    const listener = (): void => interrupt(callback);
    for (const signal of SIGNALS) process.on(signal, listener);
    return () => {
      // After an interrupt, the reports are still written, and a second interrupt may end that.
      if (interruptedAt !== null) return;
      for (const signal of SIGNALS) process.off(signal, listener);
    };
  },
};

// Sets the status without `exit`, so that a pipe's reader still gets all output.
// A function, because the executable is CommonJS, which has no await outside of one.
const ended = async (): Promise<void> => {
  try {
    process.exitCode = await run(process.argv.slice(2), io);
    // Work that an interrupt cut off must not keep the process running.
    if (interruptedAt !== null) process.stdout.write("", () => process.exit());
  } catch (error) {
    endWith(faultSentence(error, redaction), [2, 1], faultStatus());
  }
};
void ended();
