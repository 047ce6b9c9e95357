/**
 * Express 5 with express-openapi-validator: the validator reads openapi.yaml, the security handler knows the token, and
 * the error handler is that of the validator's README, its body made an Error.
 */
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { type Stack, type StoredPlant, running } from "./stack.ts";

const apiSpec = fileURLToPath(import.meta.resolve("#spec/openapi.yaml"));

const plants = (): RequestHandler => {
  const store = new Map<number, StoredPlant>();
  return (request, response) => {
    const plant = request.body as StoredPlant;
    store.set(plant.id, plant);
    response.json({ name: plant.name, tag: plant.tag });
  };
};

const onError: ErrorRequestHandler = (error: { status?: number; message: string }, _request, response, _next) => {
  const status = error.status ?? 500;
  response.status(status).json({ error: status, message: error.message });
};

export const expressOpenapiValidator: Stack = {
  name: "Express 5 with express-openapi-validator",
  start: (token) => {
    const app = express();
    app.use(express.json());
    app.use(
      OpenApiValidator.middleware({
        apiSpec,
        validateSecurity: {
          handlers: { bearer: (request) => request.headers.authorization === `Bearer ${token}` },
        },
      }),
    );
    app.post("/plants", plants());
    app.use(onError);
    return running(createServer(app).listen(0, "127.0.0.1"));
  },
  expected: {
    verdict: "conformant",
    broken: {
      "refuses-non-utf8":
        "body-parser decodes with iconv-lite, which puts U+FFFD in the place of bytes that are not UTF-8",
      "refuses-id-beyond-int64": "JSON.parse rounds 2^63 and -2^63-1 to the bounds that the validator compares with",
      "accepts-bearer-in-any-case": "the handler compares the header with `Bearer` as it is written",
      "challenges-with-401":
        "the validator's 401 is an error without header fields, and the README's handler adds none",
    },
  },
};
