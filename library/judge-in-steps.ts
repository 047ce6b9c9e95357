/** Judging as something to loop over: each step as it happens, and the result as the last of them. */
import { ReadableStream } from "node:stream/web";
import type { RunResult } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import type { LibraryOptions } from "./library-options.ts";
import { judge } from "./public-judge.ts";
import { requireUsable } from "./usable-options.ts";

/** An exchange, with how far the run is, or the end of the run. */
export type JudgeStep =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "result"; readonly result: RunResult };

/**
 * Judges a provider as `judge` does, and yields a step for each exchange and a last one with the result. Leaving the loop
 * before it ends the run; the loop is left once everything that the run opened is closed.
 * @throws {TypeError} from the loop, for wrong usage, as `judge` does
 * @example
 * for await (const step of judgeInSteps({ url: "http://127.0.0.1:8080", token: "secret" })) {
 *   if (step.kind === "progress") console.log(`${step.checksDone} of ${step.checks} checks`);
 *   else console.log(step.result.verdict);
 * }
 */
export function judgeInSteps(options: LibraryOptions): AsyncIterable<JudgeStep> {
  const left = new AbortController();
  let ended: Promise<void> = Promise.resolve();
  return new ReadableStream<JudgeStep>({
    start(controller) {
      const add = (step: JudgeStep): void => {
        if (!left.signal.aborted) controller.enqueue(step);
      };
      const close = (): void => {
        if (!left.signal.aborted) controller.close();
      };
      const judged = async (): Promise<RunResult> => judge(inSteps(options, left.signal, add));
      ended = judged()
        .then((result) => add({ kind: "result", result }))
        .then(close, (error: unknown) => controller.error(error));
    },
    async cancel() {
      left.abort();
      await ended;
    },
  });
}

/**
 * The options, so that steps are added and the run ends with the loop.
 * @throws {TypeError} when the options cannot be used
 */
function inSteps(options: LibraryOptions, left: AbortSignal, add: (step: JudgeStep) => void): LibraryOptions {
  requireUsable(options);
  const { signal, onProgress } = options;
  return {
    ...options,
    signal: signal === undefined ? left : AbortSignal.any([signal, left]),
    onProgress: (progress) => {
      onProgress?.(progress);
      add({ kind: "progress", ...progress });
    },
  };
}
