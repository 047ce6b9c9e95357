/** Runs a tool of any language to its end and observes its memory. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";

export interface PeerCost {
  readonly wallMs: number;
  /** The peak of its largest process; 0 if the system does not report it (only Linux does). */
  readonly peakMiB: number;
  readonly status: number | null;
}

/** The milliseconds between two readings. The system keeps the peak of each process, so little is missed. */
const LOOK = 25;

/** Runs a command. @throws {Error} if it cannot be started */
export async function runPeer(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<PeerCost> {
  const [file = "", ...args] = command;
  const startedAt = performance.now();
  const child = spawn(file, args, { ...options, stdio: "ignore" });
  let peakMiB = 0;
  const timer = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child.pid))), LOOK);
  try {
    const [status] = (await once(child, "exit")) as [number | null];
    return { wallMs: performance.now() - startedAt, peakMiB, status };
  } finally {
    clearInterval(timer);
  }
}

/** The greatest peak of a process and its children, in MiB; 0 if the system does not report it. */
function peakOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const own = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
    return Math.max(own, ...children.map((child) => peakOf(Number(child))));
  } catch {
    return 0;
  }
}
