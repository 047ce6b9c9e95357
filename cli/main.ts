#!/usr/bin/env node
/** Binds the command to the process: arguments, streams, signals and the exit status. */
import { EXIT, type Io } from "./io.ts";
import { run } from "./program.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  columns: process.stdout.columns,
  outIsTerminal: process.stdout.isTTY,
  errIsTerminal: process.stderr.isTTY,
  onInterrupt: (callback) => {
    for (const signal of SIGNALS) process.on(signal, callback);
    return () => {
      for (const signal of SIGNALS) process.off(signal, callback);
    };
  },
};

// The status is set and not forced: what has been written to a pipe is still read to its end.
try {
  process.exitCode = await run(process.argv.slice(2), io);
} catch (error) {
  // A fault of the suite accuses nobody: nothing was judged.
  process.stderr.write(
    `A fault of the suite itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exitCode = EXIT.inconclusive;
}
