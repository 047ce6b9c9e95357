/** Builds what many tests need before `npm test` runs them, because two test files would otherwise build it at once. */
import { env } from "node:process";
import { packedPackage } from "./install-packed.ts";
import { builtCommand } from "./hostile/built.ts";

/** If only a few files are run by hand, the files that need something build it. */
export async function setup(): Promise<void> {
  if (env["npm_lifecycle_event"] === "test") await Promise.all([builtCommand(), packedPackage()]);
}
