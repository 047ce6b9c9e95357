/** The JSON Schemas of files of options, which are generated: editors complete keys and check values by them. */
import type { Command } from "commander";
import type { TableOption } from "../commander-options.ts";
import { BASE_URL_KEY, configurable, formOf } from "../config.ts";
import { ofDefaults, refusedKeys } from "../fleet-file.ts";

const types = {
  flag: { type: "boolean" },
  list: { anyOf: [{ type: "array", items: { type: ["string", "number"] } }, { type: ["string", "number"] }] },
  value: { type: ["string", "number"] },
} as const;

/** The JSON Schema of a file with a command's options, so that editors complete its keys. */
export function configSchemaOf(command: Command): Readonly<Record<string, unknown>> {
  const properties = [...configurable(command)].map(([key, option]) => [key, propertyOf(option)] as const);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A configuration of plant-store-conformance check",
    type: "object",
    additionalProperties: false,
    properties: {
      [BASE_URL_KEY]: { type: "string", description: "where the provider is, a path prefix included" },
      ...Object.fromEntries(properties),
    },
  };
}

function propertyOf(option: TableOption): Readonly<Record<string, unknown>> {
  // `contracts: false` means `--no-contracts`.
  const description = option.negate ? `false: ${option.description}` : option.description;
  return { description, ...types[formOf(option)] };
}

const label = { type: ["string", "number"] } as const;
const labels = { anyOf: [{ type: "array", items: label }, label] } as const;

/** The JSON Schema of the file for the options of `check`, so that editors complete its keys. */
export function fleetSchemaOf(command: Command): Readonly<Record<string, unknown>> {
  const { $schema, properties } = configSchemaOf(command);
  const refused = refusedKeys(command);
  const keys = Object.fromEntries(Object.entries(properties as object).filter(([key]) => !Object.hasOwn(refused, key)));
  const { [BASE_URL_KEY]: baseUrl, ...defaults } = keys;
  const ofEach = Object.fromEntries(
    Object.entries(defaults).filter(([key]) => !Object.hasOwn(ofDefaults(command), key)),
  );
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
          properties: { ...memberSchema(baseUrl), ...ofEach },
        },
      },
    },
  };
}

function memberSchema(baseUrl: unknown): Readonly<Record<string, unknown>> {
  return {
    name: { ...label, description: "what the reports call the provider; unique in the file" },
    [BASE_URL_KEY]: baseUrl,
    labels: { ...labels, description: "what the reports can be filtered by, and what may-fail names" },
    "may-fail": { type: "boolean", description: "a failure of this provider does not fail the fleet" },
  };
}
