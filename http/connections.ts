/** A fixed number of connections, handed out in turn: what is in flight is never more than the concurrency. */
import type { Provider } from "./provider.ts";
import { type Connection, openConnection } from "./connection.ts";

export interface Connections {
  /** Waits for its turn, then works with a connection: the one of that name where a name is given, else any free one. */
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
      // A named connection counts like any other, so an ordinary one is held meanwhile.
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
