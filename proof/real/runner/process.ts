/** Child processes with a deadline, ended together with everything that they started. */
import { type GroupEnd, startGroup } from "../../../cli/process/process-group.ts";
import { unlessAborted } from "../../../http/abortable.ts";
import type { Command } from "../ecosystem.ts";

/** The folder and environment of a command, and its time limit. */
export interface ProcessSurroundings {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** How a command ended. `output` is the last part of what it printed. */
export type Ended =
  | { readonly how: "succeeded" }
  | { readonly how: "failed"; readonly output: string }
  | { readonly how: "not-found" }
  | { readonly how: "out-of-time" };

/** A process that runs until it is stopped. */
interface Started {
  /** Resolves when it has ended for any reason, with the last part of what it printed. */
  readonly ended: Promise<Ended>;
  /** Ends it and everything that it started. Resolves when they are gone. */
  readonly stop: () => Promise<void>;
}

/** How much of a process's output is kept. */
const OUTPUT_LIMIT = 4_000;
/** How long a process may take to end after it is told to. */
const GRACE_MS = 3_000;

/** Runs a command to its end. */
export async function run(command: Command, place: ProcessSurroundings): Promise<Ended> {
  if (place.signal.aborted) return { how: "out-of-time" };
  const { ended, stop } = start(command, place);
  const first = await unlessAborted(() => ended, place.signal, { how: "out-of-time" } as const);
  await stop();
  return first;
}

/** Starts a command. Processes that it starts end with it. */
export function start(command: Command, { folder, environment }: Omit<ProcessSurroundings, "signal">): Started {
  const group = startGroup(command, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const keep = (data: Buffer): unknown => (output = (output + data.toString()).slice(-OUTPUT_LIMIT));
  group.child.stdout?.on("data", keep);
  group.child.stderr?.on("data", keep);
  return { ended: group.ended.then((end) => endedOf(end, output)), stop: () => group.stop(GRACE_MS) };
}

function endedOf({ code, error }: GroupEnd, output: string): Ended {
  if (error !== null) {
    return Reflect.get(error, "code") === "ENOENT" ? { how: "not-found" } : { how: "failed", output: error.message };
  }
  return code === 0 ? { how: "succeeded" } : { how: "failed", output };
}
