/** Express as it comes: express.json(), a comparison for the token, and the checks of the body by hand. */
import express from "express";
import express4 from "express-4";
import { listen } from "./listen.ts";
import type { Running, Stack } from "../stack.ts";

interface Body {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly tag?: unknown;
}

function start(framework: typeof express, token: string): Promise<Running> {
  const plants = new Map<unknown, Body>();
  const app = framework();
  app.use(framework.json());
  app.use((request, response, next) => {
    if (request.headers.authorization === `Bearer ${token}`) next();
    else response.status(401).json({ error: 401, message: "Unauthorized" });
  });
  app.post("/plants", (request, response) => {
    const { id, name, tag } = request.body as Body;
    if (!Number.isInteger(id) || typeof name !== "string" || (tag && typeof tag !== "string")) {
      response.status(400).json({ error: 400, message: "The body is not a plant" });
    } else if (plants.has(id)) {
      response.status(409).json({ error: 409, message: "There is a plant with this id" });
    } else {
      plants.set(id, { name, tag });
      response.json({ name, tag });
    }
  });
  return listen(app);
}

/** What it breaks with every version of Express. */
const broken = {
  "refuses-invalid-member": "`tag && typeof tag` asks nothing of a tag that is null, false or 0",
  "plant-shape": "the same tag comes back in the 200: null, false or 0",
  "error-media-type": "express.json() hands malformed JSON to Express's own error page: 400 in text/html",
  "error-encoding": "the same page is not JSON",
  "refuses-with-400": "409 for 2^63, which rounds to the id of 2^63-1",
  "refuses-non-utf8":
    "body-parser puts U+FFFD in the place of bytes that are not UTF-8, and reads UTF-16 where the charset says so",
  "refuses-id-beyond-int64": "Number.isInteger() holds for 2^64 and for 1e30",
  "tells-large-ids-apart": "JSON.parse rounds 2^53+9 to 2^53+8, which is there already: 409",
  "accepts-bearer-in-any-case": "the middleware compares the header as it is written",
  "challenges-with-401": "the middleware sends no WWW-Authenticate",
} as const;

const profile = {
  "duplicate-id": "409",
  "missing-token": "401",
  "trailing-slash": "401",
  "other-paths": "401",
  "method-get": "404",
};

export const express5ByHand: Stack = {
  name: "Express 5, as it comes",
  family: "Express",
  framework: "express 5.3",
  variant: "as-it-comes",
  start: (token) => start(express, token),
  expected: {
    verdict: "non-conformant",
    broken: {
      ...broken,
      "refuses-with-400": `${broken["refuses-with-400"]}; the 500 below for a request with neither Content-Length nor Transfer-Encoding`,
      "answers-without-server-error":
        "where express.json() reads nothing (another media type, no body) request.body is undefined, and taking it apart throws: 500",
    },
    profile,
  },
};

/** Express 4 returns `{}` for an unread body, so the members are missing: 400. */
export const express4ByHand: Stack = {
  name: "Express 4, as it comes",
  family: "Express",
  framework: "express 4.22",
  variant: "as-it-comes",
  start: (token) => start(express4, token),
  expected: { verdict: "non-conformant", broken, profile },
};
