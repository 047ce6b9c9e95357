/** Providers that are asked otherwise than over sockets, by their origin: `dispatched-connection.ts` looks here first. */
import type { Connection } from "../../http/connection.ts";

/** Opens a connection to a provider that has no socket. */
type Open = (provider: { readonly baseUrl: string }) => Connection;

/** A provider stays here after its end, so that nobody looks for its host in the network. */
export const replaced = new Map<string, Open>();
