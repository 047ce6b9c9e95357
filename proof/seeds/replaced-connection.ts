/** Tests of many runs, which go to providers in memory. Vitest's files share their modules, so that these are loaded anew. */
import { vi } from "vitest";

const CONNECTION = "../../http/connection.ts";

/** From here on, modules that are loaded get the connection of `in-memory.ts`. */
export function replaceConnection(): void {
  vi.resetModules();
  vi.doMock(CONNECTION, () => import("./in-memory.ts"));
}

/** From here on, modules that are loaded get the connection of `http/` again. */
export function restoreConnection(): void {
  vi.doUnmock(CONNECTION);
  vi.resetModules();
}
