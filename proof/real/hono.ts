/** Hono with zod: the validator middleware in front of the route, and Hono's own bearer middleware. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { z } from "zod";
import { type Stack, type StoredPlant, running } from "./stack.ts";

const newPlant = z.object({ id: z.number().int(), name: z.string(), tag: z.string().optional() });

export const honoWithZod: Stack = {
  name: "Hono 4 with zod",
  start: (token) => {
    const app = new Hono();
    const store = new Map<number, StoredPlant>();
    app.use(bearerAuth({ token }));
    app.post("/plants", zValidator("json", newPlant), (context) => {
      const plant = context.req.valid("json");
      store.set(plant.id, plant);
      return context.json({ name: plant.name, tag: plant.tag });
    });
    return running(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server);
  },
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-shape": "the middleware's 400 is {success: false, error: {...}}: no int32 `error` and no `message`",
      "error-media-type": "malformed JSON is answered by Hono itself, in text/plain",
      "error-encoding": "malformed JSON is answered by Hono itself, with a sentence that is not JSON",
      "accepts-every-positive-id": "zod's integers end at 2^53-1",
      "refuses-non-utf8": "the body is decoded with replacement characters",
    },
  },
};
