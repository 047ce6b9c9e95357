/** Which operation a recorded request belongs to, and at which base URL. Pure. */
import { parseBaseUrl } from "../http/provider.ts";

/**
 * Where a request went: to the operation, to its path with a slash behind it, or on its path with another method; or to the
 * operation at a base URL that is not looked at.
 */
export interface OperationPlace {
  readonly kind: "operation" | "trailing-slash" | "other-method" | "elsewhere";
  /** Without a trailing slash; the path alone where the recording names no host. */
  readonly baseUrl: string;
  /** Without the question mark; undefined where the request has none. */
  readonly query: string | undefined;
}

/** Finds the place of a request; null where it is another operation. */
export type Locate = (method: string, url: string) => OperationPlace | null;

/**
 * Looks for one operation.
 * @param path of the operation, below the base URL
 * @param baseUrls those to look at; any where there is none
 */
export function locator(path: string, baseUrls: readonly string[]): Locate {
  const wanted = new Set(baseUrls.map(parseBaseUrl));
  // A log may hold the path alone.
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

/** An absolute URL as `parseBaseUrl` writes it; a path as it is. */
function baseOf(prefix: string): string | null {
  if (prefix.endsWith("/")) return null;
  if (prefix === "" || prefix.startsWith("/")) return prefix;
  if (!/^https?:\/\//i.test(prefix) || !URL.canParse(prefix)) return null;
  const url = new URL(prefix);
  return `${url.origin}${url.pathname.replace(/\/$/, "")}`;
}
