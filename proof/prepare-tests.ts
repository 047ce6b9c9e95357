/** Builds what many files of the deep proof need before it starts, because two files would otherwise build it at once. */
import { env } from "node:process";
import { packedPackage } from "./install-packed.ts";
import { builtCommand } from "./hostile/built.ts";

/** Files that are run by hand build what they need. */
export async function setup(): Promise<void> {
  if (env["PROOF"] !== undefined) await Promise.all([builtCommand(), packedPackage()]);
}
