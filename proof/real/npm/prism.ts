/**
 * Stoplight Prism's mock server for the OpenAPI document, with the settings of `prism mock`. It stores nothing, so
 * nothing in it can be fixed.
 */
import { fileURLToPath } from "node:url";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import type { Running, Stack } from "../stack.ts";

async function start(): Promise<Running> {
  const operations = await getHttpOperationsFromSpec(fileURLToPath(import.meta.resolve("#spec/openapi.yaml")));
  const server = createServer(operations, {
    components: { logger: createLogger("prism", { level: "silent" }) },
    cors: true,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      mock: { dynamic: false },
      errors: false,
      upstreamProxy: undefined,
    },
  });
  const url = await server.listen(0, "127.0.0.1");
  return { url, stop: () => server.close() };
}

export const prism: Stack = {
  name: "Stoplight Prism 5, mock",
  family: "Stoplight Prism's mock",
  framework: "@stoplight/prism-http-server 5.12",
  variant: "as-it-comes",
  start,
  expected: {
    verdict: "non-conformant",
    broken: {
      "error-shape":
        "what is not JSON is refused by the HTTP library beneath it: 400 with {error: {code, message}}, `error` an object",
      "error-media-type":
        "where Accept is the range `application/*`, it is refused as text: 400 `Invalid JSON` in text/plain",
      "error-encoding": "the same text is not JSON",
      "returns-name": 'every plant is made from the schema: {"name": "string", "tag": "string"}',
      "returns-tag": "the same",
      "adds-no-tag": "the same",
      "accepts-every-positive-id":
        "its int64 refuses whole numbers that a double does not hold exactly: 2^53+1, 2^63-1",
      "refuses-non-utf8":
        "the body is decoded with U+FFFD in the place of bytes that are not UTF-8, and as UTF-16 where the charset says so",
      "accepts-bearer-in-any-case": "the scheme is compared with `Bearer` as it is written",
    },
    profile: {
      "duplicate-id": "200",
      "missing-token": "401",
      "trailing-slash": "404",
      "other-paths": "404",
      "method-get": "405",
    },
  },
};
