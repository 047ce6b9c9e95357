/** Names of folders that are made of a text of the user. */
import { createHash } from "node:crypto";

const LONGEST = 40;

/** The letters and digits of a text, with hyphens for everything else; empty where it has none. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, "");
}

/** The beginning of a digest, which tells texts with the same letters and digits apart. */
export function digestOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
