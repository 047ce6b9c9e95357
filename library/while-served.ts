/** Keeps an application of this process open while it is judged. */
import type { LibraryOptions } from "./library-options.ts";
import { type LoopbackServer, type OnMisuse, serveApp, serveFetch } from "./loopback.ts";

/** Where the provider is, and what ends the run. */
export interface ServedAt {
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Does some work while the application of the options is served, and closes it whatever happens; a provider at a URL is
 * where it is.
 * @throws {TypeError} when the application is none that can be served, which may be seen only at its first answer
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
    // In place of whatever came of an application that is none.
    misuse.signal.throwIfAborted();
  }
}

async function serve({ app, fetch }: LibraryOptions, onMisuse: OnMisuse): Promise<LoopbackServer | null> {
  if (app !== undefined) return serveApp(app, onMisuse);
  return fetch === undefined ? null : serveFetch(fetch);
}
