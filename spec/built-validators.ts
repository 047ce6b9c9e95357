/** The validators that the build created. A bundle contains them (`executable/bundle.mjs`). */
import { existsSync } from "node:fs";
import { builtFile } from "./built-files.ts";

/** The module of the validators; null if it was not built. */
export async function builtValidators(): Promise<unknown> {
  const file = builtFile("validators.mjs");
  return existsSync(file) ? await import(file.href) : null;
}
