/** The provider that is judged: where it is, how it is asked, and the limits that every answer is held to. */
import type { Transport } from "./connect.ts";

/** Limits of one run. Times in milliseconds, sizes in bytes. */
export interface Limits {
  readonly connectMs: number;
  /** From the moment a request is sent to the last byte of its answer; a drip counts from the start. */
  readonly requestMs: number;
  /** For the whole run. */
  readonly deadlineMs: number;
  /** Read of an answer's body before it is cut off, and of what it decompresses to. */
  readonly bodyBytes: number;
  readonly headerBytes: number;
  /** Of an answer's body, or a request's, kept in the result. */
  readonly keptBytes: number;
  /** Of all requests and answers together, kept until the run is judged. */
  readonly evidenceBytes: number;
  /** Waited in all for a provider that answers 429, 502, 503 or 504. */
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

export interface Provider {
  /** As parsed by `parseBaseUrl`: without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  /** A token that the provider does not know, to be judged by; without one, what becomes of such a token is open. */
  readonly invalidToken?: string;
  /** `none`: the provider uses no token, so that none is sent and authentication is not judged. */
  readonly authentication?: "none";
  /**
   * Fetches another token where one that worked is refused. What it throws is told by its message. Aborted, the signal
   * says that the run has ended and nobody waits for the token any more.
   */
  readonly renewToken?: (ended: AbortSignal) => Promise<string>;
  /** How it is reached beneath HTTP, where not in the ordinary way. */
  readonly transport?: Transport;
  /** Requests in flight at the same time, at most. */
  readonly concurrency: number;
  /** Requests a second, at most; as many as it answers where it is left out. */
  readonly rate?: number;
  readonly limits: Limits;
}

/** The request target of a path below a base URL, whose own path may end with a slash. */
export function targetBelow(baseUrl: string, path: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, "")}${path}`;
}

/** A base URL that cannot be one. The message quotes it and says what would be right. */
export class BaseUrlError extends Error {
  override readonly name = "BaseUrlError";
}

const EXAMPLE = "for example http://127.0.0.1:8080/api";

/**
 * Reads a base URL: http or https, with or without a path prefix, a slash at its end making no difference.
 * @returns the URL without a slash at its end, the path as it was written
 * @throws {BaseUrlError} when it is no URL, has another scheme, or has credentials, a query or a fragment
 */
export function parseBaseUrl(text: string): string {
  const quoted = JSON.stringify(text);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    const hint = /^[\w.-]+(:\d+)?(\/|$)/.test(text)
      ? `; did you mean http://${text}?`
      : `; give an absolute one, ${EXAMPLE}`;
    throw new BaseUrlError(`The base URL ${quoted} is not a URL${hint}`);
  }
  if (url.username !== "" || url.password !== "") {
    const rest = `${url.protocol}//${url.host}${url.pathname}`;
    // The credentials are not repeated: they are secret.
    throw new BaseUrlError(
      `The base URL of ${url.host} holds credentials; give ${rest} and the token with --token-file`,
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new BaseUrlError(
      `The base URL ${quoted} has the scheme ${url.protocol.slice(0, -1)}; it must be http or https, ${EXAMPLE}`,
    );
  }
  if (url.search !== "" || text.includes("?")) {
    throw new BaseUrlError(
      `The base URL ${quoted} has a query; leave it out, the operation's path is appended to the base URL`,
    );
  }
  if (url.hash !== "" || text.includes("#")) {
    throw new BaseUrlError(`The base URL ${quoted} has a fragment; leave out the # and what follows it`);
  }
  return url.href.replace(/\/+$/, "");
}
