/** Hono 4 as it comes: its own bearer middleware, and the zod validator before the route, as in its README. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { z } from "zod";
import { whenListening } from "./listen.ts";
import type { Running, Stack } from "../stack.ts";

const newPlant = z.object({ id: z.int(), name: z.string(), tag: z.string().optional() });

function start(token: string): Promise<Running> {
  const plants = new Map<number, z.infer<typeof newPlant>>();
  const app = new Hono();
  app.use(bearerAuth({ token }));
  app.post("/plants", zValidator("json", newPlant), (context) => {
    const plant = context.req.valid("json");
    plants.set(plant.id, plant);
    return context.json({ name: plant.name, tag: plant.tag });
  });
  return whenListening(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
}

export const honoAsItComes: Stack = {
  name: "Hono 4 with zod, as it comes",
  family: "Hono with zod",
  framework: "hono 4.13, @hono/node-server 2.1, @hono/zod-validator 0.9, zod 4.6",
  variant: "as-it-comes",
  start,
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-shape": "the validator's 400 is {success: false, error: {name, message}}: `error` is an object",
      "error-media-type":
        "400 in text/plain: `Malformed JSON in request body` from Hono's validator, `Bad Request` from its bearer middleware for a header that holds no bearer token",
      "error-encoding": "the same two sentences are not JSON",
      "refuses-non-utf8": "the body is decoded with U+FFFD in the place of bytes that are not UTF-8",
      "accepts-every-positive-id": "zod's integers, `z.int()` and `z.number().int()` alike, end at 2^53-1",
    },
    profile: {
      "duplicate-id": "200",
      "missing-token": "401",
      "trailing-slash": "401",
      "other-paths": "401",
      "method-get": "404",
    },
  },
};
