/** The pacts that ship. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { contractCheckId } from "../reports/contract-checks.ts";
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

/** The requirements that interactions of the pacts that ship can show broken, and the checks that they are where they do. */
export function shippedIds(): ReadonlySet<string> {
  const ids = shippedPacts().flatMap((source) => {
    const { consumer, interactions } = readPact(source);
    return interactions.flatMap(({ description, requirements }) =>
      requirements.flatMap((requirement) => [requirement, contractCheckId(requirement, consumer, description)]),
    );
  });
  return new Set(ids);
}
