/** A whole run: in this thread, or split over jobs. */
import type { RunResult } from "../result/result.ts";
import type { JudgeOptions } from "./judge-options.ts";
import { judge } from "./judge-provider.ts";

/** Judges a provider in as many jobs as the options say. The code for jobs is loaded only for more than one. */
export async function judgeWhole(options: JudgeOptions): Promise<RunResult> {
  const { jobs = 1, ...asked } = options;
  if (jobs === 1) return judge(asked);
  const { judgeInJobs } = await import("./judge-in-jobs.ts");
  return judgeInJobs(asked, jobs);
}
