#!/usr/bin/env node
/** Binds the command to the process: arguments, streams, signals and the exit status. */
import { writeSync } from "node:fs";
import { redactionOf } from "../result/redact.ts";
import { EXIT, type Io } from "./io.ts";
import { run } from "./program.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Milliseconds in which an interrupt that comes again is the same: npm and npx hand on what a terminal has sent to both.
 */
const SAME_MS = 200;

// A reader may stop reading, as `head` does: the run goes on, its reports are written, and its exit status holds.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error) => {
    if (Reflect.get(error, "code") !== "EPIPE") throw error;
  });
}

let interruptedAt: number | null = null;

/** The first ends what goes on in order, the second at once. */
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

const redaction = redactionOf();
const io: Io = {
  redaction,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  columns: process.stdout.columns,
  outIsTerminal: process.stdout.isTTY,
  errIsTerminal: process.stderr.isTTY,
  onInterrupt: (callback) => {
    const listener = (): void => interrupt(callback);
    for (const signal of SIGNALS) process.on(signal, listener);
    return () => {
      // After an interrupt the last things are written, and another one may end that.
      if (interruptedAt !== null) return;
      for (const signal of SIGNALS) process.off(signal, listener);
    };
  },
};

// The status is set and not forced: what has been written to a pipe is still read to its end.
try {
  process.exitCode = await run(process.argv.slice(2), io);
  // Whatever an interrupt cut off, it does not hold the process.
  if (interruptedAt !== null) process.stdout.write("", () => process.exit());
} catch (error) {
  // A fault of the suite is no fault of the provider: nothing was judged.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`A fault of the suite itself: ${redaction.safely(message)}\n`);
  process.exitCode = EXIT.inconclusive;
}
