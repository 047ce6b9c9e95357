/** Module hooks of Node: every import of the connection of `http/` gets the one in memory. */
import type { ResolveHook } from "node:module";

const inMemory = new URL("./in-memory.js", import.meta.url).href;

export const resolve: ResolveHook = async (specifier, context, next) => {
  const resolved = await next(specifier, context);
  return resolved.url.endsWith("/http/connection.js") ? { ...resolved, url: inMemory } : resolved;
};
