/** The only access to files that ship with the code. The single executable contains them (`executable/`). */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Not `import.meta.resolve`, which the CommonJS of the adapter for Jest does not have. */
const { resolve } = createRequire(import.meta.url);

/**
 * The text of a file that ships.
 * @param path from the root of the package, as under `imports` in package.json: `spec/openapi.yaml`
 */
export function packageFile(path: string): string {
  return readFileSync(resolve(`#${path}`), "utf8");
}

// The version of this package.

interface Version {
  readonly name: string;
  readonly version: string;
}

/** Read only once, because each result contains it. */
let known: Version | undefined;

/** The name and version of this package. */
export function toolVersion(): Version {
  if (known === undefined) {
    const { name, version } = JSON.parse(packageFile("package.json")) as Version;
    known = { name, version };
  }
  return known;
}
