/** Serves an application of this process on a port of the loopback interface while it is judged. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type FetchHandler, answerFault, answerFetch, isResponse } from "./fetch-bridge.ts";

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

/** A running server. */
export interface LoopbackServer {
  /** The origin, without a trailing slash. */
  readonly origin: string;
  /** Closes the server and all connections. */
  readonly close: () => Promise<void>;
}

/** Called at most once, if the served function turns out not to be a request listener of `node:http`. */
export type OnMisuse = (fault: TypeError) => void;

/**
 * Serves an application on a free port of 127.0.0.1.
 * @throws {TypeError} when the application cannot be served; also any error of a Fastify plugin that is loaded
 */
export async function serveApp(app: App, onMisuse: OnMisuse): Promise<LoopbackServer> {
  return listen(await listenerOf(app, onMisuse));
}

/** Serves a web-standard handler on a free port of 127.0.0.1. */
export function serveFetch(handler: FetchHandler): Promise<LoopbackServer> {
  return listen((request, response) => answerFetch(handler, request, response));
}

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
 * A listener whose errors become 500 responses and do not end the process. A listener that returns a `Response` is a
 * web-standard handler by mistake: it never answers. Its number of parameters does not show this; its return value
 * does.
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

function hasMethod<Name extends string>(
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
