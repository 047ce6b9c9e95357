/**
 * Express with express-openapi-validator, fixed: `verify` sees the body's bytes before they are decoded, the id is
 * taken from the body's text, and a 401 carries its challenge.
 */
import type { IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import express4 from "express-4";
import * as OpenApiValidator from "express-openapi-validator";
import { listen } from "./listen.ts";
import { type StoredPlant, bearerToken, exactId, utf8 } from "./fixes.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

const texts = new WeakMap<IncomingMessage, string>();

/** For express.json(), which answers 403 to an error of `verify` that has no status. */
function verify(request: IncomingMessage, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset !== "utf-8" && charset !== "utf8") throw refusal("The body is not declared as UTF-8");
  try {
    texts.set(request, utf8(bytes));
  } catch {
    throw refusal("The body is not UTF-8");
  }
}

const create = (): RequestHandler => {
  const plants = new Map<bigint, StoredPlant>();
  return (request, response) => {
    const id = exactId(texts.get(request) ?? "");
    if (id === undefined) throw refusal("The id is not an int64");
    const { name, tag } = request.body as StoredPlant;
    const plant: StoredPlant = tag === undefined ? { name } : { name, tag };
    plants.set(id, plant);
    response.json(plant);
  };
};

function refusal(message: string): Error {
  return Object.assign(new Error(message), { status: 400 });
}

/** All four parameters are needed: Express recognizes an error handler by their number. */
const onError: ErrorRequestHandler = (error: { status?: number; message: string }, _request, response, _next) => {
  const { status = 500, message } = error;
  if (status === 401) response.set("WWW-Authenticate", "Bearer");
  response.status(status).json({ error: status, message });
};

function start(framework: typeof express, token: string): Promise<Running> {
  const app = framework();
  app.use(framework.json({ verify }));
  app.use(
    OpenApiValidator.middleware({
      apiSpec: fileURLToPath(import.meta.resolve("#spec/openapi.yaml")),
      validateSecurity: { handlers: { bearer: ({ headers }) => bearerToken(headers.authorization) === token } },
    }),
  );
  app.post("/plants", create());
  app.use(onError);
  return listen(app);
}

const expected = meetsEverything({
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "404",
  "method-get": "405",
});

export const express5OpenapiValidatorFixed: Stack = {
  name: "Express 5 with express-openapi-validator, fixed",
  family: "Express with express-openapi-validator",
  framework: "express 5.3, express-openapi-validator 5.6, lossless-json 4.3",
  variant: "fixed",
  start: (token) => start(express, token),
  expected,
};

export const express4OpenapiValidatorFixed: Stack = {
  name: "Express 4 with express-openapi-validator, fixed",
  family: "Express with express-openapi-validator",
  framework: "express 4.22, express-openapi-validator 5.6, lossless-json 4.3",
  variant: "fixed",
  start: (token) => start(express4, token),
  expected,
};
