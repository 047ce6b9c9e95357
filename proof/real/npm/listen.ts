/** Binds the servers of this folder to a free port of the loopback interface. */
import { type RequestListener, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Running } from "../stack.ts";

/** Serves a request listener, such as an Express application, until it is stopped. */
export async function listen(listener: RequestListener): Promise<Running> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  return whenListening(server);
}

/** Waits until a server listens. */
export async function whenListening(server: Server): Promise<Running> {
  if (!server.listening) await new Promise<void>((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
