/** Judges a provider in a thread. An application is served in this one, where it is. */
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { whileServed } from "../while-served.ts";
import type { UsableOptions } from "./adapter-options.ts";
import type { JudgedRun } from "./judged-cases.ts";

/** What the thread answers with. */
export type FromThread = { readonly run: JudgedRun } | { readonly fault: string };

/**
 * Judges a provider, by a thread that loads this package as Node does. Timers and modules that a test runner replaces in
 * this one stay as they are there.
 * @throws {TypeError} when the options cannot be used
 */
export function judgeInThread(options: UsableOptions["judging"]): Promise<JudgedRun> {
  const { app: _app, fetch: _fetch, basePath: _basePath, ...asked } = options;
  return whileServed(options, async ({ url, signal }) => {
    const thread = new Worker(fileURLToPath(new URL("./judge-thread.js", import.meta.url)), {
      workerData: { ...asked, url },
      execArgv: [],
    });
    signal.addEventListener("abort", () => void thread.terminate(), { once: true });
    const [answer] = (await once(thread, "message", { signal })) as [FromThread];
    await thread.terminate();
    if ("fault" in answer) throw new TypeError(answer.fault);
    return answer.run;
  });
}
