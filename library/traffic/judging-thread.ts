/** The thread of `judged-proxy.ts`. */
import { constants, platform, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { channelOf } from "../channel.ts";
import { type ProxyWishes, judgeAt } from "./judging-end.ts";

// The traffic comes first where there are fewer cores than work. Linux has a priority for each thread; elsewhere it would be that of the traffic as well.
if (platform() === "linux") setPriority(constants.priority.PRIORITY_LOW);
if (parentPort !== null) await judgeAt(channelOf(parentPort), workerData as ProxyWishes);
