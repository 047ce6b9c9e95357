/** Providers that have no socket, by their origin: `dispatched-connection.ts` looks here first. */
import type { Connection } from "../../http/connection.ts";

/** Opens a connection to a provider that has no socket. */
type Open = (provider: { readonly baseUrl: string }) => Connection;

/** A provider stays here after it has ended, so that its host is never looked up in the network. */
export const replaced = new Map<string, Open>();
