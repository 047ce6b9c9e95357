/**
 * Fastify 5 as it comes: the schemas of the document beside the route, Fastify's own validation with its own settings,
 * and a hook for the token.
 *
 * Its validator converts before it looks (ajv's `coerceTypes: "array"`). So it accepts as id "123", true (1), null (0)
 * and [123], and as name or tag 7 ("7"), true ("true"), null ("") and ["Fern"] ("Fern").
 */
import { fastify } from "fastify";
import { type Stack, type StoredPlant, running } from "./stack.ts";

const plant = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, tag: { type: "string" } },
} as const;

const newPlant = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", format: "int64" }, name: { type: "string" }, tag: { type: "string" } },
} as const;

export const fastifyAsItComes: Stack = {
  name: "Fastify 5 as it comes",
  start: async (token) => {
    const app = fastify();
    const store = new Map<number, StoredPlant>();
    app.addHook("onRequest", async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${token}`) {
        await reply.code(401).send({ error: 401, message: "Unauthorized" });
      }
    });
    app.post("/plants", { schema: { body: newPlant, response: { 200: plant } } }, (request) => {
      const { id, name, tag } = request.body as StoredPlant;
      store.set(id, { id, name, tag });
      return Promise.resolve({ name, tag });
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { url } = await running(app.server);
    return {
      url,
      stop: async () => {
        app.server.closeAllConnections();
        await app.close();
      },
    };
  },
  expected: {
    verdict: "non-conformant",
    broken: {
      "refuses-invalid-member":
        'the validator converts: id as "123", true, null, [123]; name and tag as 7, true, null, ["x"]',
      "error-shape": 'Fastify\'s own 400 is {statusCode, code, error: "Bad Request", message}: `error` is a string',
      "refuses-id-beyond-int64": "JSON.parse rounds, and ajv-formats' int64 asks only whether the number is whole",
      "accepts-bearer-in-any-case": "the hook compares the header with `Bearer` as it is written",
      "challenges-with-401": "the hook sends no WWW-Authenticate",
      "refuses-non-utf8": "the body is decoded with U+FFFD in the place of bytes that are not UTF-8",
    },
  },
};
