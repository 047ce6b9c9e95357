/** A first attempt with Express, as a newcomer writes it after reading the document once. Its faults are counted in the test. */
import express from "express";
import { listen } from "../real/npm/listen.ts";
import type { Running } from "../real/stack.ts";

interface Record {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly tag?: unknown;
}

/** Starts it with an empty store. */
export function startExpress(token: string): Promise<Running> {
  const plants: Record[] = [];
  const app = express();
  app.use(express.json());
  app.use((request, response, next) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.status(401).json({ error: "Unauthorized" });
      return;
    }
    next();
  });
  app.post("/plants", (request, response) => {
    const { id, name, tag } = request.body as Record;
    if (!id || !name) {
      response.status(400).json({ error: "id and name are required" });
      return;
    }
    const plant = { id, name, tag };
    plants.push(plant);
    response.json(plant);
  });
  return listen(app);
}
