/** The state that all jobs of a run share: the progress, the causes found, the token, and the signal to end. */
import type { Redaction } from "../result/redact.ts";
import type { RunResult, Shard } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import { ENOUGH } from "../suites/run/stop.ts";
import type { JudgeOptions } from "./judge-options.ts";

/** The result of a job, or why there is none. */
export type JobEnd = { readonly result: RunResult } | { readonly lost: string };

/** The options of a run, and its redaction: the message of a failed job may contain a secret. */
export type RunOfJobs = Omit<JudgeOptions, "jobs"> & { readonly redaction: Redaction };

/** The shared state of a run, for its jobs. */
export interface SharedRun {
  /** Aborted when every job is to end. */
  readonly ended: AbortSignal;
  readonly end: () => void;
  /** Why the run ended early, in a sentence; null if it did not. */
  readonly stopped: () => string | null;
  /** Notes that a job has ended. If it ended early, the others end, too. */
  readonly noteEnd: (shard: Shard, ended: JobEnd) => void;
  readonly noteProgress: (shard: Shard, progress: Progress) => void;
  readonly noteCauses: (causes: readonly string[]) => void;
  readonly renew: () => Promise<string>;
}

/** Makes the shared state of a run, before its jobs start. */
export function openSharedRun({ failFast, onProgress, renewToken, redaction }: RunOfJobs): SharedRun {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  let stopped: string | null = null;
  const far = new Map<number, Progress>();
  const causes = new Set<string>();
  return {
    ended: ended.signal,
    end,
    stopped: () => stopped,
    noteEnd: ({ index, of }, one) => {
      if ("lost" in one) {
        stopped ??= `Job ${index} of ${of} ended without a result: ${redaction.safely(one.lost)}.`;
      } else if (!one.result.complete) {
        stopped ??= one.result.shard?.stopped?.reason ?? "The run ended early.";
        end();
      }
    },
    noteProgress: ({ index }, progress) => {
      far.set(index, progress);
      onProgress?.({ ...together([...far.values()]), last: progress.last });
    },
    noteCauses: (known) => {
      for (const cause of known) causes.add(cause);
      if (failFast === undefined || causes.size < failFast) return;
      stopped ??= ENOUGH.reason;
      end();
    },
    renew: async () => {
      if (renewToken === undefined) throw new Error("there is no other token");
      const token = await renewToken(ended.signal);
      redaction.add(token);
      return token;
    },
  };
}

/** The progress of all jobs together. */
function together(all: readonly Progress[]): Omit<Progress, "last"> {
  const sum = (figure: (progress: Progress) => number): number => all.reduce((one, other) => one + figure(other), 0);
  const fuzz = { done: sum((one) => one.fuzz?.done ?? 0), of: sum((one) => one.fuzz?.of ?? 0) };
  return {
    checksDone: sum(({ checksDone }) => checksDone),
    checks: sum(({ checks }) => checks),
    exchanges: sum(({ exchanges }) => exchanges),
    ...(fuzz.of === 0 ? {} : { fuzz }),
  };
}
