/** Records the exchanges of a listener of `node:http`, without a change to its requests and responses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type HeaderFields, pairsOf } from "../http/message.ts";
import { DEFAULT_LIMITS } from "../http/provider.ts";
import { gather } from "../http/streams.ts";
import { encodeText } from "../reports/text/terminal-text.ts";
import { trafficReport } from "../reports/traffic/traffic-report.ts";
import { openShippedTraffic } from "../traffic/judge-recordings.ts";
import type { Lost, TrafficExchange, TrafficRequest } from "../traffic/recorded-traffic.ts";
import { addSafely } from "../traffic/traffic-judge.ts";
import type { TrafficResult, TrafficSide } from "../traffic/traffic-result.ts";
import { type App, type FastifyApp, type FetchHandler, type NodeListener, hasMethod } from "./serve-application.ts";
import { objectOf, quoted, rule, trueOrFalse } from "./option-rules.ts";
import { toolVersion } from "../spec/package-file.ts";

interface Passing {
  readonly add: (chunk: unknown, encoding?: unknown) => void;
  readonly bytes: () => Uint8Array | Lost;
}

/** @param most the most bytes of a body to keep until it is judged */
function openPassing(most: number): Passing {
  const gathered = gather(most);
  let isCut = false;
  return {
    add: (chunk, encoding) => {
      // A copy, because the owner may reuse the buffer.
      isCut ||= gathered.add(Uint8Array.from(bytesIn(chunk, encoding)));
    },
    bytes: () => (isCut ? { lost: `the body has more than ${most} bytes, the limit` } : gathered.bytes()),
  };
}

/** Milliseconds since 1970, more exact than those of `Date`. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function bytesIn(chunk: unknown, encoding: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== "string") return new Uint8Array();
  return Buffer.from(chunk, Buffer.isEncoding(String(encoding)) ? (encoding as BufferEncoding) : "utf8");
}

interface TapOptions {
  /** The original path and query, if the listener gets changed ones. */
  readonly target?: string;
  /** The most bytes of a body to keep until it is judged. */
  readonly most?: number;
}

/** Calls back after the response was sent. @returns a function that returns the request as far as it was read */
export function tapNode(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  seen: (exchange: TrafficExchange) => void,
  { target = request.url ?? "", most = DEFAULT_LIMITS.bodyBytes }: TapOptions = {},
): () => TrafficRequest {
  const { method = "", rawHeaders } = request;
  const start = now();
  const headers = pairsOf(rawHeaders);
  const body = tapRequest(request, most);
  const answer = tapResponse(response, most);
  const sent = (): TrafficRequest => ({ method, url: target, headers, body: body() });
  response.once("finish", () => {
    const isBodiless = method === "HEAD" || response.statusCode === 204 || response.statusCode === 304;
    seen({
      request: sent(),
      response: {
        status: response.statusCode,
        headers: headersThatLeft(response),
        body: isBodiless ? new Uint8Array() : answer(),
        isDecoded: false,
      },
      span: { start, end: now() },
    });
  });
  return sent;
}

/** Copies the bytes that the parser pushes into a request. A body that the listener does not read may be incomplete. */
function tapRequest(request: IncomingMessage, most: number): () => Uint8Array | null | Lost {
  const passing = openPassing(most);
  let hasEnded = false;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null) hasEnded = true;
    else passing.add(chunk, encoding);
    return push(chunk, encoding);
  };
  return () => (hasEnded ? passing.bytes() : { lost: "the body of the request was not read to its end" });
}

function tapResponse(response: ServerResponse, most: number): () => Uint8Array | Lost {
  const passing = openPassing(most);
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  let isEnding = false;
  response.write = (...given: unknown[]): boolean => {
    // `end` may call `write`.
    if (!isEnding) passing.add(given[0], given[1]);
    return write(...given);
  };
  response.end = (...given: unknown[]): ServerResponse => {
    if (!isEnding) passing.add(given[0], given[1]);
    isEnding = true;
    return end(...given);
  };
  return passing.bytes;
}

/** The header fields as written on the wire; if these are unknown, the fields that were set. */
function headersThatLeft(response: ServerResponse): HeaderFields {
  const head: unknown = Reflect.get(response, "_header");
  if (typeof head !== "string") {
    return Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as const),
    );
  }
  return head
    .split("\r\n")
    .slice(1)
    .flatMap((line) => {
      const at = line.indexOf(":");
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()] as const] : [];
    });
}

/** Returns a handler that answers like the given one. @param seen called with each exchange, which may still be read */
function tapFetch(handler: FetchHandler, seen: (exchange: Promise<TrafficExchange>) => void): FetchHandler {
  return async (request) => {
    const { method, url, headers } = request;
    const start = now();
    const sent = request.body === null ? Promise.resolve(null) : bytesOf(request.clone().body);
    const answer = await handler(request);
    const { status } = answer;
    const received = bytesOf(answer.body === null ? null : answer.clone().body);
    const span = { start, end: now() };
    const exchange = async (): Promise<TrafficExchange> => ({
      span,
      request: { method, url: targetOf(url), headers: [...headers], body: await sent },
      response: { status, headers: [...answer.headers], body: await received, isDecoded: false },
    });
    seen(exchange());
    return answer;
  };
}

/** The path and the query. The origin is left out: the port can change with each request to the same handler. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Reads a copy of a body, to an error or to its end. */
async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | Lost> {
  if (body === null) return new Uint8Array();
  const passing = openPassing(DEFAULT_LIMITS.bodyBytes);
  try {
    for await (const part of body) passing.add(part);
  } catch {
    return { lost: "the body broke off" };
  }
  return passing.bytes();
}

// Judges the requests of your own tests to an application, and its responses, while the tests run.

/** The options of `recordAndJudge`. */
export interface RecordOptions {
  /** Which side to judge. Default: only the provider, because tests send wrong requests on purpose. */
  readonly side?: TrafficSide;
  /** Whether a SHOULD that is not met also counts against the provider. */
  readonly strict?: boolean;
}

/** A Fastify instance to which hooks can be added. */
export interface HookedFastify extends FastifyApp {
  readonly addHook: (
    name: "onRequest",
    hook: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse },
      done: () => void,
    ) => void,
  ) => unknown;
}

/** A recording of the traffic while tests run. */
export interface RecordedTraffic<A> {
  /** The wrapped application. Serve or call it in place of the original. */
  readonly app: A;
  /** Returns the result of all exchanges that were answered so far. */
  readonly result: () => Promise<TrafficResult>;
  /**
   * Fails if the traffic breaks a rule, or if too little of it could be judged. Call it in a hook after all tests.
   * @throws {Error} with the report as its message
   */
  readonly requireClean: () => Promise<void>;
}

/**
 * Wraps an application so that all its requests and responses are judged. The application behaves as before, and a
 * fault of the judging does not affect it.
 * @param app a request listener of `node:http` (such as an Express application), an object with `fetch` (Hono), or a
 *   Fastify instance before it is ready. The Fastify instance itself gets a hook and is returned.
 * @throws {TypeError} when `app` is none of these, or an option is invalid
 * @example
 * const traffic = await recordAndJudge(app);
 * after(() => traffic.requireClean());
 * await request(traffic.app).post("/plants").send({ id: 1234567, name: "Weeping fig" });
 */
export async function recordAndJudge<A extends App>(app: A, options: RecordOptions = {}): Promise<RecordedTraffic<A>> {
  requireRecordable(app, options);
  const { side = "provider", strict = false } = options;
  const wishes = { side, strict, baseUrls: [], consumerHeader: "user-agent", tool: toolVersion() };
  const traffic = await openShippedTraffic(wishes);
  const recording = traffic.open("the application", "in-process", true);
  const pending = new Set<Promise<void>>();
  const seen = (exchange: TrafficExchange): void => void addSafely(recording, exchange);
  const later = (exchange: Promise<TrafficExchange>): void => {
    const done = exchange.then(seen, () => undefined).finally(() => pending.delete(done));
    pending.add(done);
  };
  const result = async (): Promise<TrafficResult> => {
    await Promise.all(pending);
    return traffic.result();
  };
  return { app: tapped(app, seen, later) as A, result, requireClean: () => requireClean(result) };
}

const NOT_RECORDED =
  "app is none that can be recorded; give a listener of node:http, an object with fetch, or a Fastify instance";

const recordRule = objectOf<RecordOptions>('an object, such as { side: "both" }', {
  rules: {
    side: rule('"provider", "consumer" or "both"', (value) =>
      ["provider", "consumer", "both"].includes(value as string),
    ),
    strict: trueOrFalse,
  },
});

function requireRecordable(app: unknown, options: unknown): void {
  const isApp = typeof app === "function" || (typeof app === "object" && app !== null);
  if (!isApp) throw new TypeError(`${NOT_RECORDED}; it is ${quoted(app)}`);
  const fault = recordRule(options, "options");
  if (fault !== null) throw new TypeError(fault);
}

function tapped(
  app: App,
  seen: (exchange: TrafficExchange) => void,
  later: (exchange: Promise<TrafficExchange>) => void,
): App {
  if (hasMethod(app, "fetch")) {
    const fetch = tapFetch((request) => app.fetch(request), later);
    return new Proxy(app, { get: (of, name) => (name === "fetch" ? fetch : (Reflect.get(of, name) as unknown)) });
  }
  if (typeof app === "function") return listening(app, seen);
  if (!isHooked(app)) throw new TypeError(NOT_RECORDED);
  app.addHook("onRequest", (request, reply, done) => {
    tapNode({ request: request.raw, response: reply.raw }, seen);
    done();
  });
  return app;
}

/** A proxy of the function that keeps its properties: an Express application is a function with methods. */
function listening(listener: NodeListener, seen: (exchange: TrafficExchange) => void): NodeListener {
  return new Proxy(listener, {
    apply: (of, self, given: Parameters<NodeListener>): unknown => {
      tapNode({ request: given[0], response: given[1] }, seen);
      return Reflect.apply(of, self, given);
    },
  });
}

function isHooked(app: object): app is HookedFastify {
  return hasMethod(app, "addHook") && hasMethod(app, "ready");
}

async function requireClean(result: () => Promise<TrafficResult>): Promise<void> {
  const judged = await result();
  if (judged.verdict !== "traffic-clean") throw new Error(encodeText(trafficReport(judged)));
}
