/** Keeps an application of this process open while it is judged. */
import type { LibraryOptions } from "./judge-options.ts";
import { type LoopbackServer, type OnMisuse, serveApp, serveFetch } from "./loopback.ts";

/** The URL of the provider, and the signal that ends the run. */
export interface ServedAt {
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Serves the application of the options during some work, and always closes the server. A provider at a URL needs no
 * server.
 * @throws {TypeError} when the application cannot be served, which may show only at its first response
 */
export async function whileServed<Value>(
  options: LibraryOptions,
  work: (served: ServedAt) => Promise<Value>,
): Promise<Value> {
  const { url = "", basePath = "", signal } = options;
  const misuse = new AbortController();
  const server = await serve(options, (fault) => misuse.abort(fault));
  try {
    return await work({
      url: server === null ? url : server.origin + basePath,
      signal: signal === undefined ? misuse.signal : AbortSignal.any([signal, misuse.signal]),
    });
  } finally {
    await server?.close();
    // Replaces any other outcome if the function was not a request listener.
    misuse.signal.throwIfAborted();
  }
}

async function serve({ app, fetch }: LibraryOptions, onMisuse: OnMisuse): Promise<LoopbackServer | null> {
  if (app !== undefined) return serveApp(app, onMisuse);
  return fetch === undefined ? null : serveFetch(fetch);
}
