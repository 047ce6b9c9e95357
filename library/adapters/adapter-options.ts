/** The options of the test adapters. */
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { AtUrl, Asked, OfApp, OfFetch } from "../library-options.ts";
import { time } from "../rule-kinds.ts";
import { requireUsable } from "../usable-options.ts";

/** What only a call of `judge` has. */
export type OfCallsOnly = "onProgress" | "signal" | "renewToken" | "fuzz";

/** The provider, its token, and what to ask of it, as for `judge`. */
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

/** Contracts follow the checks, which the deadline limits. */
const FOR_CONTRACTS_MS = 60_000;

/**
 * The options, if they can be used. A test file that calls an adapter with others fails when it is loaded.
 * @throws {TypeError} with what was given
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
