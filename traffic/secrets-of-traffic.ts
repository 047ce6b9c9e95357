/** Redaction of traffic: each client has a token of its own, and there may be any number of them. */
import { type Redact, type Redaction, redactionOf } from "../result/redact.ts";

/** Tokens that are remembered. What is kept of an exchange is cleaned of its own ones in any case. */
const MOST_KNOWN = 100;

/** The redactions of the tokens that were seen last. */
export interface TrafficSecrets {
  /** The redaction of one token, found by its digest. */
  readonly of: (digest: string, token: string) => Redaction;
  /** A redaction that takes out every secret that is remembered. */
  readonly all: () => Redact;
  /** Remembers another secret, such as a password. */
  readonly learn: (secret: string) => void;
}

/** Remembers the secrets of traffic, in a size that does not grow. */
export function openTrafficSecrets(): TrafficSecrets {
  const known = new Map<string, { readonly token: string; readonly redaction: Redaction }>();
  const others = new Set<string>();
  return {
    of: (digest, token) => {
      const found = known.get(digest);
      if (found !== undefined) return found.redaction;
      const redaction = redactionOf([token]);
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? "");
      known.set(digest, { token, redaction });
      return redaction;
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
