/**
 * In place of `http/connection.ts` in all tests (`vitest.config.ts`): a provider in memory is asked there, and any other
 * over sockets. One set of modules does for both, so that no test file loads the suite anew.
 */
import { openConnection as openOverSockets } from "../../http/connection.ts";
import { replaced } from "./replaced-connection.ts";

export type { Connection } from "../../http/connection.ts";

/** Creates a connection to a provider. */
export const openConnection: typeof openOverSockets = (provider) =>
  (replaced.get(new URL(provider.baseUrl).origin) ?? openOverSockets)(provider);
