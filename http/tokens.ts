/** The token of a run, which may expire and be fetched again. */
import { untilAborted } from "./aborting.ts";
import type { Provider } from "./provider.ts";

/** The effect of an answer on the token: it is kept, it was replaced, or fetching another one failed. */
export type Renewal = "kept" | "renewed" | { readonly failed: string };

/** A token that a request was sent with, and the status of the answer. */
export interface UsedToken {
  readonly token: string;
  /** Whether the request had it in a well-formed Authorization header. */
  readonly wasSent: boolean;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
}

export interface Tokens {
  readonly current: () => string;
  /** Fetches another token if this one worked before and was now refused with 401 (RFC 6750 section 3.1). */
  readonly renewAfter: (used: UsedToken) => Promise<Renewal>;
}

/** Options of the token of a run. */
export interface RenewalOptions {
  /** Aborted when the run has ended. */
  readonly ended: AbortSignal;
  /** Called with each token that was fetched, before it is used. */
  readonly onToken: (token: string) => void;
  /** Whether the first token is known to work. Otherwise it is replaced only after it was accepted once. */
  readonly hasWorked?: boolean;
}

/** The most renewals in a run. They are limited because a provider may answer 401 for other reasons. */
const MOST_RENEWALS = 5;

/**
 * Holds the token of a run. Concurrent requests share one renewal, and nothing waits for it once the run has ended. A
 * renewal that fails gives the message of the error, which may contain secrets.
 */
export function openTokens(
  { token, renewToken }: Pick<Provider, "token" | "renewToken">,
  { ended, onToken, hasWorked = false }: RenewalOptions,
): Tokens {
  let current = token;
  let renewals = 0;
  const worked = new Set(hasWorked ? [token] : []);
  let fetching: Promise<Renewal> | null = null;

  const fetchOne = async (renew: (ended: AbortSignal) => Promise<string>): Promise<Renewal> => {
    if (renewals === MOST_RENEWALS) return "kept";
    renewals += 1;
    try {
      const next = await untilAborted(() => renew(ended), ended);
      onToken(next);
      current = next;
      return "renewed";
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    current: () => current,
    renewAfter: async (used) => {
      if (used.status === 200) worked.add(used.token);
      const isRefused = used.status === 401 && used.wasSent;
      if (renewToken === undefined || !isRefused || !worked.has(used.token)) return "kept";
      if (current !== used.token) return "renewed";
      fetching ??= fetchOne(renewToken).finally(() => (fetching = null));
      return fetching;
    },
  };
}
