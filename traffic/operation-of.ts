/** Finds the operation and the base URL of a recorded request. Pure. */
import { parseBaseUrl } from "../http/provider.ts";

/**
 * The destination of a request: the operation, its path with a trailing slash, its path with another method, or the
 * operation at a base URL that is not judged.
 */
export interface OperationPlace {
  readonly kind: "operation" | "trailing-slash" | "other-method" | "elsewhere";
  /** Without a trailing slash; only the path if the recording names no host. */
  readonly baseUrl: string;
  /** Without the question mark; undefined if the request has no query. */
  readonly query: string | undefined;
}

/** Finds the place of a request; null if it is another operation. */
export type Locate = (method: string, url: string) => OperationPlace | null;

/**
 * Creates a function that locates one operation.
 * @param path of the operation, below the base URL
 * @param baseUrls the base URLs to judge; if empty, any base URL
 */
export function locator(path: string, baseUrls: readonly string[]): Locate {
  const wanted = new Set(baseUrls.map(parseBaseUrl));
  // A log may contain only the path.
  const paths = new Set([...wanted].map((base) => new URL(base).pathname.replace(/\/$/, "")));
  const isWanted = (base: string): boolean => wanted.size === 0 || wanted.has(base) || paths.has(base);
  return (method, url) => {
    const [whole = "", ...rest] = (url.split("#")[0] ?? "").split("?");
    const isSlash = whole.endsWith(`${path}/`);
    if (!isSlash && !whole.endsWith(path)) return null;
    const baseUrl = baseOf(whole.slice(0, isSlash ? -path.length - 1 : -path.length));
    if (baseUrl === null || (isSlash && method !== "POST")) return null;
    const kind = !isWanted(baseUrl)
      ? "elsewhere"
      : isSlash
        ? "trailing-slash"
        : method === "POST"
          ? "operation"
          : "other-method";
    return { kind, baseUrl, query: rest.length === 0 ? undefined : rest.join("?") };
  };
}

/** An absolute URL as `parseBaseUrl` returns it; a path unchanged. */
function baseOf(prefix: string): string | null {
  if (prefix.endsWith("/")) return null;
  if (prefix === "" || prefix.startsWith("/")) return prefix;
  if (!/^https?:\/\//i.test(prefix) || !URL.canParse(prefix)) return null;
  const url = new URL(prefix);
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}
