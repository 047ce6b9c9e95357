/** The vectors of the shipped document. */
import { readOperation } from "../../spec/read-operation.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { loadValidators } from "../../spec/validators.ts";
import { checksOf } from "../index.ts";
import { type VectorFile, type VectorSource, vectorsOf } from "./vectors.ts";

/** Makes the vectors of the shipped document. The seed draws which of several bodies a check sends. */
export async function loadVectors({ seed, suite }: Pick<VectorSource, "seed" | "suite">): Promise<VectorFile> {
  const operation = readOperation();
  const checks = checksOf(operation, await loadValidators(operation));
  return vectorsOf({ operation, requirements: readRequirements(), checks, seed, suite });
}
