/** What the build makes of the documents, beside the compiled code: their values, and validators as code. */
import { readFileSync } from "node:fs";

/** Where the build keeps a file of that name. */
export function builtFile(name: string): URL {
  return new URL(`./parsed/${name}`, import.meta.url);
}

/** The JSON text of a document; null where nothing was built. */
export function builtDocument(file: string): string | null {
  try {
    return readFileSync(builtFile(`${file}.json`), "utf8");
  } catch {
    return null;
  }
}
