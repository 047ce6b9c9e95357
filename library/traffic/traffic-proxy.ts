/**
 * Passes connections through to a server, byte for byte, and looks at the exchanges on them. What is looked at is a copy,
 * and is judged later: no fault of it reaches the traffic.
 */
import { type Server, type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";
import { type Connect, type Transport, connectTo, openSocket } from "../../http/connect.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { type TrafficItem, isLost } from "../../traffic/recorded-traffic.ts";
import { openWirePairs } from "../../traffic/wire/wire-pairs.ts";

/** A proxy to be opened. */
export interface TrafficProxyOptions {
  /** The base URL of the server. */
  readonly target: string;
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  readonly seen: (item: TrafficItem) => void;
}

/** A proxy that is open. */
export interface TrafficProxy {
  readonly url: string;
  /** Closes it and every connection, and judges what has passed. */
  readonly close: () => Promise<void>;
}

/** Exchanges that wait to be judged, and the bytes of their bodies. Beyond them they are counted and not judged: the traffic comes first. */
const MOST_WAITING = { exchanges: 10_000, bytes: 32 * 1024 * 1024 } as const;

/** Opens a proxy. @throws {Error} of the system, when the port cannot be listened on */
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
  const judging = openQueue(options.seen);
  const clients = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    void passed(client, { connect, origin, ending: ending.signal, seen: judging.add });
  });
  await listening(server, host, port);
  const { port: open } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    ending.abort();
    for (const client of clients) client.destroy();
    await closed;
    judging.drain();
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
  readonly seen: (item: TrafficItem) => void;
}

/** Passes one connection through. Where the server cannot be reached, the client's connection is closed, as without a proxy. */
async function passed(client: Socket, { connect, origin, ending, seen }: Passage): Promise<void> {
  client.on("error", () => client.destroy());
  let server: Socket;
  try {
    server = await openSocket(connect, origin, ending);
  } catch {
    client.destroy();
    return;
  }
  server.allowHalfOpen = true;
  const pairs = openWirePairs(origin, seen);
  const passing = [pipeline(client, server), pipeline(server, client)];
  // After the pipelines have begun: what arrives is written on before it is looked at.
  const look = openLooking();
  client.on("data", (chunk: Buffer) => look(() => pairs.fromClient(chunk)));
  server.on("data", (chunk: Buffer) => look(() => pairs.fromServer(chunk)));
  server.once("end", () => look(pairs.serverEnded));
  await Promise.allSettled(passing);
  server.destroy();
  client.destroy();
}

/** Calls what looks at a connection. A fault there ends the looking, and nothing else. */
function openLooking(): (look: () => void) => void {
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

interface Queue {
  readonly add: (item: TrafficItem) => void;
  readonly drain: () => void;
}

/** Exchanges that are judged between two turns of the traffic, which waits for a part of a millisecond. */
const AT_ONCE = 2;

function openQueue(seen: (item: TrafficItem) => void): Queue {
  const waiting = new Set<TrafficItem>();
  let bytes = 0;
  let isPlanned = false;
  const judge = (count: number): void => {
    let left = count;
    for (const item of waiting) {
      if (left === 0) return;
      left -= 1;
      waiting.delete(item);
      bytes -= sizeOf(item);
      seenSafely(seen, item);
    }
  };
  const turn = (): void => {
    judge(AT_ONCE);
    isPlanned = waiting.size > 0;
    if (isPlanned) setImmediate(turn);
  };
  return {
    drain: () => judge(waiting.size),
    add: (item) => {
      if (waiting.size >= MOST_WAITING.exchanges || bytes + sizeOf(item) > MOST_WAITING.bytes) {
        return seenSafely(seen, { lost: "the traffic was faster than the judging" });
      }
      waiting.add(item);
      bytes += sizeOf(item);
      if (!isPlanned) setImmediate(turn);
      isPlanned = true;
    },
  };
}

function sizeOf(item: TrafficItem): number {
  if (isLost(item)) return 0;
  const bodies: readonly unknown[] = [item.request.body, item.response?.body];
  return bodies.reduce<number>((sum, body) => sum + (body instanceof Uint8Array ? body.length : 0), 0);
}

function seenSafely(seen: (item: TrafficItem) => void, item: TrafficItem): void {
  try {
    seen(item);
  } catch {
    // The suite's own fault, which is nobody's finding.
  }
}
