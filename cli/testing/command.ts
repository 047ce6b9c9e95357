/** The command as a test runs it, in its own world. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Io } from "../io.ts";
import { run } from "../program.ts";

/** How a command ended, and what it printed. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a person in a pipe would: no terminal, an environment of its own. */
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

/** A new folder for what a test writes. */
export function folder(): string {
  return mkdtempSync(join(tmpdir(), "plant-store-"));
}
