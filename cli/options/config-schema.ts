/** Makes the JSON Schema of a configuration file from the options, so that editors complete its keys. */
import type { Command, Option } from "commander";
import { BASE_URL_KEY, configurable, formOf } from "./config.ts";

const types = {
  flag: { type: "boolean" },
  list: { anyOf: [{ type: "array", items: { type: ["string", "number"] } }, { type: ["string", "number"] }] },
  value: { type: ["string", "number"] },
} as const;

/** The schema for a command's options. */
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

function propertyOf(option: Option): Readonly<Record<string, unknown>> {
  // `contracts: false` means `--no-contracts`.
  const description = option.negate ? `false: ${option.description}` : option.description;
  return { description, ...types[formOf(option)] };
}
