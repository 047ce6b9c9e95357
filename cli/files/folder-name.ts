/** Makes names of folders from texts of the user. */
import { createHash } from "node:crypto";

const LONGEST = 40;

/** The ASCII letters and digits of a text in lower case, with hyphens for everything else; empty if it has none. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, "");
}

/** The first hexadecimal digits of a digest, which distinguish texts with the same plain name. */
export function digestOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
