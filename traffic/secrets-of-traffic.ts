/** Redaction of traffic. Each client has its own token, and there may be any number of clients. */
import { type Redact, redactionOf } from "../result/redact.ts";

/** The most tokens that are remembered. Samples are always cleaned of their own tokens. */
const MOST_KNOWN = 100;

/**
 * The most tokens that are searched for in every encoding. Preparing this search takes longer than all other work on an
 * exchange.
 */
const MOST_BUILT = 1_000;

/** Redacts the encodings of a token only in texts that contain it literally. */
function asWritten(token: string): Redact {
  return (text) => (text.includes(token) ? redactionOf([token]).redact(text) : { text, found: false });
}

/** The redactions of the tokens that were seen last. */
export interface TrafficSecrets {
  /**
   * The redaction of one token, cached by its digest. It covers every encoding; after many tokens, only texts that
   * contain the token literally.
   */
  readonly of: (digest: string, token: string) => Redact;
  /** A redaction that removes every remembered secret. */
  readonly all: () => Redact;
  /** Remembers another secret, such as a password. */
  readonly learn: (secret: string) => void;
}

/** Remembers the secrets of traffic, in bounded memory. */
export function openTrafficSecrets(): TrafficSecrets {
  const known = new Map<string, { readonly token: string; readonly redact: Redact }>();
  let built = 0;
  const others = new Set<string>();
  return {
    of: (digest, token) => {
      const found = known.get(digest);
      if (found !== undefined) return found.redact;
      built += 1;
      const redact = built > MOST_BUILT ? asWritten(token) : redactionOf([token]).redact;
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? "");
      known.set(digest, { token, redact });
      return redact;
    },
    all: () => {
      const all = redactionOf(Array.from(known.values(), ({ token }) => token));
      for (const secret of others) all.add(secret, "credentials");
      return all.redact;
    },
    learn: (secret) => {
      if (others.size >= MOST_KNOWN) others.delete(others.values().next().value ?? "");
      others.add(secret);
    },
  };
}
