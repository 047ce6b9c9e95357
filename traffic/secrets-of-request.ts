/**
 * Finds the parts of an exchange that may be secret, so that they are removed from shown text. Single values are also
 * searched for. Pure.
 */
import type { HeaderFields } from "../http/message.ts";
import { type Credentials, isHarmlessField } from "./credentials-of.ts";

/** The parts of an exchange that are searched for secrets. */
export interface SearchedExchange {
  readonly headers: HeaderFields;
  readonly credentials: Credentials | null;
  readonly query: string | undefined;
  /** The bodies of the request and of the answer. */
  readonly bodies: readonly Uint8Array[];
}

/** The secrets of an exchange, in no order. Some may be too short to search for. */
export function secretsOf({ headers, credentials, query = "", bodies }: SearchedExchange): readonly string[] {
  const others = headers.filter(([name]) => !isHarmlessField(name) && name.toLowerCase() !== "authorization");
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
