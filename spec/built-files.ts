/**
 * The files that the build creates from the documents next to the compiled code: their values, and validators as code.
 */
import { readFileSync } from "node:fs";

/** The place where the build keeps the file with this name. */
export function builtFile(name: string): URL {
  return new URL(`./parsed/${name}`, import.meta.url);
}

/** The JSON text of a document; null if it was not built. */
export function builtDocument(file: string): string | null {
  try {
    return readFileSync(builtFile(`${file}.json`), "utf8");
  } catch {
    return null;
  }
}
