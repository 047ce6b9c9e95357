/** Makes the JSON Schema of a fleet's file from the options of `check`, so that editors complete its keys. */
import type { Command } from "commander";
import { BASE_URL_KEY } from "./config.ts";
import { configSchemaOf } from "./config-schema.ts";
import { DOCUMENT_KEYS, refusedKeys } from "./fleet-file.ts";

const label = { type: ["string", "number"] } as const;
const labels = { anyOf: [{ type: "array", items: label }, label] } as const;

/** The schema, for the options of `check`. */
export function fleetSchemaOf(command: Command): Readonly<Record<string, unknown>> {
  const { $schema, properties } = configSchemaOf(command);
  const refused = refusedKeys(command);
  const keys = Object.fromEntries(Object.entries(properties as object).filter(([key]) => !Object.hasOwn(refused, key)));
  const { [BASE_URL_KEY]: baseUrl, ...defaults } = keys;
  const ofEach = Object.fromEntries(Object.entries(defaults).filter(([key]) => !isOfDocument(key)));
  const own = {
    name: { ...label, description: "what the reports call the provider; unique in the file" },
    [BASE_URL_KEY]: baseUrl,
    labels: { ...labels, description: "what the reports can be filtered by, and what may-fail names" },
    "may-fail": { type: "boolean", description: "a failure of this provider does not fail the fleet" },
  };
  return {
    $schema,
    title: "The providers of plant-store-conformance fleet",
    type: "object",
    additionalProperties: false,
    required: ["providers"],
    properties: {
      "may-fail": { ...labels, description: "providers with one of these labels may fail" },
      defaults: {
        description: "the options of check for every provider; contracts are left out unless contracts is true",
        type: "object",
        additionalProperties: false,
        properties: defaults,
      },
      providers: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          additionalProperties: false,
          required: ["name", BASE_URL_KEY],
          properties: { ...own, ...ofEach },
        },
      },
    },
  };
}

function isOfDocument(key: string): boolean {
  return DOCUMENT_KEYS.some((one) => one === key);
}
