/** Fastify 5 as it comes: JSON Schema in the route, Fastify's own validation and errors, and a hook for the token. */
import { type FastifyServerOptions, fastify } from "fastify";
import { whenListening } from "./listen.ts";
import type { Running, Stack } from "../stack.ts";

interface NewPlant {
  readonly id: number;
  readonly name: string;
  readonly tag?: string;
}

/** The document's NewPlant and Plant, written for Fastify, which does not read OpenAPI. */
const newPlant = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", format: "int64" }, name: { type: "string" }, tag: { type: "string" } },
};
const plant = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, tag: { type: "string" } },
};

async function start(options: FastifyServerOptions, token: string): Promise<Running> {
  const plants = new Map<number, NewPlant>();
  const app = fastify(options);
  app.addHook("onRequest", async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      await reply.code(401).send({ error: 401, message: "Unauthorized" });
    }
  });
  app.post<{ Body: NewPlant }>(
    "/plants",
    { schema: { body: newPlant, response: { 200: plant } } },
    (request, reply) => {
      const { id, name, tag } = request.body;
      plants.set(id, request.body);
      return reply.send({ name, tag });
    },
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  return whenListening(app.server);
}

/** What it breaks with and without coercion. */
const broken = {
  "error-shape": 'Fastify\'s own 400 is {statusCode, code, error: "Bad Request", message}: `error` is a string',
  "refuses-non-utf8": "the body is decoded with U+FFFD in the place of bytes that are not UTF-8",
  "refuses-id-beyond-int64": "ajv-formats' int64 asks only whether the number is whole: 2^63, 1e30",
  "accepts-bearer-in-any-case": "the hook compares the header as it is written",
  "challenges-with-401": "the hook sends no WWW-Authenticate",
};

const profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "401",
  "method-get": "404",
};

export const fastifyAsItComes: Stack = {
  name: "Fastify 5, as it comes",
  family: "Fastify",
  framework: "fastify 5.12",
  variant: "as-it-comes",
  start: (token) => start({}, token),
  expected: {
    verdict: "non-conformant",
    broken: {
      ...broken,
      "refuses-invalid-member":
        'ajv converts (`coerceTypes: "array"`): id as "7", "7.0", true (1), false (0), null (0) or [7]; name and tag as 7 ("7"), true ("true"), null ("") or ["Fern"] ("Fern")',
    },
    profile,
  },
};

export const fastifyWithoutCoercion: Stack = {
  name: "Fastify 5 without coercion, as it comes",
  family: "Fastify",
  framework: "fastify 5.12",
  variant: "as-it-comes",
  start: (token) => start({ ajv: { customOptions: { coerceTypes: false } } }, token),
  expected: { verdict: "non-conformant", broken, profile },
};
