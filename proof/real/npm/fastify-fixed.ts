/** Fastify 5, fixed: no coercion, an error handler, and a content type parser that keeps the body's text. */
import { type FastifyRequest, fastify } from "fastify";
import { whenListening } from "./listen.ts";
import { type StoredPlant, bearerToken, exactId, utf8 } from "./fixes.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

const newPlant = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" }, tag: { type: "string" } },
};

const texts = new WeakMap<FastifyRequest, string>();

/** Replaces Fastify's own parser for application/json. */
function parseBody(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  try {
    const text = utf8(bytes);
    texts.set(request, text);
    return Promise.resolve(JSON.parse(text));
  } catch {
    return Promise.reject(refusal(400, "The body is not JSON in UTF-8"));
  }
}

function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}

/** The application. A test of `library/` also judges it in the same process. */
export function fastifyApplication(token: string): ReturnType<typeof fastify> {
  const plants = new Map<bigint, StoredPlant>();
  const app = fastify({ ajv: { customOptions: { coerceTypes: false } } });
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, parseBody);
  app.setErrorHandler(({ statusCode = 500, message }: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(statusCode).send({ error: statusCode, message }),
  );
  app.addHook("onRequest", async (request, reply) => {
    if (bearerToken(request.headers.authorization) === token) return;
    await reply.code(401).header("WWW-Authenticate", "Bearer").send({ error: 401, message: "Unauthorized" });
  });
  app.post<{ Body: StoredPlant }>("/plants", { schema: { body: newPlant } }, (request, reply) => {
    const id = exactId(texts.get(request) ?? "");
    if (id === undefined) throw refusal(400, "The id is not an int64");
    const { name, tag } = request.body;
    const plant: StoredPlant = tag === undefined ? { name } : { name, tag };
    plants.set(id, plant);
    return reply.send(plant);
  });
  return app;
}

async function start(token: string): Promise<Running> {
  const app = fastifyApplication(token);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return whenListening(app.server);
}

export const fastifyFixed: Stack = {
  name: "Fastify 5, fixed",
  family: "Fastify",
  framework: "fastify 5.12, lossless-json 4.3",
  variant: "fixed",
  start,
  expected: meetsEverything({
    "duplicate-id": "200",
    "missing-token": "401",
    "trailing-slash": "401",
    "other-paths": "401",
    "method-get": "404",
  }),
};
