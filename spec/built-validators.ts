/** The validators that the build made. A bundle has them within itself (`executable/bundle.mjs`). */
import { existsSync } from "node:fs";
import { builtFile } from "./built-files.ts";

/** The module of the validators; null where nothing was built. */
export async function builtValidators(): Promise<unknown> {
  const file = builtFile("validators.mjs");
  return existsSync(file) ? await import(file.href) : null;
}
