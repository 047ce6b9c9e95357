/** The end of a channel at which a job is done: a shard of a run, in a thread of its own or in the one that started it. */
import type { RunResult, Shard } from "../result/result.ts";
import type { Progress } from "../suites/run/run-checks.ts";
import type { Channel } from "./channel.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { judgeOnce } from "./judge-provider.ts";

/** What stays where the job was started: what cannot be sent to a thread, and what is about the whole run. */
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

/** A job, as it can be sent to a thread. */
export interface JobTask {
  readonly judging: Omit<JudgeOptions, NotOfJob | "jobs" | "baseline" | "failOnRegression" | "shard"> & {
    readonly shard: Shard;
  };
  /** Another token can be asked for. */
  readonly canRenew: boolean;
  /** The progress is wanted. */
  readonly isWatched: boolean;
}

/** What is sent to a job: that it is to end, another token, or why there is none. */
export type ToJob = { readonly end: true } | { readonly token: string } | { readonly noToken: string };

/** What a job sends: how far it is, the causes that it knows, that it needs another token, its result, or why there is none. */
export type FromJob =
  | { readonly progress: Progress }
  | { readonly causes: readonly string[] }
  | { readonly needsToken: true }
  | { readonly result: RunResult }
  | { readonly fault: string };

/** Milliseconds between two messages about the progress. */
const PACE = 50;

/** Judges the shard of a task, and says so at the channel. */
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

/** Passes on what can be sent of the progress, so seldom that it takes no time. */
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
