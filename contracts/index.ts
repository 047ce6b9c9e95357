/** The pacts that ship. */
import { fileURLToPath } from "node:url";

/** Their files, in the order in which they are verified and told. */
export const shippedPacts: readonly string[] = ["plant-importer-plant-store.json"].map((file) =>
  fileURLToPath(import.meta.resolve(`#contracts/pacts/${file}`)),
);
