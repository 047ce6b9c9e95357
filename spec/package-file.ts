/** The only access to files that ship with the code. The single executable contains them (`executable/`). */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The text of a file that ships.
 * @param path from the root of the package, as under `imports` in package.json: `spec/openapi.yaml`
 */
export function packageFile(path: string): string {
  return readFileSync(fileURLToPath(import.meta.resolve(`#${path}`)), "utf8");
}
