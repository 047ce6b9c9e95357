/** Makes what many tests need before `npm test` runs them, as two files at once would both make it. */
import { env } from "node:process";
import { packedPackage } from "./install-packed.ts";
import { builtCommand } from "./hostile/built.ts";

/** Where a few files are run by hand, those that need something make it. */
export async function setup(): Promise<void> {
  if (env["npm_lifecycle_event"] === "test") await Promise.all([builtCommand(), packedPackage()]);
}
