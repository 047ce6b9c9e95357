/** The token of a run, which may expire and be fetched again. */
import { untilAborted } from "./aborting.ts";
import type { Provider } from "./provider.ts";

// Whether a text can be a bearer token. The token is never repeated in a message.

/**
 * Why a text cannot be a bearer token, in a sentence; null if it can. A header field allows visible ASCII (RFC 9110
 * section 5.5); a token has no blanks (RFC 6750 section 2.1).
 * @param source the place that the text comes from, in words for users
 */
export function tokenFault(token: string, source: string): string | null {
  if (token === "") return `There is no token in ${source}; it is empty`;
  if (/[\r\n]/.test(token)) return `What ${source} holds has several lines; give the token alone, on one line`;
  if (/^bearer\s/i.test(token)) {
    return `What ${source} holds begins with the word Bearer; leave it out, and give the token alone`;
  }
  if (!/^[\u0021-\u007e]+$/.test(token)) {
    return `What ${source} holds cannot be a bearer token: it has spaces or characters beyond ASCII`;
  }
  return token.length > 16_384 ? `What ${source} holds is longer than a token (${token.length} characters)` : null;
}

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
