/** Provider states for contract tests: an endpoint of its own that puts the store into a state. Off unless it is started. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorAnswer, fieldsOf, type ServerAnswer } from "./responses.ts";
import { readBody } from "./exchange.ts";
import { int64Of } from "./integer.ts";
import { parseObject, type SourceMember } from "./json-reader.ts";
import { createShutdown } from "./shutdown.ts";
import type { PlantStore } from "./store.ts";

export interface RunningStates {
  /** Where states are asked for, such as `http://127.0.0.1:41234/`. */
  readonly url: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** In bytes: a state's name and parameters are short. */
const BODY_LIMIT = 65_536;

/** Names of this machine. A page in a browser that had its own name lead here would send that name. */
const LOCAL = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;

/**
 * Starts the endpoint on 127.0.0.1 and nowhere else, on a port of its own, 0 being any free one. It takes what Pact's
 * verifiers send: `{"state": "...", "params": {...}, "action": "setup" | "teardown"}`.
 *
 * Anyone who reaches it can empty the store, so that it is kept from the network (loopback alone) and from web pages: the
 * Host field has to name this machine, and the content type JSON, which a page cannot send here without being asked
 * first, and it is never answered yes.
 *
 * @throws {Error} (the promise rejects) when the port cannot be listened on
 */
export async function startStates(store: PlantStore, port = 0): Promise<RunningStates> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) return answer(response, refusal);
    readBody(request, { limit: BODY_LIMIT, keep: true }, (body) => {
      answer(response, body === "too-long" ? errorAnswer(413, "The body is too long.") : changeState(body, store));
    });
  });
  const stop = createShutdown(server, 1_000);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, stop, [Symbol.asyncDispose]: stop };
}

function answer(response: ServerResponse, given: ServerAnswer): void {
  response.writeHead(given.status, fieldsOf(given, given.status !== 200));
  response.end(given.body);
}

function refusalOf({ method, headers }: IncomingMessage): ServerAnswer | undefined {
  if (!LOCAL.test(headers.host ?? "")) return errorAnswer(403, "Only this machine may ask for a state.");
  if (method !== "POST") return errorAnswer(405, "Only POST is allowed here.", { Allow: "POST" });
  if (headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === "application/json") return undefined;
  return errorAnswer(415, "A state is asked for in application/json.");
}

/** Brings one state about. Nothing has to be taken back at a teardown: the next state is set anew. */
function changeState(body: Buffer, store: PlantStore): ServerAnswer {
  const question = parseObject(body, new Set(["state", "params", "action"]));
  if (question.kind === "refused") return errorAnswer(400, question.message);
  if (question.members.get("action")?.value === "teardown") return values("{}");
  switch (question.members.get("state")?.value) {
    case "no plants":
      store.clear();
      return values("{}");
    case "a plant exists":
      return addPlant(question.members.get("params"), store);
    default:
      return errorAnswer(404, 'The states here are "no plants" and "a plant exists".');
  }
}

/** With the parameter `id` that plant is there, else one with an id of the server's own. Its id is given as `plantId`. */
function addPlant(params: SourceMember | undefined, store: PlantStore): ServerAnswer {
  const given = params === undefined ? undefined : parseObject(Buffer.from(params.source), new Set(["id"]));
  const source = given?.kind === "object" ? given.members.get("id")?.source : undefined;
  const id = int64Of(source ?? "2147483647");
  if (typeof id !== "bigint") return errorAnswer(400, 'The parameter "id" must be an int64.');
  store.add(id);
  return values(`{"plantId":${id}}`);
}

function values(body: string): ServerAnswer {
  return { status: 200, headers: {}, body };
}
