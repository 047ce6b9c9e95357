/** The token of a verification, which may have expired since the checks began. */

/** Where the token is from. */
export interface TokenSource {
  readonly token: string;
  /** Fetches another one where this one is refused. What it throws is told by its message. */
  readonly renewToken?: (ended: AbortSignal) => Promise<string>;
  /** Aborted when the verification is over: nothing is sent, waited for or fetched any more. */
  readonly signal?: AbortSignal;
  /** Told of every token that was fetched, so that it is taken out of what is reported. */
  readonly onToken?: (token: string) => void;
  /** Takes secrets out of words that are not ours. */
  readonly clean?: (text: string) => string;
}

export interface Tokens {
  readonly current: () => string;
  /** Fetches another token, once in a verification: a provider may refuse for reasons of its own. False when it did not. */
  readonly renew: () => Promise<boolean>;
}

export function openTokens({ token, renewToken, onToken, signal }: TokenSource): Tokens {
  let current = token;
  let isRenewed = false;
  return {
    current: () => current,
    renew: async () => {
      if (renewToken === undefined || isRenewed) return false;
      isRenewed = true;
      current = await renewToken(signal ?? new AbortController().signal);
      onToken?.(current);
      return true;
    },
  };
}
