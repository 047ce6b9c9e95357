/** The provider that is judged: its address, how requests are sent, and the limits for its answers. */
import { randomBytes } from "node:crypto";
import type { Transport } from "./connect.ts";
import { header, type HeaderFields } from "./message.ts";

/** Limits of one run. Times in milliseconds, sizes in bytes. */
export interface Limits {
  readonly connectMs: number;
  /** From sending a request to the last byte of its answer, however slowly it arrives. */
  readonly requestMs: number;
  /** For the whole run. */
  readonly deadlineMs: number;
  /** The longest body of an answer that is read, before and after decompression. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** The longest body of an answer or a request that is kept in the result. */
  readonly keptBytes: number;
  /** The size of all requests and answers together that are kept until the run is judged. */
  readonly evidenceBytes: number;
  /** The total time to wait for a provider that answers 429, 502, 503 or 504. */
  readonly rateLimitMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  connectMs: 5_000,
  requestMs: 10_000,
  deadlineMs: 120_000,
  bodyBytes: 1024 * 1024,
  headerBytes: 64 * 1024,
  keptBytes: 16 * 1024,
  evidenceBytes: 16 * 1024 * 1024,
  rateLimitMs: 60_000,
};

/** Requests in flight at the same time, by default. */
export const DEFAULT_CONCURRENCY = 4;

export interface Provider {
  /** As `parseBaseUrl` gives it, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
  /** A token that the provider does not know. Without it, the answer to an invalid token is not judged. */
  readonly invalidToken?: string;
  /** `none`: the provider uses no token, so none is sent, and authentication is not judged. */
  readonly authentication?: "none";
  /**
   * Fetches another token when one that worked is refused. The message of an error that it throws is reported. The
   * signal is aborted when the run has ended, and the token is no longer needed.
   */
  readonly renewToken?: (ended: AbortSignal) => Promise<string>;
  /** The transport beneath HTTP, if not the default. */
  readonly transport?: Transport;
  /** Header fields that are added to every request. Their values are secret. */
  readonly headers?: HeaderFields;
  /** Values in the query of every request that are secret. */
  readonly secrets?: readonly string[];
  /** Each request carries its own `traceparent`, except requests that test a minimal set of header fields. */
  readonly trace?: boolean;
  /** The most requests in flight at the same time. */
  readonly concurrency: number;
  /** The most requests per second. Without it, there is no limit. */
  readonly rate?: number;
  readonly limits: Limits;
}

/** The request target for a path below a base URL. */
export function targetBelow(baseUrl: string, path: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, "")}${path}`;
}

/** An invalid base URL. The message quotes it and says how to correct it. */
export class BaseUrlError extends TypeError {
  override readonly name = "BaseUrlError";
}

const EXAMPLE = "for example http://127.0.0.1:8080/api";

const MOST_PORT = 65_535;

/** The number at the place of the port in a URL; NaN if there is none. */
function portIn(text: string): number {
  return Number(/^https?:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1]);
}

/**
 * Parses a base URL: http or https, with or without a path prefix. A trailing slash makes no difference.
 * @returns the URL without a trailing slash, with the path as it is written
 * @throws {BaseUrlError} when it is not a URL, has another scheme, or has credentials, a query or a fragment
 */
export function parseBaseUrl(text: string): string {
  const quoted = JSON.stringify(text);
  // The URL parser takes the first word of the path as the host.
  if (/^https?:(?!\/\/[^/\\])/i.test(text.trim())) {
    throw new BaseUrlError(`The base URL ${quoted} has no host after //; give one, ${EXAMPLE}`);
  }
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    const port = portIn(text);
    if (port > MOST_PORT) {
      throw new BaseUrlError(`The base URL ${quoted} has the port ${port}; a port is at most ${MOST_PORT}`);
    }
    const hint = /^[\w.-]+(:\d+)?(\/|$)/.test(text)
      ? `; did you mean http://${text}?`
      : `; give an absolute one, ${EXAMPLE}`;
    throw new BaseUrlError(`The base URL ${quoted} is not a URL${hint}`);
  }
  if (url.username !== "" || url.password !== "") {
    const rest = `${url.protocol}//${url.host}${url.pathname}`;
    // The credentials are not repeated: they are secret.
    throw new BaseUrlError(`The base URL of ${url.host} holds credentials; give ${rest}, and a token on its own`);
  }
  // `localhost:8081` is a URL of the scheme `localhost`.
  if (/^[\w.-]+:\d+(\/|$)/.test(text)) {
    throw new BaseUrlError(`The base URL ${quoted} has no scheme; did you mean http://${text}?`);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new BaseUrlError(
      `The base URL ${quoted} has the scheme ${url.protocol.slice(0, -1)}; it must be http or https, ${EXAMPLE}`,
    );
  }
  if (text.includes("?")) {
    throw new BaseUrlError(
      `The base URL ${quoted} has a query; leave it out, the operation's path is appended to the base URL`,
    );
  }
  if (text.includes("#")) {
    throw new BaseUrlError(`The base URL ${quoted} has a fragment; leave out the # and what follows it`);
  }
  return url.href.replace(/\/+$/, "");
}

// Header fields that are added to requests: those of the user, and those of W3C Trace Context.

export const TRACE_HEADER = "traceparent";

/**
 * Fields that the suite sets or leaves out itself. If a user set them, the checks would judge something that was not
 * sent.
 */
const suiteFields = [
  "authorization",
  "proxy-authorization",
  "host",
  "content-type",
  "accept",
  "user-agent",
  TRACE_HEADER,
  "content-length",
  "transfer-encoding",
  "content-encoding",
  "connection",
  "keep-alive",
  "expect",
  "te",
  "trailer",
  "upgrade",
  "http2-settings",
] as const;

export type SuiteField = (typeof suiteFields)[number];

/** The name in lower case, if the suite sets the field; otherwise null. */
export function suiteField(name: string): SuiteField | null {
  return suiteFields.find((one) => one === name.toLowerCase()) ?? null;
}

/**
 * Why a header field cannot be added to every request, as text that follows "gives"; null if it can. A name is a token
 * (RFC 9110 section 5.1), and a value is visible ASCII with single blanks (section 5.5). The value may be secret, and
 * is not repeated.
 */
export function extraHeaderFault(name: string, value: string): string | null {
  if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name)) return "a name that no header field can have";
  if (suiteField(name) !== null) return `${name}, which the suite sets`;
  if (value === "") return `${name} without a value`;
  if (/^[\x20-\x7e\t]+$/.test(value) && value.length <= 16_384) return null;
  return `${name} a value with line breaks, characters beyond ASCII, or too many of them`;
}

/** The header fields of the user that the request does not already have. */
export function extraHeaders(own: HeaderFields, extra: HeaderFields = []): HeaderFields {
  return extra.filter(([name]) => header(own, name) === null);
}

/**
 * Creates a value of `traceparent` (W3C Trace Context section 3.2): a new trace with the flag to record it. It is
 * random and does not depend on the seed, because a run repeated with its seed would otherwise add to the traces of the
 * first run.
 */
export function freshTrace(): string {
  return `00-${idOf(16)}-${idOf(8)}-01`;
}

/** An id of all zeroes is invalid (sections 3.2.2.3 and 3.2.2.4). */
function idOf(bytes: number): string {
  const id = randomBytes(bytes).toString("hex");
  return /^0+$/.test(id) ? idOf(bytes) : id;
}
