/** The suite as a library: judge a provider from your own tests, and get the result as a value. */
export { judge } from "./public-judge.ts";
export { type JudgeStep, judgeInSteps } from "./judge-in-steps.ts";
export type { LibraryOptions as JudgeOptions } from "./library-options.ts";
export type { App, FastifyApp, FetchApp, NodeListener } from "./loopback.ts";
export type { FetchHandler } from "./fetch-bridge.ts";
export { BaseUrlError, type Limits } from "../http/provider.ts";
export type { Progress } from "../suites/run/run-checks.ts";
export { SelectionError } from "../suites/checks/select.ts";
export type {
  RunResult,
  FuzzReport,
  CheckResult,
  RequirementResult,
  Exchange,
  Finding,
  Waiver,
} from "../result/result.ts";
