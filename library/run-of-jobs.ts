/** What all jobs of a run share: how far they are, the causes that they know, the token, and that they end together. */
import type { Redaction } from "../result/redact.ts";
import type { RunResult, Shard } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import { ENOUGH } from "../suites/run/stop.ts";
import type { JudgeOptions } from "./judge-options.ts";

/** The result of a job, or why there is none. */
export type JobEnd = { readonly result: RunResult } | { readonly lost: string };

/** A run, with the redaction that knows its secrets: a job may end with one in its message. */
export type RunOfJobs = Omit<JudgeOptions, "jobs"> & { readonly redaction: Redaction };

/** The run, as each job sees it. */
export interface SharedRun {
  /** Aborted when every job is to end. */
  readonly ended: AbortSignal;
  readonly end: () => void;
  /** Why the run ended early, in a sentence; null if it did not. */
  readonly stopped: () => string | null;
  /** A job has ended: where it ended early, so do the others. */
  readonly noteEnd: (shard: Shard, ended: JobEnd) => void;
  readonly noteProgress: (shard: Shard, progress: Progress) => void;
  readonly noteCauses: (causes: readonly string[]) => void;
  readonly renew: () => Promise<string>;
}

/** What the jobs of a run share, as none of them has begun. */
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

/** How far all jobs are together. */
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
