/** A server for the one operation of the source document, POST {base_url}/plants, on node:http. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { errorAnswer, type ServerAnswer } from "./responses.ts";
import { type Authenticate, createAuthentication } from "./bearer.ts";
import { answerBrokenConnections } from "./broken-connections.ts";
import { answerAndClose, answerWhole, readBody } from "./exchange.ts";
import { createGate, type Gate, type HeadOptions } from "./gate.ts";
import { createPlant } from "./plants.ts";
import { createShutdown } from "./shutdown.ts";
import { createStore, type PlantStore } from "./store.ts";

/** An operation that creates something: its place, what guards it, and what it answers. */
export interface ServedOperation {
  /** Appended to the base path, percent-encoded as in a URL. */
  readonly path: string;
  readonly authenticate: Authenticate;
  readonly head?: HeadOptions;
  /** From the bytes of a body to an answer. */
  readonly create: (body: Buffer) => ServerAnswer;
  /** Writes a refusal as the document of this operation shows it. */
  readonly inItsWords: (refusal: ServerAnswer) => ServerAnswer;
}

export interface ServerOptions {
  /** The one access token accepted: visible ASCII characters. */
  readonly token: string;
  /** What is served instead of the operation of the source document. It decides about tokens itself. */
  readonly operation?: ServedOperation;
  /** Host name or address to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
  /** 0, also when absent, is any free port. */
  readonly port?: number;
  /** What stands before `/plants`, percent-encoded as in a URL: empty, or `/a/b%20c`. */
  readonly basePath?: string;
  /** The longest body read, in bytes; 1 MiB when absent, at most 64 MiB. */
  readonly bodyLimit?: number;
  /** How long a request may take to arrive, from its first byte to its last, in milliseconds; 30,000 when absent. */
  readonly requestTimeoutMs?: number;
  /** How long `stop` waits for requests in flight, in milliseconds; 5,000 when absent. */
  readonly shutdownGraceMs?: number;
}

export interface RunningServer {
  /** The base URL without a trailing slash, such as `http://127.0.0.1:41234/api/v1`. */
  readonly url: string;
  readonly port: number;
  /** For bringing the server into a state that a contract speaks of. */
  readonly store: PlantStore;
  /** Accepts no more connections and resolves when every one is closed: see `shutdownGraceMs`. May be called again. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Node reads as much of a request's head by default; longer ones are answered with 431. */
const MAX_HEAD_BYTES = 16_384;
const MAX_CONNECTIONS = 4_000;
const KEEP_ALIVE_MS = 30_000;

/**
 * Starts a server and resolves when it listens.
 *
 * Throws an Error (the promise rejects) that says which option is wrong, or why it cannot listen: the port is taken,
 * the host is not of this machine.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = "127.0.0.1", port = 0, basePath = "", shutdownGraceMs = 5_000 } = options;
  requireValid(options);
  const store = createStore();
  const server = createHttpServer(options.requestTimeoutMs ?? 30_000);
  const operation = options.operation ?? plantOperation(store, options.token);
  serveOperation(server, operation, options);
  answerBrokenConnections(server, operation.inItsWords);
  const stop = createShutdown(server, shutdownGraceMs);
  const boundPort = await listen(server, host, port);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}${basePath}`;
  return { url, port: boundPort, store, stop, [Symbol.asyncDispose]: stop };
}

function requireValid({ token, basePath = "", bodyLimit = 1, requestTimeoutMs = 1 }: ServerOptions): void {
  if (!/^[!-~]+$/.test(token)) throw new Error("token must be one or more visible ASCII characters.");
  if (!/^(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[0-9a-f]{2})+)*$/i.test(basePath)) {
    throw new Error(
      `basePath must be empty, or begin with a slash, not end with one, and be percent-encoded; it is ${JSON.stringify(basePath)}.`,
    );
  }
  if (!Number.isInteger(bodyLimit) || bodyLimit < 1 || bodyLimit > 2 ** 26) {
    throw new Error("bodyLimit must be an integer from 1 to 67108864.");
  }
  // To node:http, 0 is no limit at all.
  if (!Number.isInteger(requestTimeoutMs) || requestTimeoutMs < 1) {
    throw new Error("requestTimeoutMs must be a positive integer.");
  }
}

function createHttpServer(requestTimeout: number): Server {
  const server = createServer({
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, 10_000),
    connectionsCheckingInterval: Math.min(requestTimeout, 1_000),
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEAD_BYTES,
    // The gate asks for Host itself: node:http would answer without a body.
    requireHostHeader: false,
  });
  // Beyond a count node:http drops fields without a word, an Authorization among them; the bytes are limited instead.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  // No bytes in either direction for longer than any other limit: an answer that the client does not take.
  server.timeout = requestTimeout + KEEP_ALIVE_MS;
  return server;
}

/** The operation of the source document. */
function plantOperation(store: PlantStore, token: string): ServedOperation {
  return {
    path: "/plants",
    authenticate: createAuthentication(token),
    create: (body) => createPlant(body, store),
    inItsWords: (refusal) => refusal,
  };
}

function serveOperation(server: Server, operation: ServedOperation, options: ServerOptions): void {
  const { basePath = "", bodyLimit: limit = 1_048_576 } = options;
  const { authenticate, head, create, inItsWords } = operation;
  const heads = createGate(`${basePath}${operation.path}`, authenticate, head);
  const gate: Gate = (request) => {
    const refusal = heads(request);
    return refusal === undefined ? undefined : inItsWords(refusal);
  };
  const tooLong = inItsWords(errorAnswer(413, `The body is longer than ${limit} bytes.`));
  const isTooLong = (request: IncomingMessage): boolean => Number(request.headers["content-length"] ?? 0) > limit;

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = gate(request);
    if (isTooLong(request)) return answerAndClose(response, refusal ?? tooLong);
    readBody(request, { limit, keep: refusal === undefined }, (body) => {
      // The time ran out in the middle of the body.
      if (response.headersSent) return;
      if (body === "too-long") return answerAndClose(response, refusal ?? tooLong);
      answerWhole(response, refusal ?? create(body), !server.listening);
    });
  };
  server.on("request", serve);
  // RFC 9110 section 10.1.1: the client waits for the decision whether to send its body.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    const refusal = gate(request) ?? (isTooLong(request) ? tooLong : undefined);
    if (refusal !== undefined) return answerAndClose(response, refusal);
    response.writeContinue();
    serve(request, response);
  });
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    answerAndClose(response, inItsWords(errorAnswer(417, "The only expectation known here is 100-continue.")));
  });
}

/** The port that `server` then listens on. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw new Error(
      `Cannot listen on host ${host}, port ${port}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  // A connection that cannot be accepted, for want of file descriptors, is no reason to end.
  server.on("error", () => {});
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address.port;
}
