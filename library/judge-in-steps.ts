/** Judging as an async iterable: each step as it happens, and the result as the last step. */
import { ReadableStream } from "node:stream/web";
import type { RunResult } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import type { LibraryOptions } from "./judge-options.ts";
import { judge } from "./public-judge.ts";
import { requireUsable } from "./option-rules.ts";

/** One step of a run: an exchange with the progress so far, or the end with the result. */
export type JudgeStep =
  | ({ readonly kind: "progress" } & Progress)
  | { readonly kind: "result"; readonly result: RunResult };

/**
 * Judges a provider like `judge`. Yields one step per exchange, and a last step with the result. If you leave the loop
 * early, the run ends, and the loop closes everything that the run opened before it returns.
 * @throws {TypeError} in the loop, for wrong usage, like `judge`
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
 * Returns options with which the run adds its steps, and ends when the loop ends.
 * @throws {TypeError} when an option is invalid
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
