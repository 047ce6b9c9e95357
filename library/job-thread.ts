/** The thread of `judge-in-jobs.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { channelOf } from "./channel.ts";
import { type JobTask, doJob } from "./job-end.ts";

if (parentPort !== null) await doJob(channelOf(parentPort), workerData as JobTask);
