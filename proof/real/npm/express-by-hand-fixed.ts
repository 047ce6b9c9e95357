/** Express, fixed: reads the body as bytes and exactly, allows a missing body, and has one error handler. */
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import express4 from "express-4";
import { listen } from "./listen.ts";
import { type StoredPlant, bearerToken, isInt64, readExactly, utf8 } from "./fixes.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

const authenticate =
  (token: string): RequestHandler =>
  (request, response, next) => {
    if (bearerToken(request.headers.authorization) === token) next();
    else response.status(401).set("WWW-Authenticate", "Bearer").json({ error: 401, message: "Unauthorized" });
  };

const readBody: RequestHandler = (request, _response, next) => {
  if (request.is("application/json") === false) throw refusal(415, "The body is not declared as application/json");
  try {
    request.body = readExactly(utf8(request.body instanceof Buffer ? request.body : Buffer.alloc(0)));
  } catch {
    throw refusal(400, "The body is not JSON in UTF-8");
  }
  next();
};

/** The id and the plant of a body; undefined if the body is not a NewPlant. */
function newPlant(body: unknown): { id: bigint; plant: StoredPlant } | undefined {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const member = (name: string): unknown => (Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined);
  const [id, name, tag] = [member("id"), member("name"), member("tag")];
  if (typeof id !== "bigint" || !isInt64(id) || typeof name !== "string") return undefined;
  if (tag === undefined) return { id, plant: { name } };
  return typeof tag === "string" ? { id, plant: { name, tag } } : undefined;
}

const create = (): RequestHandler => {
  const plants = new Map<bigint, StoredPlant>();
  return (request, response) => {
    const created = newPlant(request.body);
    if (created === undefined) throw refusal(400, "The body is not a NewPlant");
    if (plants.has(created.id)) throw refusal(409, "There is a plant with this id");
    plants.set(created.id, created.plant);
    response.json(created.plant);
  };
};

function refusal(status: number, message: string): Error {
  return Object.assign(new Error(message), { status });
}

/** All four parameters are needed: Express recognizes an error handler by their number. */
const onError: ErrorRequestHandler = (error: { status?: number; message: string }, _request, response, _next) => {
  const { status = 500, message } = error;
  response.status(status).json({ error: status, message });
};

/** The application. A test of `library/` also judges it in the same process. */
export function expressApplication(framework: typeof express, token: string): ReturnType<typeof express> {
  const app = framework();
  app.post("/plants", authenticate(token), framework.raw({ type: "application/json" }), readBody, create());
  app.use(onError);
  return app;
}

function start(framework: typeof express, token: string): Promise<Running> {
  return listen(expressApplication(framework, token));
}

const expected = meetsEverything({
  "duplicate-id": "409",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "404",
  "method-get": "404",
});

export const express5ByHandFixed: Stack = {
  name: "Express 5 by hand, fixed",
  family: "Express by hand",
  framework: "express 5.3, lossless-json 4.3",
  variant: "fixed",
  start: (token) => start(express, token),
  expected,
};

export const express4ByHandFixed: Stack = {
  name: "Express 4 by hand, fixed",
  family: "Express by hand",
  framework: "express 4.22, lossless-json 4.3",
  variant: "fixed",
  start: (token) => start(express4, token),
  expected,
};
