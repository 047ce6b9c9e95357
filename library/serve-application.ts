/** Serves an application of this process on a free port of 127.0.0.1 while it is judged. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/**
 * A request listener of `node:http`: an Express application, the result of Koa's `callback()`, or your own function.
 */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An object with a web-standard handler: a Hono application, or the default export of a Bun or Deno server. */
export interface FetchApp {
  readonly fetch: FetchHandler;
}

/** A Fastify instance. `judge` loads its plugins, and does not close it. */
export interface FastifyApp {
  readonly ready: () => PromiseLike<unknown>;
  readonly routing: (request: IncomingMessage, response: ServerResponse) => void;
}

/** An application that can be served. A function is taken as a request listener of `node:http`. */
export type App = NodeListener | FetchApp | FastifyApp;

interface LoopbackServer {
  /** The origin, without a trailing slash. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Called at most once, if the served function turns out not to be a request listener of `node:http`. */
type OnMisuse = (fault: TypeError) => void;

/** @throws {TypeError} when the application cannot be served; also any error of a Fastify plugin that is loaded */
async function listenerOf(app: App, onMisuse: OnMisuse): Promise<NodeListener> {
  // A function can also have a method `fetch`. Express applications have none.
  if (hasMethod(app, "fetch")) return (request, response) => answerFetch((one) => app.fetch(one), request, response);
  if (typeof app === "function") return guarded(app, onMisuse);
  if (hasMethod(app, "ready") && hasMethod(app, "routing")) {
    await app.ready();
    return (request, response) => app.routing(request, response);
  }
  throw new TypeError(appFault(app, "app") ?? "app cannot be served");
}

/** Why a value cannot be served as an application, and what to pass instead; null if it can be served. */
export function appFault(app: unknown, name: string): string | null {
  const isOne =
    typeof app === "function" || hasMethod(app, "fetch") || (hasMethod(app, "ready") && hasMethod(app, "routing"));
  return isOne ? null : `${name} is ${kindOf(app)}; ${hintFor(app)}`;
}

/**
 * A listener whose errors become 500 responses and do not end the process. One that returns a `Response` is a
 * web-standard handler by mistake: it never answers, and only its return value shows this.
 */
function guarded(listener: NodeListener, onMisuse: OnMisuse): NodeListener {
  return async (request, response) => {
    try {
      const returned: unknown = await listener(request, response);
      if (!isResponse(returned)) return;
      onMisuse(
        new TypeError("app returned a Response, so it is a web-standard handler; give it as fetch, and not as app"),
      );
      response.destroy();
    } catch (error) {
      answerFault(response, error);
    }
  };
}

async function listen(listener: NodeListener): Promise<LoopbackServer> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  const closing = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closing;
}

/** Whether a value has a method of this name. */
export function hasMethod<Name extends string>(
  value: unknown,
  name: Name,
): value is Readonly<Record<Name, (...args: never[]) => unknown>> {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  return isHolder && typeof Reflect.get(value, name) === "function";
}

function kindOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? "an array" : `an object of ${value.constructor?.name ?? "no class"}`;
}

function hintFor(value: unknown): string {
  if (hasMethod(value, "callback")) return "of a Koa application, give app.callback()";
  if (hasMethod(value, "getHttpAdapter"))
    return "of a Nest application, give app.getHttpAdapter().getInstance() after await app.init()";
  if (hasMethod(value, "listen")) return "of a server, give the base URL at which it listens as url";
  return "give a (request, response) listener of node:http, an object with fetch, or a Fastify instance";
}

/** A web-standard handler. */
export type FetchHandler = (request: Request) => Response | PromiseLike<Response>;

/** Sends the response of the handler, or 500 if it throws or returns something else. Never rejects. */
async function answerFetch(handler: FetchHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const ending = new AbortController();
  outgoing.once("close", () => ending.abort());
  try {
    const request = await requestOf(incoming, ending.signal);
    await send(await handler(request), incoming, outgoing);
  } catch (error) {
    answerFault(outgoing, error);
  }
}

/** Handles an error of the application as servers do: 500, or a closed connection after the header was sent. */
function answerFault(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(String(error));
}

/** Whether a value is a `Response` of any realm or library. */
function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === "[object Response]";
}

/** Reads the body first: bytes that a handler leaves unread would block the next request on the connection. */
async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers, rawHeaders } = incoming;
  const fields: Array<[string, string]> = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) fields.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  const bytes = await buffer(incoming);
  // In the Fetch standard, a `Request` with one of these methods has no body.
  const isBodiless = method === "GET" || method === "HEAD";
  const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  const body = isBodiless || !isFramed ? null : bytes;
  return new Request(addressOf(url, headers.host), { method, headers: fields, body, signal });
}

function addressOf(target: string, host = "127.0.0.1"): string {
  const address = `http://${host}${target}`;
  return URL.canParse(address) ? address : new URL(target, "http://127.0.0.1").href;
}

async function send(answer: unknown, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (!isResponse(answer)) {
    throw new TypeError(`The handler returned ${answer === null ? "null" : typeof answer}, and no Response`);
  }
  const { status, statusText, headers, body } = answer;
  outgoing.statusCode = status;
  if (statusText !== "") outgoing.statusMessage = statusText;
  headers.forEach((value, name) => outgoing.appendHeader(name, value));
  if (body === null || incoming.method === "HEAD") {
    await body?.cancel();
    outgoing.end();
  } else {
    await pipeline(Readable.fromWeb(body), outgoing);
  }
}

interface ServedAt {
  readonly url: string;
  readonly signal: AbortSignal;
}

interface Served {
  readonly url?: string | undefined;
  readonly app?: App;
  readonly fetch?: FetchHandler;
  readonly basePath?: string;
  readonly signal?: AbortSignal;
}

/** Serves an application during some work. @throws {TypeError} when it cannot be served, which may show only later */
export async function whileServed<Value>(options: Served, work: (served: ServedAt) => Promise<Value>): Promise<Value> {
  const { url = "", basePath = "", signal } = options;
  const misuse = new AbortController();
  const server = await serve(options, (fault) => misuse.abort(fault));
  try {
    return await work({
      url: server === null ? url : server.origin + basePath,
      signal: signal === undefined ? misuse.signal : AbortSignal.any([signal, misuse.signal]),
    });
  } finally {
    await server?.close();
    // Replaces any other outcome if the function was not a request listener.
    misuse.signal.throwIfAborted();
  }
}

async function serve({ app, fetch }: Served, onMisuse: OnMisuse): Promise<LoopbackServer | null> {
  if (app !== undefined) return listen(await listenerOf(app, onMisuse));
  return fetch === undefined ? null : listen((request, response) => answerFetch(fetch, request, response));
}
