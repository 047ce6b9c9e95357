/** The pacts that ship. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type PactSource, readPact } from "./pact-file.ts";

/** Their files, in the order in which they are verified and told. */
export const shippedFiles: readonly string[] = [
  "plant-importer-plant-store.json",
  "plant-catalogue-plant-store.json",
  "plant-form-plant-store.json",
];

/** The pacts that ship, read. */
export function shippedPacts(): readonly PactSource[] {
  return shippedFiles.map((name) => ({
    name,
    text: readFileSync(fileURLToPath(import.meta.resolve(`#contracts/pacts/${name}`)), "utf8"),
    origin: "shipped",
  }));
}

/** An interaction of a pact that ships, and the requirements that it can show broken. */
export interface ShippedInteraction {
  readonly consumer: string;
  readonly description: string;
  readonly requirements: readonly string[];
}

/** Every interaction of the pacts that ship. */
export function shippedInteractions(): readonly ShippedInteraction[] {
  return shippedPacts().flatMap((source) => {
    const { consumer, interactions } = readPact(source);
    return interactions.map(({ description, requirements }) => ({ consumer, description, requirements }));
  });
}
