/** The transport beneath HTTP: TLS, a Unix socket, a proxy. Every connection of the suite is opened here. */
import * as http from "node:http";
import { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { buildConnector as connection } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import { credentialsOf } from "./base-url.ts";
import { WireError } from "./message.ts";

/** Transport options. By default, TCP to the host and port, and TLS with the certificate authorities of the system. */
export interface Transport {
  /** Certificate authorities in PEM, which replace those of the system. */
  readonly ca?: string;
  /** The client's certificate and its key in PEM. */
  readonly cert?: string;
  readonly key?: string;
  /** The certificate of the server is not verified. */
  readonly insecure?: true;
  /** Only HTTP/2 is used, over TLS. */
  readonly http2?: true;
  /** The path of a Unix socket, which replaces host and port. */
  readonly unixSocket?: string;
  /** The URL of an HTTP proxy, with its credentials, if any. */
  readonly proxy?: string;
}

/** Milliseconds until a connection is open, and bytes of the header block of a proxy's answer. */
interface ConnectLimits {
  readonly connectMs: number;
  readonly headerBytes: number;
  /** Closes every connection, including those that are still being opened. */
  readonly signal?: AbortSignal;
}

export type Connect = connection.connector;

/** An error of the transport with a message for users. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly code: "PROXY_REFUSED" | "PROXY_UNREACHED" | "NO_HTTP2" | "OTHER_HOST";

  constructor(code: TransportError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Creates a connector, as undici defines it, for the transport. */
export function connectTo(transport: Transport, { connectMs, headerBytes, signal }: ConnectLimits): Connect {
  const { ca, cert, key, insecure, http2, unixSocket, proxy } = transport;
  const built = buildConnector({
    timeout: connectMs,
    autoSelectFamilyAttemptTimeout: attemptMs(connectMs),
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(insecure === undefined ? {} : { rejectUnauthorized: false }),
    ...(http2 === undefined ? {} : { allowH2: true }),
    ...(unixSocket === undefined ? {} : { socketPath: unixSocket }),
  });
  const direct = signal === undefined ? built : closedBy(signal, built);
  const ending = signal === undefined ? {} : { signal };
  const connect =
    proxy === undefined ? direct : throughProxy(new URL(proxy), direct, { connectMs, headerBytes, ...ending });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(named(error), null);
      // After a TLS error that follows the handshake, such as a missing client certificate, the socket stays open until
      // it ends, and undici would report that the other side closed it.
      socket.once("error", (fault) => socket.destroy(fault));
      if (http2 === undefined) callback(null, socket);
      else if (Reflect.get(socket, "alpnProtocol") === "h2") callback(null, guardHeaders(socket));
      else {
        socket.destroy();
        callback(new TransportError("NO_HTTP2", "the provider does not speak HTTP/2; leave out --http2"), null);
      }
    });
}

/**
 * Closes the sockets of a connector when the signal is aborted, including those that are still being opened. The
 * `signal` option of `net.connect` does the same, but keeps every socket, with the last answer on it, until the signal
 * is collected: a run with many closed connections took 100 MiB more.
 */
function closedBy(signal: AbortSignal, connect: Connect): Connect {
  return (options, callback) => {
    // undici returns the socket; its types do not say so.
    const socket: unknown = connect(options, callback);
    if (!(socket instanceof Socket)) return;
    const close = (): void => void socket.destroy(new Error("aborted"));
    if (signal.aborted) return close();
    signal.addEventListener("abort", close, { once: true });
    socket.once("close", () => signal.removeEventListener("abort", close));
  };
}

/**
 * The time limit for each address of a host except the last, in milliseconds. Node's default of 250 is too short for a
 * host on another continent, and the connection would fail if the other addresses do not answer.
 */
function attemptMs(connectMs: number): number {
  return Math.max(250, Math.round(connectMs / 10));
}

/** undici reconnects endlessly on this error code if the host is an IP address. */
function named(error: Error): Error {
  if (Reflect.get(error, "code") !== "ERR_TLS_CERT_ALTNAME_INVALID") return error;
  return new TransportError("OTHER_HOST", "the provider's certificate is for another host name");
}

/**
 * The request target: the absolute URL (RFC 9112 section 3.2.2) for a proxy that reads the request, otherwise the path.
 */
export function requestTarget(origin: string, path: string, { proxy }: Transport): string {
  return proxy !== undefined && origin.startsWith("http:") ? `${origin}${path}` : path;
}

/** The header field with the proxy's credentials, for requests that the proxy reads. */
export function proxyHeaders(origin: string, { proxy }: Transport): ReadonlyArray<readonly [string, string]> {
  const authorization = proxy === undefined || !origin.startsWith("http:") ? null : proxyAuthorization(new URL(proxy));
  return authorization === null ? [] : [["Proxy-Authorization", authorization]];
}

function proxyAuthorization(proxy: URL): string | null {
  const credentials = credentialsOf(proxy);
  return credentials === null ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** The proxy forwards requests for http origins, and opens a tunnel for https origins (RFC 9110 section 9.3.6). */
function throughProxy(proxy: URL, direct: Connect, limits: ConnectLimits): Connect {
  const { connectMs: timeout, signal } = limits;
  const built = buildConnector({ timeout, autoSelectFamilyAttemptTimeout: attemptMs(timeout) });
  const toProxy = signal === undefined ? built : closedBy(signal, built);
  const address = { hostname: unbracketed(proxy.hostname), protocol: proxy.protocol, port: proxy.port };
  return (options, callback) =>
    toProxy({ ...address, host: proxy.host }, (...[error, socket]) => {
      if (error !== null) {
        callback(
          new TransportError("PROXY_UNREACHED", `the proxy ${proxy.host} was not reached`, { cause: error }),
          null,
        );
      } else if (options.protocol === "http:") callback(null, socket);
      else {
        openTunnel(socket, { proxy, options, limits }).then(
          (httpSocket) => direct({ ...options, httpSocket }, callback),
          (fault: unknown) => callback(fault instanceof Error ? fault : new Error(String(fault)), null),
        );
      }
    });
}

interface Tunnel {
  readonly proxy: URL;
  readonly options: connection.Options;
  readonly limits: ConnectLimits;
}

/** Asks a proxy for a tunnel. The proxy does not see the token. */
function openTunnel(socket: Socket, { proxy, options, limits }: Tunnel): Promise<Socket> {
  const authority = `${options.hostname.includes(":") ? `[${options.hostname}]` : options.hostname}:${options.port || 443}`;
  const authorization = proxyAuthorization(proxy);
  return new Promise((resolve, reject) => {
    const request = http.request({
      method: "CONNECT",
      path: authority,
      headers: { Host: authority, ...(authorization === null ? {} : { "Proxy-Authorization": authorization }) },
      createConnection: () => socket,
      timeout: limits.connectMs,
      maxHeaderSize: limits.headerBytes,
    });
    const refuse = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    request.on("connect", ({ statusCode = 0 }) => {
      if (statusCode >= 200 && statusCode < 300) resolve(socket);
      else refuse(new TransportError("PROXY_REFUSED", `the proxy refused to connect to ${authority} (${statusCode})`));
    });
    // Node reports a CONNECT that failed as an ordinary response.
    request.on("response", ({ statusCode = 0 }) =>
      refuse(new TransportError("PROXY_REFUSED", `the proxy refused to connect to ${authority} (${statusCode})`)),
    );
    const fail = (cause: Error): void =>
      refuse(new TransportError("PROXY_UNREACHED", `the proxy ${proxy.host} gave no answer`, { cause }));
    request.on("timeout", () => fail(Object.assign(new Error("the proxy was silent"), { code: "ETIMEDOUT" })));
    request.on("error", fail);
    request.end();
  });
}

/** Opens a socket to an origin. Rejects when the signal is aborted. */
export function openSocket(connect: Connect, origin: string, signal: AbortSignal): Promise<Socket> {
  const { hostname, host, protocol, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
    connect({ hostname: unbracketed(hostname), host, protocol, port }, (...[error, socket]) => {
      signal.removeEventListener("abort", abort);
      if (error !== null) reject(error);
      else if (signal.aborted) socket.destroy();
      else resolve(socket);
    });
  });
}

/** A host name of a URL for use in sockets: an IPv6 address without brackets. */
function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

// A stream between a connection and the HTTP/2 client of Node. It ends the connection with an error in two cases that
// Node does not handle. After a header with more than eight CONTINUATION frames, Node 20 ends the process some time
// later with a failed assertion, so the connection is closed before Node reads the ninth. After most protocol errors
// Node sends GOAWAY, but does not end the streams.

/** See RFC 9113 sections 3.4, 4.1, 6.8 and 6.10. */
const PREFACE_BYTES = 24;
const FRAME_HEADER_BYTES = 9;
const GOAWAY = 7;
const CONTINUATION = 9;

/** The payload of GOAWAY: the last stream, then the error code. */
const GOAWAY_BYTES = 8;

/** The limit of nghttp2. With 16 KiB each, it is twice the default limit of a header. */
const MOST_CONTINUATIONS = 8;

/** Wraps a connection. It ends with an error when a header has too many frames, or Node reports a protocol error. */
export function guardHeaders(socket: Socket): Socket {
  const isTooLong = continuationCounter();
  const faultIn = faultReader();
  const guarded = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, encoding, done) => {
      const fault = faultIn(chunk);
      socket.write(chunk, encoding, (error) => {
        done(error);
        if (fault !== null) guarded.destroy(fault);
      });
    },
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  socket.on("data", (chunk: Buffer) => {
    if (isTooLong(chunk)) {
      const limit = `${MOST_CONTINUATIONS} CONTINUATION frames, the limit`;
      guarded.destroy(new WireError("TOO_MANY_FIELDS", `the answer's header goes on over more than ${limit}`));
    } else if (!guarded.push(chunk)) socket.pause();
  });
  socket.on("end", () => guarded.push(null));
  socket.on("error", (error) => guarded.destroy(error));
  socket.on("close", () => guarded.destroy());
  // The client uses these members besides the methods of a stream.
  const more = { alpnProtocol: "h2", ref: () => socket.ref(), unref: () => socket.unref() };
  return Object.assign(guarded, more) as unknown as Socket;
}

/** Reads incoming bytes, in chunks of any size. Gives whether there were too many CONTINUATION frames in a row. */
function continuationCounter(): (chunk: Buffer) => boolean {
  let inARow = 0;
  let isTooLong = false;
  const read = frameReader({ skip: 0, payloadBytes: 0 }, (type) => {
    inARow = type === CONTINUATION ? inARow + 1 : 0;
    isTooLong ||= inARow > MOST_CONTINUATIONS;
  });
  return (chunk) => {
    read(chunk);
    return isTooLong;
  };
}

/** The codes of RFC 9113 section 7, in order. */
const codes =
  "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM".split(
    " ",
  );

/** Reads outgoing bytes, in chunks of any size. Gives the protocol error that Node reports in GOAWAY. */
function faultReader(): (chunk: Buffer) => WireError | null {
  let fault: WireError | null = null;
  const read = frameReader({ skip: PREFACE_BYTES, payloadBytes: GOAWAY_BYTES }, (type, payload) => {
    const code = type === GOAWAY ? payload.readUInt32BE(4) : 0;
    if (code === 0) return;
    fault = new WireError("BROKEN", `the provider broke the rules of HTTP/2 (${codes[code] ?? `code ${code}`})`);
  });
  return (chunk) => {
    read(chunk);
    return fault;
  };
}

interface Reading {
  /** Bytes before the first frame. */
  readonly skip: number;
  /** The most bytes that are needed of each payload. */
  readonly payloadBytes: number;
}

/**
 * Reads frames from chunks of any size. A frame is reported as soon as its type and the needed payload have arrived.
 */
function frameReader(
  { skip, payloadBytes }: Reading,
  found: (type: number, payload: Buffer) => void,
): (chunk: Buffer) => void {
  let start: Buffer = Buffer.alloc(0);
  let left = skip;
  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      const skipped = Math.min(left, chunk.length - at);
      left -= skipped;
      at += skipped;
      if (left > 0) return;
      const part = chunk.subarray(at, at + wantedOf(start, payloadBytes) - start.length);
      start = Buffer.concat([start, part]);
      at += part.length;
      const wanted = wantedOf(start, payloadBytes);
      if (start.length < FRAME_HEADER_BYTES || start.length < wanted) continue;
      left = FRAME_HEADER_BYTES + start.readUIntBE(0, 3) - wanted;
      const [type, payload] = [start.readUInt8(3), start.subarray(FRAME_HEADER_BYTES)];
      start = Buffer.alloc(0);
      found(type, payload);
    }
  };
}

/** How many bytes of a frame must have arrived. */
function wantedOf(start: Buffer, payloadBytes: number): number {
  if (start.length < FRAME_HEADER_BYTES) return FRAME_HEADER_BYTES;
  return FRAME_HEADER_BYTES + Math.min(payloadBytes, start.readUIntBE(0, 3));
}
