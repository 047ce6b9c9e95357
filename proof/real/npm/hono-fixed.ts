/** Hono 4 with zod, fixed: the body is read from its bytes, the id is a bigint, and every refusal is an Error. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { whenListening } from "./listen.ts";
import { readExactly, utf8 } from "./fixes.ts";
import { type Running, type Stack, meetsEverything } from "../stack.ts";

/** `z.int()` ends at 2^53-1; `z.int64()` is a bigint within int64. */
const newPlant = z.object({ id: z.int64(), name: z.string(), tag: z.string().optional() });

const unauthorized = { message: { error: 401, message: "Unauthorized" } };

async function readPlant(request: Request): Promise<z.infer<typeof newPlant>> {
  const [mediaType = ""] = (request.headers.get("Content-Type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() !== "application/json") {
    throw new HTTPException(415, { message: "The body is not declared as application/json" });
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  try {
    return newPlant.parse(readExactly(utf8(bytes)));
  } catch (cause) {
    throw new HTTPException(400, { message: "The body is not a NewPlant", cause });
  }
}

/** The application. A test of `library/` also judges it in the same process. */
export function honoApplication(token: string): Hono {
  const plants = new Map<bigint, z.infer<typeof newPlant>>();
  const app = new Hono();
  app.use(
    bearerAuth({
      token,
      noAuthenticationHeader: unauthorized,
      invalidAuthenticationHeader: { message: { error: 400, message: "This is not a bearer token" } },
      invalidToken: unauthorized,
    }),
  );
  app.post("/plants", async (context) => {
    const { id, name, tag } = await readPlant(context.req.raw);
    plants.set(id, { id, name, tag });
    return context.json({ name, tag });
  });
  app.onError((error, context) => {
    if (!(error instanceof HTTPException)) return context.json({ error: 500, message: "Internal Server Error" }, 500);
    return error.res ?? context.json({ error: error.status, message: error.message }, error.status);
  });
  return app;
}

function start(token: string): Promise<Running> {
  const server = serve({ fetch: honoApplication(token).fetch, port: 0, hostname: "127.0.0.1" });
  return whenListening(server as Server);
}

export const honoFixed: Stack = {
  name: "Hono 4 with zod, fixed",
  family: "Hono with zod",
  framework: "hono 4.13, @hono/node-server 2.1, zod 4.6, lossless-json 4.3",
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
