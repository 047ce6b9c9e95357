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

/** The requirements that interactions of the pacts that ship rest on. */
export function shippedRequirements(): ReadonlySet<string> {
  const interactions = shippedPacts().flatMap((source) => readPact(source).interactions);
  return new Set(interactions.flatMap(({ requirement = [] }) => requirement));
}
