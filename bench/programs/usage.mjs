// @ts-check
/** Preloaded into a measured process: at its end it reports what it used, times in microseconds, memory in KiB. */
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  // Linux counts what the parent had at the start of the process into the one, and not into the other.
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const peak = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? maxRSS);
  process.send?.({ cpu: userCPUTime + systemCPUTime, peak });
});
