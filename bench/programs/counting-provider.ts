/**
 * The reference implementation in its own process, with counts of its requests. `--latency` delays every answer by that
 * number of milliseconds; `--hangs` leaves requests without a token unanswered; `--distinct` also counts the distinct
 * requests. It prints its URL, and answers each message with its counts.
 */
import { createHash } from "node:crypto";
import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import { startServer } from "../../reference-impl/server.ts";

/** Counts of the requests that a provider received. Times are in milliseconds since the epoch. */
export interface RequestCounts {
  readonly requests: number;
  /** Requests that differ in method, target, authorization, content type or body. */
  readonly distinct: number;
  readonly greatestInFlight: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

const { values } = parseArgs({
  options: {
    latency: { type: "string", default: "0" },
    distinct: { type: "boolean", default: false },
    hangs: { type: "boolean", default: false },
  },
});
const latencyMs = Number(values.latency);
let [requests, inFlight, greatestInFlight, firstAt, lastAt] = [0, 0, 0, 0, 0];
const distinct = new Set<string>();

const heard = ["request", "checkContinue", "checkExpectation"];
const emit = Reflect.get(Server.prototype, "emit") as (this: Server, ...given: readonly unknown[]) => boolean;

function hear(request: IncomingMessage, response: ServerResponse): void {
  const now = performance.timeOrigin + performance.now();
  if (requests === 0) firstAt = now;
  lastAt = now;
  requests += 1;
  inFlight += 1;
  greatestInFlight = Math.max(greatestInFlight, inFlight);
  response.once("close", () => (inFlight -= 1));
  if (!values.distinct) return;
  const { authorization = "", "content-type": type = "" } = request.headers;
  const digest = createHash("sha256").update(JSON.stringify([request.method, request.url, authorization, type]));
  request.on("data", (chunk: Buffer) => digest.update(chunk));
  request.once("end", () => distinct.add(digest.digest("hex")));
}

// The server is the one that ships. Requests are counted and delayed before they reach it.
Server.prototype.emit = function (this: Server, event: string | symbol, ...given: unknown[]): boolean {
  if (!heard.includes(String(event))) return emit.call(this, event, ...given);
  const request = given[0] as IncomingMessage;
  hear(request, given[1] as ServerResponse);
  if (values.hangs && request.headers.authorization === undefined) return true;
  if (latencyMs === 0) return emit.call(this, event, ...given);
  setTimeout(() => emit.call(this, event, ...given), latencyMs);
  return true;
};

process.on("message", () => {
  process.send?.({ requests, distinct: distinct.size, greatestInFlight, firstAt, lastAt } satisfies RequestCounts);
});
process.once("disconnect", () => process.exit());
const { url } = await startServer({ token: process.env["PLANT_STORE_TOKEN"] ?? "" });
process.stdout.write(`${url}\n`);
