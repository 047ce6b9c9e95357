/** Which version of the command this is. */
import { readFileSync } from "node:fs";

/** The name and version of this package. */
export function toolVersion(): { readonly name: string; readonly version: string } {
  const text = readFileSync(new URL(import.meta.resolve("#package.json")), "utf8");
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return { name, version };
}
