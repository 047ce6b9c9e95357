/**
 * The worker's end of a channel. It does a job: one shard of a run, in its own thread or in the thread that started it.
 */
import type { RunResult, Shard } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import type { Channel } from "./channel.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { judgeOnce } from "./judge-provider.ts";

/** Options that a job does not get, because a thread cannot receive them or because they concern the whole run. */
type NotOfJob =
  | "renewToken"
  | "contracts"
  | "signal"
  | "clock"
  | "redaction"
  | "process"
  | "failure"
  | "onProgress"
  | "onCauses";

/** A job in a form that a thread can receive. */
export interface JobTask {
  readonly judging: Omit<JudgeOptions, NotOfJob | "jobs" | "baseline" | "failOnRegression" | "shard"> & {
    readonly shard: Shard;
  };
  /** Whether the job can ask for another token. */
  readonly canRenew: boolean;
  /** Whether the job reports its progress. */
  readonly isWatched: boolean;
}

/** A message to a job: the request to end, another token, or the reason why there is none. */
export type ToJob = { readonly end: true } | { readonly token: string } | { readonly noToken: string };

/**
 * A message from a job: its progress, the causes found, a request for another token, its result, or why it has none.
 */
export type FromJob =
  | { readonly progress: Progress }
  | { readonly causes: readonly string[] }
  | { readonly needsToken: true }
  | { readonly result: RunResult }
  | { readonly fault: string };

/** The shortest time between two messages about the progress, in milliseconds. */
const PACE = 50;

/** Judges the shard of a task and sends messages about it to the channel. */
export async function doJob({ on, post }: Channel<FromJob>, task: JobTask): Promise<void> {
  const ended = new AbortController();
  const tokens: { readonly take: (token: string) => void; readonly fail: (error: Error) => void }[] = [];
  on("message", (value) => {
    const message = value as ToJob;
    if ("end" in message) return ended.abort();
    const waiting = tokens.shift();
    if ("token" in message) waiting?.take(message.token);
    else waiting?.fail(new Error(message.noToken));
  });
  const renewToken = (): Promise<string> =>
    new Promise((take, fail) => {
      tokens.push({ take, fail });
      post({ needsToken: true });
    });
  const { judging, canRenew, isWatched } = task;
  try {
    const result = await judgeOnce({
      ...judging,
      signal: ended.signal,
      ...(canRenew ? { renewToken } : {}),
      ...(isWatched ? { onProgress: nowAndThen((progress) => post({ progress })) } : {}),
      onCauses: (causes) => post({ causes }),
    });
    post({ result });
  } catch (error) {
    post({ fault: error instanceof Error ? error.message : String(error) });
  }
}

/** Passes on the part of the progress that can be sent, and seldom enough that it costs no time. */
function nowAndThen(pass: (progress: Progress) => void): (progress: Progress) => void {
  let passedAt = -PACE;
  return (progress) => {
    const now = performance.now();
    if (now - passedAt < PACE) return;
    passedAt = now;
    const { clean: _, ...last } = progress.last;
    pass({ ...progress, last });
  };
}
