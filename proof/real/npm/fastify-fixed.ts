/** Fastify 5, fixed: the whole program that ships. */
import type { FastifyInstance } from "fastify";
import { whenListening } from "./listen.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

const { plantStore } = (await import(new URL("../../../spec/programs/fastify_server.mjs", import.meta.url).href)) as {
  readonly plantStore: (token: string) => FastifyInstance;
};

/** The application. A test of `library/` also judges it in the same process. */
export const fastifyApplication = plantStore;

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
