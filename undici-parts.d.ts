/**
 * The files of undici that the suite loads by themselves. The whole package brings fetch, WebSocket, mocks and caches:
 * longer to load than all that a run sends. The version in package.json is exact, so that the files are there.
 */

declare module "undici/lib/dispatcher/client.js" {
  import type { Client } from "undici";
  /** Only the whole package gives it `request` and its like. */
  type Bare = Pick<Client, "dispatch" | "destroy" | "on">;
  const BareClient: new (origin: string, options?: Client.Options) => Bare;
  type BareClient = Bare;
  export { BareClient as default };
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export { buildConnector as default };
}

declare module "undici/lib/api/api-request.js" {
  import type { Dispatcher } from "undici";
  function request(
    this: Pick<Dispatcher, "dispatch">,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
  export { request as default };
}
