/** Starts a stack's server on a free port and waits until it answers. */
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../../http/testing/free-port.ts";
import type { Command, ProcessStack } from "../ecosystem.ts";
import type { Running } from "../stack.ts";
import { type Ended, type ProcessSurroundings, start } from "./process.ts";

/** A server that answers, or the reason why there is none. */
export type Served = { readonly running: Running } | { readonly ended: Ended };

const PAUSE_MS = 100;

/**
 * Starts the server with an empty store. It gets its port in PORT, because most servers cannot report a port that the
 * system chose.
 */
export async function serve(
  { run }: Pick<ProcessStack, "run">,
  place: ProcessSurroundings,
  token: string,
): Promise<Served> {
  const port = await freePort();
  const environment = { ...place.environment, PORT: String(port), PLANT_STORE_TOKEN: token };
  return serveAt(port, run, { ...place, environment });
}

/** Starts a command that serves a port, and waits until it answers there. */
export async function serveAt(port: number, command: Command, place: ProcessSurroundings): Promise<Served> {
  const { ended, stop } = start(command, place);
  const url = `http://127.0.0.1:${port}`;
  let end: Ended | undefined;
  void ended.then((how) => (end = how));
  while (!(await answers(url))) {
    if (end !== undefined) return { ended: end };
    if (place.signal.aborted) {
      await stop();
      return { ended: { how: "out-of-time" } };
    }
    await pause(PAUSE_MS);
  }
  return { running: { url, stop } };
}

/** Any answer is enough. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: "manual" });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
