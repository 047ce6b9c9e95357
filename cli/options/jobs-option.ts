/** `--jobs`: how many threads a run with fuzzing is split over. */
import type { JudgeOptions } from "../../library/judge-options.ts";
import { UsageError } from "../io.ts";
import type { TypedOption } from "./repeated-options.ts";

/** The option, and what it does not go with. */
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
 * The number of jobs. From a file it applies to the runs that can have jobs, because one file serves every run.
 * @throws {UsageError} where it was typed and has no effect, or where there are more jobs than the limits allow
 */
export function givenJobs(options: JobsOptions): Pick<JudgeOptions, "jobs"> {
  const { jobs = 1, concurrency, rate = Infinity } = options;
  if (jobs === 1) return {};
  const why = withoutEffect(options);
  if (why !== null) {
    if (options.typed.some(({ name }) => name === "--jobs")) throw new UsageError(why);
    return {};
  }
  // Each job sends at least one request at a time, and one a second.
  const least = jobs > concurrency ? "--concurrency" : jobs > rate ? "--rate" : null;
  if (least !== null) {
    throw new UsageError(`--jobs ${jobs} shares ${least} out; give ${least} ${jobs} or more, or fewer jobs`);
  }
  return { jobs };
}

function withoutEffect({ fuzz, shard, start, verbose }: JobsOptions): string | null {
  if (fuzz === undefined) return "--jobs has no effect without --fuzz; give both, or leave it out";
  if (shard !== undefined) return "--jobs does not go with --shard; make more shards, or leave one of them out";
  if (start !== undefined) {
    return "--jobs does not go with --start, which starts the provider again for one job only; start it before the run";
  }
  return verbose ? "--jobs does not go with --verbose, because jobs do not report each exchange; leave one out" : null;
}
