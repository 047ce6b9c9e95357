/** Runs the command in a test, without access to the real terminal and environment. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "../io.ts";
import { run } from "../program.ts";

/** The exit status of a command, and its output. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as in a pipe: without a terminal, and only with the given environment. */
export async function command(argv: readonly string[], env: Io["env"] = {}, more: Partial<Io> = {}): Promise<Ran> {
  let [out, err] = ["", ""];
  const io: Io = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    env,
    columns: undefined,
    outIsTerminal: false,
    errIsTerminal: false,
    onInterrupt: () => () => undefined,
    ...more,
  };
  const status = await run(argv, io);
  return { status, out, err };
}

/** Creates a folder for the files of a test. */
export function folder(): string {
  return mkdtempSync(join(tmpdir(), "plant-store-"));
}
