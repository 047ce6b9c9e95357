/** The limits of a run, from the options. */
import type { LIMITS, ValuesOf } from "./rows.ts";
import { defined } from "../../result/defined.ts";
import { DEFAULT_LIMITS, type Limits, type Provider } from "../../http/provider.ts";

/** The options about limits, as parsed from the command line: times in milliseconds, sizes in bytes. */
export type LimitOptions = ValuesOf<typeof LIMITS>;

/** The concurrency, the rate and the limits of requests. */
export type Pacing = Pick<Provider, "concurrency" | "rate" | "limits">;

/** The limits of a run. */
export function givenLimits(options: LimitOptions): Limits {
  return {
    ...DEFAULT_LIMITS,
    connectMs: options.connectTimeout,
    requestMs: options.timeout,
    deadlineMs: options.deadline,
    rateLimitMs: options.maxWait,
    bodyBytes: options.maxBody,
    headerBytes: options.maxHeaders,
    evidenceBytes: options.maxEvidence,
  };
}

/** The limits and the rate of a run, at a given concurrency. */
export function givenPacing(options: LimitOptions & { readonly rate?: number }, concurrency: number): Pacing {
  const { rate } = options;
  return { concurrency, ...defined({ rate }), limits: givenLimits(options) };
}
