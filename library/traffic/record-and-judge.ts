/** Judges what an implementer's own tests send to an application, and what it answers, while the tests run. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { addSafely } from "../../traffic/open-traffic.ts";
import { openShippedTraffic } from "../../traffic/read/judge-recordings.ts";
import type { TrafficExchange } from "../../traffic/recorded-traffic.ts";
import type { TrafficResult, TrafficSide } from "../../traffic/traffic-result.ts";
import { renderTrafficText } from "../../reports/traffic/traffic-text.ts";
import type { App, FastifyApp, FetchApp, NodeListener } from "../loopback.ts";
import { objectOf, quoted, rule } from "../rule-kinds.ts";
import { toolVersion } from "../version.ts";
import { tapFetch } from "./fetch-tap.ts";
import { tapNode } from "./node-tap.ts";

/** How traffic with an application is judged. */
export interface RecordOptions {
  /** Tests send wrong requests on purpose, so that by default only the provider is judged. */
  readonly side?: TrafficSide;
  /** Whether a SHOULD that is not met is held against the provider, too. */
  readonly strict?: boolean;
}

/** A Fastify instance that takes hooks. */
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

/** Traffic that is recorded while tests run. */
export interface RecordedTraffic<A> {
  /** The application, to be served or called in the place of the one that was given. */
  readonly app: A;
  /** The result of everything that was answered by now. */
  readonly result: () => Promise<TrafficResult>;
  /**
   * For a hook after all tests: fails them where the traffic is broken, or where too little of it could be judged.
   * @throws {Error} with the report
   */
  readonly requireClean: () => Promise<void>;
}

/**
 * Wraps an application so that all that it is sent and answers is judged. The application behaves as before, and a fault
 * of the judging is never its fault.
 * @param app a listener of `node:http` (an Express application), an object with `fetch` (Hono), or a Fastify instance
 *   before it is ready, which gets a hook and is returned as it is
 * @throws {TypeError} when it is none of these, or an option cannot be used
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
    strict: rule("true or false", (value) => typeof value === "boolean"),
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
  if (isFetchApp(app)) {
    const fetch = tapFetch((request) => app.fetch(request), later);
    return new Proxy(app, { get: (of, name) => (name === "fetch" ? fetch : (Reflect.get(of, name) as unknown)) });
  }
  if (typeof app === "function") return listening(app, seen);
  if (!isHooked(app)) throw new TypeError(NOT_RECORDED);
  app.addHook("onRequest", (request, reply, done) => {
    tapNode(request.raw, reply.raw, seen);
    done();
  });
  return app;
}

/** The same function, with its own properties: an Express application is one, and has methods. */
function listening(listener: NodeListener, seen: (exchange: TrafficExchange) => void): NodeListener {
  return new Proxy(listener, {
    apply: (of, self, given: Parameters<NodeListener>): unknown => {
      tapNode(given[0], given[1], seen);
      return Reflect.apply(of, self, given);
    },
  });
}

function isFetchApp(app: App): app is FetchApp {
  return typeof Reflect.get(app, "fetch") === "function";
}

function isHooked(app: object): app is HookedFastify {
  return typeof Reflect.get(app, "addHook") === "function" && typeof Reflect.get(app, "ready") === "function";
}

async function requireClean(result: () => Promise<TrafficResult>): Promise<void> {
  const judged = await result();
  if (judged.verdict !== "traffic-clean") throw new Error(renderTrafficText(judged));
}
