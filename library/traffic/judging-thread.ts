/** The thread of `judged-proxy.ts`. */
import { platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { type ProxyWishes, channelOf, judgeAt } from "./judging-end.ts";

/** How far the judging steps back where there are fewer cores than work: the traffic comes first. */
const NICE = 5;

// Linux has a priority for each thread; elsewhere it would be that of the traffic as well.
if (platform() === "linux") setPriority(NICE);
if (parentPort !== null) await judgeAt(channelOf(parentPort), workerData as ProxyWishes);
