// @ts-check
/** Preloaded into a measured process. Reports its processor time in microseconds and its peak memory in KiB at exit. */
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  // On Linux, `maxRSS` includes the memory that the parent had when it started the process; VmHWM does not.
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const peak = Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? maxRSS);
  process.send?.({ cpu: userCPUTime + systemCPUTime, peak });
});
