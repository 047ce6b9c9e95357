/** The shipped pacts. */
import { packageFile } from "../spec/package-file.ts";
import { type PactSource, readPact } from "./pact-file.ts";

/** The files of the shipped pacts, in the order in which they are verified and reported. */
export const shippedFiles: readonly string[] = [
  "plant-importer-plant-store.json",
  "plant-catalogue-plant-store.json",
  "plant-form-plant-store.json",
];

/** Reads the shipped pacts. */
export function shippedPacts(): readonly PactSource[] {
  return shippedFiles.map((name) => ({
    name,
    text: packageFile(`contracts/pacts/${name}`),
    origin: "shipped",
  }));
}

/** An interaction of a shipped pact, and the requirements that it can prove broken. */
export interface ShippedInteraction {
  readonly consumer: string;
  readonly description: string;
  readonly requirements: readonly string[];
}

/** All interactions of the shipped pacts. */
export function shippedInteractions(): readonly ShippedInteraction[] {
  return shippedPacts().flatMap((source) => {
    const { consumer, interactions } = readPact(source);
    return interactions.map(({ description, requirements }) => ({ consumer, description, requirements }));
  });
}
