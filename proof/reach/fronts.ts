/** Servers in front of a provider: TLS, HTTP/2, a Unix socket, a proxy. Each stops at the end of its scope. */
import { request } from "node:http";
import { type Http2Session, type ServerHttp2Stream, createSecureServer } from "node:http2";
import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net";
import { type TlsOptions, createServer as createTlsServer } from "node:tls";

/** A running front: its address, and what it received. */
export interface Front extends AsyncDisposable {
  readonly port: number;
  /** The first line of each request; for a proxy, everything it received. */
  readonly seen: readonly string[];
}

/** Terminates TLS and forwards the bytes. */
export function tlsFront(target: string, options: TlsOptions): Promise<Front> {
  return running(
    createTlsServer(options, (socket) => join(socket, to(target))),
    [],
  );
}

/** Forwards the bytes from a Unix socket. */
export function socketFront(target: string, path: string): Promise<Front> {
  return running(
    createServer((socket) => join(socket, to(target))),
    [],
    path,
  );
}

interface Http2Options {
  readonly cert: string;
  readonly key: string;
  /** Sends something before each answer. */
  readonly interim?: (stream: ServerHttp2Stream) => void;
  /**
   * Sees each request with its number on the session (the first is 0). Returns true if it ends the stream or the
   * session instead of an answer.
   */
  readonly ends?: (stream: ServerHttp2Stream, count: number) => boolean;
  /** Closes a session after each answer, unless another request comes within so many milliseconds. */
  readonly idleMs?: number;
}

/** Serves HTTP/2, and uses HTTP/1.1 to the provider. */
export function http2Front(target: string, { interim, ends, idleMs, ...options }: Http2Options): Promise<Front> {
  const seen: string[] = [];
  const counts = new WeakMap<Http2Session, number>();
  const timers = new WeakMap<Http2Session, NodeJS.Timeout>();
  const server = createSecureServer(options, (incoming, outgoing) => {
    const { session } = outgoing.stream;
    if (session === undefined || session.closed) return;
    clearTimeout(timers.get(session));
    const count = counts.get(session) ?? 0;
    counts.set(session, count + 1);
    if (ends?.(outgoing.stream, count) === true) return;
    if (idleMs !== undefined) {
      outgoing.stream.on("close", () =>
        timers.set(
          session,
          setTimeout(() => session.close(), idleMs),
        ),
      );
    }
    seen.push(incoming.httpVersion);
    interim?.(outgoing.stream);
    const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":")));
    const forward = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
      const kept = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name));
      outgoing.writeHead(answer.statusCode ?? 500, Object.fromEntries(kept));
      answer.on("data", (chunk: Buffer) => outgoing.write(chunk));
      answer.on("end", () => outgoing.end());
    });
    incoming.pipe(forward);
  });
  return running(server, seen);
}

const hopByHop: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** An HTTP proxy that always connects to one target, or refuses every tunnel. */
export function proxyFront(target: string, { refuses = false } = {}): Promise<Front> {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.once("data", (first: Buffer) => {
      seen.push(first.toString());
      if (!first.toString().startsWith("CONNECT ")) {
        // Requests to a plain origin are forwarded unchanged; the target reads the whole URL on the request line.
        const onward = to(target);
        onward.write(first);
        join(socket, onward);
      } else if (refuses) {
        socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
      } else {
        const onward = to(target);
        onward.once("connect", () => socket.write("HTTP/1.1 200 Connection Established\r\n\r\n"));
        join(socket, onward);
      }
    });
  });
  return running(server, seen);
}

function to(target: string): Socket {
  const { hostname, port } = new URL(target);
  return connect(Number(port), hostname);
}

/** Joins two sockets: when one ends or fails, so does the other. */
function join(one: Socket, other: Socket): void {
  for (const [from, onto] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(onto);
    from.on("error", () => onto.destroy());
    from.on("close", () => onto.destroy());
  }
}

async function running(server: Server, seen: readonly string[], path?: string): Promise<Front> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => {
    if (path === undefined) server.listen(0, "127.0.0.1", resolve);
    else server.listen(path, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "string" || address === null ? 0 : (address satisfies AddressInfo).port,
    seen,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
