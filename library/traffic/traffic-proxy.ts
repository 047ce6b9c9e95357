/**
 * Passes connections through to a server, byte for byte, and reads the exchanges from a copy. So a fault of the reader
 * does not reach the traffic.
 */
import { type Server, type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { type Connect, type Transport, connectTo, openSocket } from "../../http/connect.ts";
import { noAnswerOf } from "../../http/no-answer.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { WirePairs } from "../../traffic/wire/wire-pairs.ts";

/** The options of a proxy. */
export interface TrafficProxyOptions {
  /** The base URL of the server. */
  readonly target: string;
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  /** Called for each connection that is passed on. Returns functions that get copies of the passing bytes. */
  readonly look: () => WirePairs;
  /** Called if the server cannot be reached, with the reason: words that follow "because". */
  readonly onUnreached?: (why: string) => void;
}

/** An open proxy. */
export interface TrafficProxy {
  readonly url: string;
  /** Closes the proxy and all connections. */
  readonly close: () => Promise<void>;
}

/** Opens a proxy. @throws {Error} the error of the system, when it cannot listen on the port */
export async function openTrafficProxy(options: TrafficProxyOptions): Promise<TrafficProxy> {
  const { target, transport, host, port } = options;
  const ending = new AbortController();
  const limits = {
    connectMs: DEFAULT_LIMITS.connectMs,
    headerBytes: DEFAULT_LIMITS.headerBytes,
    signal: ending.signal,
  };
  const connect = connectTo(transport, limits);
  const { origin } = new URL(target);
  const clients = new Set<Socket>();
  const unreached = (error: unknown): void => options.onUnreached?.(noAnswerOf(error, null).detail);
  const passages = new Set<Promise<void>>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    const passage = passed(client, { connect, origin, ending: ending.signal, look: options.look, unreached });
    passages.add(passage);
    void passage.finally(() => passages.delete(passage));
  });
  await listening(server, host, port);
  const { port: open } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    ending.abort();
    for (const client of clients) client.destroy();
    await closed;
    await Promise.allSettled(passages);
  };
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${open}`, close };
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

interface Passage {
  readonly connect: Connect;
  readonly origin: string;
  readonly ending: AbortSignal;
  readonly look: () => WirePairs;
  readonly unreached: (error: unknown) => void;
}

/**
 * Passes one connection through. If the server cannot be reached, closes the client's connection, as without a proxy.
 */
async function passed(client: Socket, { connect, origin, ending, look, unreached }: Passage): Promise<void> {
  client.on("error", () => client.destroy());
  let server: Socket;
  try {
    server = await openSocket(connect, origin, ending);
  } catch (error) {
    client.destroy();
    if (!ending.aborted) unreached(error);
    return;
  }
  server.allowHalfOpen = true;
  const pairs = look();
  const passing = [pipeline(client, server), pipeline(server, client)];
  const safely = untilFault();
  // After the pipelines have started, so that bytes are passed on before they are read here.
  client.on("data", (chunk: Buffer) => safely(() => pairs.fromClient(chunk)));
  server.on("data", (chunk: Buffer) => safely(() => pairs.fromServer(chunk)));
  server.once("end", () => safely(pairs.serverEnded));
  await Promise.allSettled(passing);
  safely(pairs.closed);
  server.destroy();
  client.destroy();
}

/** Calls the reader of a connection. After a fault it is not called again; the connection continues. */
function untilFault(): (look: () => void) => void {
  let isLooking = true;
  return (look) => {
    if (!isLooking) return;
    try {
      look();
    } catch {
      isLooking = false;
    }
  };
}
