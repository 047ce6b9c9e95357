/** Judges a provider in a thread. An application is served in that of the caller, because it exists only there. */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { JudgeOptions } from "../judge-options.ts";
import { whileServed } from "../serve-application.ts";
import type { UsableOptions } from "./register-tests.ts";
import type { JudgedRun } from "./adapter-outcomes.ts";

/** What the thread is given: the options with the address, and whether an application is served there for the run. */
export interface ForThread {
  readonly judging: JudgeOptions;
  readonly isServed: boolean;
}

/** The message from the thread: the judged run, or the fault that ended it. */
export type FromThread = { readonly run: JudgedRun } | { readonly fault: string };

/** Judges with Node's own loader: timers and modules that a test runner replaces are the original ones there. */
export function judgeInThread(options: UsableOptions["judging"]): Promise<JudgedRun> {
  const { app: _app, fetch: _fetch, basePath: _basePath, ...asked } = options;
  return whileServed(options, async ({ url, signal }) => {
    const thread = new Worker(fileURLToPath(new URL("./judge-thread.js", import.meta.url)), {
      workerData: { judging: { ...asked, url }, isServed: options.url === undefined } satisfies ForThread,
      execArgv: [],
    });
    signal.addEventListener("abort", () => void thread.terminate(), { once: true });
    const [answer] = (await once(thread, "message", { signal })) as [FromThread];
    await thread.terminate();
    if ("fault" in answer) throw new TypeError(answer.fault);
    return answer.run;
  });
}
