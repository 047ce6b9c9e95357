/** What of an exchange may be secret, so that it is taken out of what is shown. Values are looked for by themselves, too. Pure. */
import type { HeaderFields } from "../http/message.ts";
import { type Credentials, isHarmlessField } from "./credentials-of.ts";

/** What an exchange is searched for. */
export interface SearchedExchange {
  readonly headers: HeaderFields;
  readonly credentials: Credentials | null;
  readonly query: string | undefined;
  /** Of the request and of the answer. */
  readonly bodies: readonly Uint8Array[];
}

/** The secrets of an exchange, in no order; some of them may be too short to be looked for. */
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

/** A list of values or of pairs: the whole, each of it, and the value of each pair. */
function partsOf(value: string): readonly string[] {
  const parts = value.split(/[\s,;]+/);
  return [value, ...parts, ...parts.map((part) => part.slice(part.indexOf("=") + 1).replaceAll('"', ""))];
}

/** Characters of a body that are searched for names. */
const MOST_SEARCHED = 64 * 1024;

const NAME = "[\\w-]{0,40}(?:token|secret|passw(?:or)?d|api[_-]?key|credential|authorization)[\\w-]{0,40}";
const secretMember = new RegExp(`"${NAME}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`, "gi");
const secretParameter = new RegExp(`(?:^|&)${NAME}=([^&]*)`, "gi");

/** The values of members and of parameters whose name says that they are secret (RFC 6750 section 2.2 has one). */
function ofBody(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.subarray(0, MOST_SEARCHED)).toString();
  return [secretMember, secretParameter].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, value = ""]) => value),
  );
}
