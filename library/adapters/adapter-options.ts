/** The options of the test adapters. */
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { Asked, AtUrl, OfApp, OfFetch } from "../judge-options.ts";
import { time, requireUsable } from "../option-rules.ts";

/** The options that only `judge` has, not the adapters. */
export type OfCallsOnly = "onProgress" | "signal" | "renewToken" | "fuzz";

/** The options of `judge`: the provider, its token and what to judge. And a time limit. */
export type AdapterOptions = Omit<Asked, OfCallsOnly> & {
  /** How long the run may take, in milliseconds. By default a minute longer than `limits.deadlineMs`. */
  readonly timeout?: number;
} & (AtUrl | OfApp | OfFetch);

/** The options of `judge`, and how long the run may take. */
export interface UsableOptions {
  readonly judging: Omit<Asked, OfCallsOnly> & (AtUrl | OfApp | OfFetch);
  readonly timeout: number;
}

const OF_CALLS_ONLY: readonly OfCallsOnly[] = ["onProgress", "signal", "renewToken", "fuzz"];

/** The time for contracts. The deadline limits only the checks, which run before them. */
const FOR_CONTRACTS_MS = 60_000;

/**
 * Returns valid options. With invalid options, the test file that calls the adapter fails when it is loaded.
 * @throws {TypeError} when an option is invalid; the message quotes it
 */
export function usableOptions(options: AdapterOptions): UsableOptions {
  const { timeout, ...judging } = Object(options) as AdapterOptions;
  for (const name of OF_CALLS_ONLY) {
    if (Object.hasOwn(judging, name)) throw new TypeError(`A test adapter has no option "${name}"; call judge with it`);
  }
  requireUsable(judging);
  const fault = timeout === undefined ? null : time(timeout, "timeout");
  if (fault !== null) throw new TypeError(fault);
  return { judging, timeout: timeout ?? (judging.limits?.deadlineMs ?? DEFAULT_LIMITS.deadlineMs) + FOR_CONTRACTS_MS };
}
