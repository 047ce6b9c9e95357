/** Redaction of traffic: each client has a token of its own, and there may be any number of them. */
import { type Redact, redactionOf } from "../result/redact.ts";

/** Tokens that are remembered. What is kept of an exchange is cleaned of its own ones in any case. */
const MOST_KNOWN = 100;

/** Tokens that are searched for in every encoding: to prepare that takes longer than all else that is done with an exchange. */
const MOST_BUILT = 1_000;

/** Looks for the encodings of a token only where it stands as it is. */
function asWritten(token: string): Redact {
  return (text) => (text.includes(token) ? redactionOf([token]).redact(text) : { text, found: false });
}

/** The redactions of the tokens that were seen last. */
export interface TrafficSecrets {
  /** Takes out one token, which is found by its digest: in every encoding, beyond many tokens as it is written. */
  readonly of: (digest: string, token: string) => Redact;
  /** A redaction that takes out every secret that is remembered. */
  readonly all: () => Redact;
  /** Remembers another secret, such as a password. */
  readonly learn: (secret: string) => void;
}

/** Remembers the secrets of traffic, in a size that does not grow. */
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
