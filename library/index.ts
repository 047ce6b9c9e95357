/** The suite as a library: judge a provider from your own tests, and get the result as a value. */
export { type JudgeOptions, judge } from "./judge-provider.ts";
export { BaseUrlError, type Limits } from "../http/provider.ts";
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
