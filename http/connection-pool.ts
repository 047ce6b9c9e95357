/** A pool with a fixed number of connections: no more requests are in flight than the concurrency allows. */
import { type Connection, openConnection } from "./connection.ts";
import type { Provider } from "./provider.ts";

// Learns during a run whether connections to a provider can be reused.

/**
 * Milliseconds to wait before a connection is reused, once a connection was closed during a request. After the wait, a
 * provider that closes idle connections has closed this one, and a later close is its answer to the request. The pauses
 * differ because a close can cross with the request if the provider's idle timeout is as long as the pause.
 */
const PAUSES_MS = [20, 60, 200] as const;

/** What happened to a reused connection. */
export type Used = "kept" | "closed-under";

export interface Reuse {
  /** Whether connections are left open for the next request. */
  readonly isWorthwhile: () => boolean;
  /** How long to wait before a connection is used again, in milliseconds. */
  readonly pauseMs: () => number;
  /**
   * Records what happened to a reused connection.
   * @param afterMs how long the client waited before
   */
  readonly note: (used: Used, afterMs: number) => void;
}

/**
 * Creates the memory of a run. A provider may close each connection after its answer without announcing it. The next
 * request on it is lost, or is read but not answered. When it is sent again, it may be refused because the plant
 * already exists.
 */
export function openReuse(): Reuse {
  let [inRow, afterPause] = [0, 0];
  let isClosing = false;
  const pauseMs = (): number => (isClosing ? (PAUSES_MS[afterPause] ?? 0) : 0);
  return {
    // After this many closes in a row despite a pause, each request gets its own connection.
    isWorthwhile: () => inRow < PAUSES_MS.length,
    pauseMs,
    note: (used, afterMs) => {
      // Several closes at the same time count as one.
      const isAnswer = used === "closed-under" && afterMs > 0 && afterMs === pauseMs();
      isClosing ||= used === "closed-under";
      if (isAnswer) afterPause += 1;
      if (inRow === PAUSES_MS.length) return;
      if (used === "kept") inRow = 0;
      else if (isAnswer) inRow += 1;
    },
  };
}

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
