/** The suite as a library: judge a provider from a test of your own, and tell the result. */
import { DEFAULT_LIMITS, type Limits, type Provider, parseBaseUrl } from "../http/provider.ts";

export { type JudgeOptions, judgeProvider } from "./judge-provider.ts";
export type { Provider, Limits } from "../http/provider.ts";
export type {
  RunResult,
  FuzzReport,
  CheckResult,
  RequirementResult,
  Exchange,
  Finding,
  Waiver,
} from "../result/result.ts";

/**
 * A provider by its base URL and token, with the usual limits where no others are given.
 * @throws {BaseUrlError} when the base URL cannot be one
 */
export function providerAt(baseUrl: string, token: string, limits: Partial<Limits> = {}): Provider {
  return { baseUrl: parseBaseUrl(baseUrl), token, concurrency: 4, limits: { ...DEFAULT_LIMITS, ...limits } };
}
