/** The thread of `judge-in-thread.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import type { LibraryOptions } from "../judge-options.ts";
import type { FromThread } from "./judge-in-thread.ts";
import { judgeCases } from "./judged-cases.ts";

function answer(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

judgeCases(workerData as LibraryOptions).then(
  (run) => answer({ run }),
  (error: unknown) => answer({ fault: error instanceof Error ? error.message : String(error) }),
);
