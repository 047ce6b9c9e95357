/** `--jobs`: how many threads a run with fuzzing is split over. */
import type { JudgeOptions } from "../../library/judge-options.ts";
import { UsageError } from "../io.ts";
import type { TypedOption } from "./repeated-options.ts";

/** The option, and the options that limit it. */
export interface JobsOptions {
  readonly jobs?: number;
  readonly fuzz?: number;
  readonly shard?: string;
  readonly start?: string;
  readonly verbose: boolean;
  readonly concurrency: number;
  readonly rate?: number;
  readonly typed: readonly TypedOption[];
}

/**
 * The number of jobs. A value from a file is ignored for runs that cannot have jobs, because all runs share the file.
 * @throws {UsageError} when it was typed but has no effect, or exceeds the limits
 */
export function givenJobs(options: JobsOptions): Pick<JudgeOptions, "jobs"> {
  const { jobs = 1, concurrency, rate = Infinity } = options;
  if (jobs === 1) return {};
  const why = withoutEffect(options);
  if (why !== null) {
    if (options.typed.some(({ name }) => name === "--jobs")) throw new UsageError(why);
    return {};
  }
  // Each job needs at least one concurrent request, and one request a second.
  const least = jobs > concurrency ? "--concurrency" : jobs > rate ? "--rate" : null;
  if (least !== null) {
    throw new UsageError(`--jobs ${jobs} shares ${least} out; give ${least} ${jobs} or more, or fewer jobs`);
  }
  return { jobs };
}

function withoutEffect({ fuzz, shard, start, verbose }: JobsOptions): string | null {
  if (fuzz === undefined) return "--jobs has no effect without --fuzz; give both, or leave it out";
  if (shard !== undefined) return "--jobs cannot be used with --shard; make more shards, or leave one of them out";
  if (start !== undefined) {
    return "--jobs cannot be used with --start, which starts the provider again for one job only; start it before the run";
  }
  return verbose
    ? "--jobs cannot be used with --verbose, because jobs do not report each exchange; leave one out"
    : null;
}
