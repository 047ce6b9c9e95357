/**
 * Provider states for contract tests: a separate endpoint that puts the store into a state. Off unless it is started.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { errorAnswer, type ServerAnswer } from "./server-answers.ts";
import { answerWhole, createShutdown, readBody } from "./served-request.ts";
import { int64Of } from "./int64.ts";
import { parseObject, type SourceMember } from "./json-reader.ts";
import type { PlantStore } from "./create-plant.ts";

export interface RunningStates {
  /** The URL for state requests, such as `http://127.0.0.1:41234/`. */
  readonly url: string;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** In bytes: a state's name and parameters are short. */
const BODY_LIMIT = 65_536;

/** Names of this machine. A web page whose own name resolves to this machine would send that name instead. */
const LOCAL = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;

/**
 * Starts the endpoint only on 127.0.0.1, on its own port; 0 is any free one. It accepts the requests of Pact's
 * verifiers: `{"state": "...", "params": {...}, "action": "setup" | "teardown"}`.
 *
 * Anyone who reaches it can empty the store, so the network (it listens only on loopback) and web pages are kept out:
 * the Host field has to name this machine and the content type has to be JSON. A page cannot send that without a
 * preflight request, which is always refused.
 *
 * @throws {Error} (the promise rejects) when the port cannot be listened on
 */
export async function startStates(store: PlantStore, port = 0): Promise<RunningStates> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const answer = (given: ServerAnswer): void => answerWhole(response, given, given.status !== 200);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return answer(refusal);
    readBody(request, { limit: BODY_LIMIT, keep: true }, (body) => {
      answer(body === "too-long" ? errorAnswer(413, "The body is too long.") : changeState(body, store));
    });
  });
  const stop = createShutdown(server, 1_000);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, stop, [Symbol.asyncDispose]: stop };
}

function refusalOf({ method, headers }: IncomingMessage): ServerAnswer | undefined {
  if (!LOCAL.test(headers.host ?? "")) return errorAnswer(403, "Only this machine may ask for a state.");
  if (method !== "POST") return errorAnswer(405, "Only POST is allowed here.", { Allow: "POST" });
  if (headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === "application/json") return undefined;
  return errorAnswer(415, "A state is asked for in application/json.");
}

/** Sets up one state. A teardown undoes nothing: the next state is set up anew. */
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

/**
 * Adds the plant with the id of the parameter `id`, or with an id that the server chooses. The answer has the id as
 * `plantId`.
 */
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
