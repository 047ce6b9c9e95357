/** The end of a server: what is in flight is answered, what is idle is closed, what does not end is cut off. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Gives a function that stops `server` and resolves when its last connection is closed, `graceMs` milliseconds later at
 * most. Called again, it gives the same promise. To be called before the server listens.
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
      // A connection on which nothing was ever sent is not idle to node:http.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= shutDown());
}
