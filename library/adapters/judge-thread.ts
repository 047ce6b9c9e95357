/** The thread of `jest.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import type { ForThread, FromThread } from "./jest.ts";
import { judgeCases } from "./adapter-outcomes.ts";

function answer(message: FromThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort?.postMessage(message);
}

const { judging, isServed } = workerData as ForThread;

judgeCases(judging, isServed).then(
  (run) => answer({ run }),
  (error: unknown) => answer({ fault: error instanceof Error ? error.message : String(error) }),
);
