/** The end of a server: requests in flight are answered, idle connections are closed, and the rest is cut off. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Returns a function that stops `server` and resolves when its last connection is closed, after at most `graceMs`
 * milliseconds. Further calls return the same promise. Must be called before the server listens.
 */
export function createShutdown(server: Server, graceMs: number): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  const cutOff = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const shutDown = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(cutOff, graceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      // node:http does not count a connection as idle if nothing was ever sent on it.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= shutDown());
}
