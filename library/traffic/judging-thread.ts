/** The thread of `judged-proxy.ts`. */
import { constants, platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { channelOf } from "../channel.ts";
import { type ProxyWishes, judgeAt } from "./judging-end.ts";

// On a busy machine the traffic comes first. Linux has a priority per thread; elsewhere the traffic would get it, too.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_LOW);
if (parentPort !== null) await judgeAt(channelOf(parentPort), workerData as ProxyWishes);
