/** The token of a run, which may expire and be fetched again. */
import { untilAborted } from "./abortable.ts";
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

/** A token that a request was sent with, and what the answer says about it. */
export interface UsedToken {
  readonly token: string;
  /** Whether the token was taken, whatever else the answer says, or refused with 401. */
  readonly answer: "taken" | "refused" | "other";
}

export interface Tokens {
  readonly current: () => string;
  /**
   * Fetches another token if this one worked before and was now refused with 401 (RFC 6750 section 3.1). It is kept if
   * the fetched one is the same.
   * @param isExpired whether another request is refused for the token as well; asked before one is fetched
   */
  readonly renewAfter: (used: UsedToken, isExpired?: () => Promise<boolean>) => Promise<Renewal>;
}

/** Options of the token of a run. */
export interface RenewalOptions {
  /** Aborted when the run has ended. */
  readonly ended: AbortSignal;
  /** Called with each token that was fetched, before it is used. */
  readonly onToken: (token: string) => void;
  /** Whether the first token is known to work. Otherwise it is replaced only after it was accepted once. */
  readonly hasWorked?: boolean;
  /** The most attempts to renew. They are limited because a provider may answer 401 for other reasons. */
  readonly most: number;
}

/**
 * Holds the token of a run. Concurrent requests share one renewal, and nothing waits for it once the run has ended. A
 * renewal that fails gives the message of the error, which may contain secrets.
 */
export function openTokens(
  { token, renewToken }: Pick<Provider, "token" | "renewToken">,
  { ended, onToken, hasWorked = false, most }: RenewalOptions,
): Tokens {
  let current = token;
  let renewals = 0;
  const worked = new Set(hasWorked ? [token] : []);
  let fetching: Promise<Renewal> | null = null;

  const fetchOne = async (
    renew: (ended: AbortSignal) => Promise<string>,
    isExpired?: () => Promise<boolean>,
  ): Promise<Renewal> => {
    if (renewals === most) return "kept";
    renewals += 1;
    try {
      if ((await isExpired?.()) === false) return "kept";
      const next = await untilAborted(() => renew(ended), ended);
      if (next === current) return "kept";
      onToken(next);
      current = next;
      return "renewed";
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  return {
    current: () => current,
    renewAfter: async ({ token: used, answer }, isExpired) => {
      if (answer === "taken") worked.add(used);
      if (renewToken === undefined || answer !== "refused" || !worked.has(used)) return "kept";
      if (current !== used) return "renewed";
      fetching ??= fetchOne(renewToken, isExpired).finally(() => (fetching = null));
      return fetching;
    },
  };
}
