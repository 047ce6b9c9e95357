/**
 * Replaces `http/connection.ts` in all tests (`vitest.config.ts`): a provider in memory is asked there, any other over
 * sockets. Both share one set of modules, so that no test file loads the suite twice.
 */
import { openConnection as openOverSockets } from "../../http/connection.ts";
import { replaced } from "./replaced-connection.ts";

export type { Connection } from "../../http/connection.ts";

/** Creates a connection to a provider. */
export const openConnection: typeof openOverSockets = (provider) =>
  (replaced.get(new URL(provider.baseUrl).origin) ?? openOverSockets)(provider);
