/** Judges the requests of your own tests to an application, and its responses, while the tests run. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { addSafely } from "../../traffic/traffic-judge.ts";
import { openShippedTraffic } from "../../traffic/read/judge-recordings.ts";
import type { TrafficExchange } from "../../traffic/recorded-traffic.ts";
import type { TrafficResult, TrafficSide } from "../../traffic/traffic-result.ts";
import { encodeText } from "../../reports/text/text.ts";
import { trafficReport } from "../../reports/traffic/traffic-report.ts";
import { type App, type FastifyApp, hasMethod, type NodeListener } from "../loopback.ts";
import { objectOf, quoted, rule, trueOrFalse } from "../option-rules.ts";
import { toolVersion } from "../version.ts";
import { tapFetch, tapNode } from "./node-recorder.ts";

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
