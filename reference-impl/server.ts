/** A server for the one operation of the source document, POST {base_url}/plants, on node:http. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { answerAndClose, answerWhole, createShutdown, LINGER_MS, readBody } from "./served-request.ts";
import { type Authenticate, type Gate, type HeadOptions, createAuthentication, createGate } from "./request-head.ts";
import { type PlantStore, createPlant, createStore } from "./create-plant.ts";
import { errorAnswer, fieldsOf, type ServerAnswer } from "./server-answers.ts";

// Requests that node:http would answer by itself, without an Error body: HTTP that does not parse, timeouts, CONNECT.

/**
 * Makes `server` answer these with an Error in `application/json` too, each connection at most once.
 * @param inWordsOf - writes a refusal as another document shows it
 */
function answerBrokenConnections(
  server: Server,
  inWordsOf: (answer: ServerAnswer) => ServerAnswer = (answer) => answer,
): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const remember = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, response);
  };
  server.prependListener("request", remember);
  server.prependListener("checkContinue", remember);
  server.prependListener("checkExpectation", remember);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const answer = inWordsOf(answerToBroken(error.code ?? ""));
    const response = latest.get(socket);
    if (response === undefined || response.writableFinished) return hangUp(socket, answer);
    // The request before the broken bytes is complete: its answer is sent first.
    if (response.req.complete) return void response.once("finish", () => hangUp(socket, answer));
    // The body of the request is broken. If the request is answered already, that answer stands.
    if (!response.headersSent) answerAndClose(response, answer);
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.resume();
    hangUp(socket, inWordsOf(errorAnswer(405, "This server is no proxy.", { Allow: "POST" })));
  });
}

function answerToBroken(code: string): ServerAnswer {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return errorAnswer(408, "The request did not arrive in time.");
    case "HPE_HEADER_OVERFLOW":
      return errorAnswer(431, "The request's head is too long.");
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return errorAnswer(413, "The request's chunk extensions are too long.");
    default:
      return errorAnswer(400, "The request is not HTTP/1.1 (RFC 9112).");
  }
}

/** Sends an answer that belongs to no request of node:http, and closes the connection as `answerAndClose` does. */
function hangUp(socket: Duplex, answer: ServerAnswer): void {
  // The connection is ended already, or gone.
  if (!socket.writable) return;
  const fields = Object.entries(fieldsOf(answer, true)).map(([name, value]) => `${name}: ${value}\r\n`);
  const reason = STATUS_CODES[answer.status] ?? "";
  socket.end(`HTTP/1.1 ${answer.status} ${reason}\r\n${fields.join("")}\r\n${answer.body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** An operation that creates something: its path, its gate, and its answers. */
export interface ServedOperation {
  /** Appended to the base path, percent-encoded as in a URL. */
  readonly path: string;
  readonly authenticate: Authenticate;
  readonly head?: HeadOptions;
  /** Answers the bytes of a body. */
  readonly create: (body: Buffer) => ServerAnswer;
  /** Writes a refusal as the document of this operation shows it. */
  readonly inItsWords: (refusal: ServerAnswer) => ServerAnswer;
}

export interface ServerOptions {
  /** The only access token that is accepted: visible ASCII characters. */
  readonly token: string;
  /** Served instead of the operation of the source document. It checks tokens itself. */
  readonly operation?: ServedOperation;
  /** Host name or address to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
  /** The port to listen on; 0, also when absent, is any free port. */
  readonly port?: number;
  /** The path before `/plants`, percent-encoded as in a URL: empty, or `/a/b%20c`. */
  readonly basePath?: string;
  /** The longest body that is read, in bytes; 1 MiB when absent, at most 64 MiB. */
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
  /** The store, so that a contract test can set up a state. */
  readonly store: PlantStore;
  /**
   * Stops accepting connections and resolves when every connection is closed: see `shutdownGraceMs`. May be called
   * again.
   */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The longest request head, as Node's default. Longer ones are answered with 431. */
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
  // For node:http, 0 means no limit.
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
    // The gate requires Host itself: node:http would answer without a body.
    requireHostHeader: false,
  });
  // Beyond a count, node:http silently drops fields, possibly an Authorization; the bytes are limited instead.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  // No bytes in either direction for longer than any other limit: the client does not read an answer.
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
      // The request timed out in the middle of the body.
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

/** Resolves with the port that `server` listens on. */
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
  // A connection that cannot be accepted, for lack of file descriptors, does not end the server.
  server.on("error", () => {});
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address.port;
}
