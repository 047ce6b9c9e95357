/** The secrets of exchanges: every value at a place that may contain one. They are removed from shown text. */
import { isTooShort, type Redact, redactionOf } from "../result/redact.ts";
import { present } from "../spec/defined.ts";
import { type Credentials, isHarmlessField } from "./recorded-credentials.ts";
import type { TrafficFacts } from "./recorded-facts.ts";
import { unlessLost } from "./recorded-traffic.ts";

/** The parts of an exchange that are searched for secrets. */
export type SearchedExchange = Pick<TrafficFacts, "credentials" | "exchange" | "place" | "answered">;

/**
 * The secrets of an exchange, in no order. Some may be too short to search for.
 * @param shownField a header field that is shown, in lower case
 */
export function secretsOf(
  { credentials, exchange: { request }, place: { query = "" }, answered }: SearchedExchange,
  shownField: string,
): readonly string[] {
  const others = (unlessLost(request.headers) ?? []).filter(
    ([name]) => !isHarmlessField(name) && ![shownField, "authorization"].includes(name.toLowerCase()),
  );
  const bodies = present([unlessLost(request.body) ?? undefined, answered?.body]);
  return [
    ...ofCredentials(credentials),
    ...others.flatMap(([name, value]) => (/^cookie$/i.test(name) ? partsOf(value) : [value])),
    ...query.split("&").map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...new URLSearchParams(query).values(),
    ...bodies.flatMap(ofBody),
  ];
}

function ofCredentials(credentials: Credentials | null): readonly string[] {
  if (credentials === null || credentials.kind === "none") return [];
  if (credentials.kind === "bearer") return [credentials.token];
  const { secret } = credentials;
  const isBasic = credentials.kind === "other-scheme" && /^basic$/i.test(credentials.scheme);
  const pair = isBasic ? Buffer.from(secret, "base64").toString() : "";
  return [...partsOf(secret), pair, pair.slice(pair.indexOf(":") + 1)];
}

/** Splits a list of values or pairs: the whole text, each item, and the value of each pair. */
function partsOf(value: string): readonly string[] {
  const parts = value.split(/[\s,;]+/);
  return [value, ...parts, ...parts.map((part) => part.slice(part.indexOf("=") + 1).replaceAll('"', ""))];
}

/** The most characters of a body that are searched for names. */
const MOST_SEARCHED = 64 * 1024;

const NAME = "[\\w-]{0,40}(?:token|secret|passw(?:or)?d|api[_-]?key|credential|authorization)[\\w-]{0,40}";
const secretMember = new RegExp(`"${NAME}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, "gi");
const secretParameter = new RegExp(`(?:^|&)${NAME}=([^&]*)`, "gi");

/** The values of members and parameters whose name shows that they are secret (one is in RFC 6750 section 2.2). */
function ofBody(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.subarray(0, MOST_SEARCHED)).toString();
  return [secretMember, secretParameter].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, value = ""]) => value),
  );
}

// Redaction of traffic. Each client has its own token, and there may be any number of clients.

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
   * The redaction of the token of a request, cached by its digest. It covers every encoding; after many tokens, only
   * texts that contain the token literally.
   */
  readonly of: (credentials: Credentials | null) => Redact;
  /** A redaction that removes every secret of an exchange, for text that is shown. The secrets are remembered. */
  readonly ofExchange: (exchange: SearchedExchange, shownField: string) => Redact;
  /** A redaction that removes every remembered secret. */
  readonly all: () => Redact;
}

/** Remembers the secrets of traffic, in bounded memory. */
export function openTrafficSecrets(): TrafficSecrets {
  const known = new Map<string, { readonly token: string; readonly redact: Redact }>();
  let built = 0;
  const others = new Set<string>();
  return {
    of: (credentials) => {
      if (credentials?.kind !== "bearer") return (text) => ({ text, found: false });
      const { digest, token } = credentials;
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
    ofExchange: (exchange, shownField) => {
      const { credentials } = exchange;
      const redaction = redactionOf(credentials?.kind === "bearer" ? [credentials.token] : []);
      for (const secret of secretsOf(exchange, shownField)) {
        if (isTooShort(secret)) continue;
        if (others.size >= MOST_KNOWN) others.delete(others.values().next().value ?? "");
        others.add(secret);
        redaction.add(secret, "credentials");
      }
      return redaction.redact;
    },
  };
}
