/** A pool with a fixed number of connections: no more requests are in flight than the concurrency allows. */
import type { Provider } from "./provider.ts";
import { type Connection, openConnection } from "./connection.ts";

export interface Connections {
  /** Waits for a free connection, then runs the work with it, or with the connection of the given name. */
  use<T>(name: string | undefined, work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the connections to a provider. */
export function openConnections(provider: Provider): Connections {
  const free = Array.from({ length: provider.concurrency }, () => openConnection(provider));
  const all = [...free];
  const named = new Map<string, Connection>();
  const waiting: ((connection: Connection) => void)[] = [];

  const take = (): Promise<Connection> => {
    const connection = free.pop();
    return connection === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(connection);
  };
  const giveBack = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  const namedConnection = (name: string): Connection => {
    const known = named.get(name);
    if (known !== undefined) return known;
    const connection = openConnection(provider);
    named.set(name, connection);
    all.push(connection);
    return connection;
  };

  return {
    use: async (name, work) => {
      // Named connections count towards the concurrency, so an unnamed one is held meanwhile.
      const connection = await take();
      try {
        return await work(name === undefined ? connection : namedConnection(name));
      } finally {
        giveBack(connection);
      }
    },
    close: async () => {
      await Promise.all(all.map((connection) => connection.close()));
    },
  };
}
