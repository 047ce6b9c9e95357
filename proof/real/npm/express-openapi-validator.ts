/**
 * Express with express-openapi-validator as it comes: the validator reads the OpenAPI document, a security handler
 * compares the token, and the error handler is that of the validator's README with its body made an Error.
 */
import { fileURLToPath } from "node:url";
import express from "express";
import express4 from "express-4";
import * as OpenApiValidator from "express-openapi-validator";
import { listen } from "./listen.ts";
import type { Running, Stack } from "../stack.ts";

interface NewPlant {
  readonly id: number;
  readonly name: string;
  readonly tag?: string;
}

function start(framework: typeof express, token: string): Promise<Running> {
  const plants = new Map<number, NewPlant>();
  const app = framework();
  app.use(framework.json());
  app.use(
    OpenApiValidator.middleware({
      apiSpec: fileURLToPath(import.meta.resolve("#spec/openapi.yaml")),
      validateSecurity: {
        handlers: { bearer: (request) => request.headers.authorization === `Bearer ${token}` },
      },
    }),
  );
  app.post("/plants", (request, response) => {
    const { id, name, tag } = request.body as NewPlant;
    plants.set(id, request.body as NewPlant);
    response.json({ name, tag });
  });
  const onError: express.ErrorRequestHandler = (
    error: Partial<Error & { status: number }>,
    _request,
    response,
    _next,
  ) => {
    const status = error.status ?? 500;
    response.status(status).json({ error: status, message: error.message });
  };
  app.use(onError);
  return listen(app);
}

/** What it breaks with every version of Express. */
const broken = {
  "refuses-non-utf8":
    "body-parser puts U+FFFD in the place of bytes that are not UTF-8, and reads UTF-16 where the charset says so",
  "refuses-id-beyond-int64":
    "ajv-formats takes the place of the validator's own int64 and asks only whether the number is whole: 2^63, 1e30",
  "accepts-bearer-in-any-case": "the security handler compares the header as it is written",
  "challenges-with-401": "the validator's 401 has no header fields, and the README's error handler adds none",
};

const profile = {
  "duplicate-id": "200",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "404",
  "method-get": "405",
};

export const express5OpenapiValidator: Stack = {
  name: "Express 5 with express-openapi-validator, as it comes",
  family: "Express with express-openapi-validator",
  framework: "express 5.3, express-openapi-validator 5.6",
  variant: "as-it-comes",
  start: (token) => start(express, token),
  expected: {
    verdict: "conformant",
    broken: {
      ...broken,
      "refuses-with-400":
        "a request with neither Content-Length nor Transfer-Encoding leaves request.body undefined; the validator lets that through, though the body is required, and the handler throws: 500",
      "answers-without-server-error": "the same 500",
    },
    profile,
  },
};

/** Express 4 returns `{}` for an unread body, and the validator reports missing members: 400. */
export const express4OpenapiValidator: Stack = {
  name: "Express 4 with express-openapi-validator, as it comes",
  family: "Express with express-openapi-validator",
  framework: "express 4.22, express-openapi-validator 5.6",
  variant: "as-it-comes",
  start: (token) => start(express4, token),
  expected: { verdict: "conformant", broken, profile },
};
