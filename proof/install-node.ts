/** Versions of Node other than the running one. The package `node` provides their binaries. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run, type ProcessSurroundings } from "./real/runner/process.ts";

/** The limit for one command, in milliseconds. */
const PATIENCE_MS = 60_000;

/** The root of the checkout, seen from the compiled file. */
const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns the path of a Node of this major, or the reason why there is none.
 * @param environment of npm, and of the first run of what it installed
 */
export async function installNode(
  major: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly node: string } | { readonly missing: string }> {
  const placeIn = (cwd: string): ProcessSurroundings => ({
    folder: cwd,
    environment,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const folder = join(root, "proof/.nodes", major);
  const node = join(folder, "node_modules/node/bin/node");
  const isThere = async (): Promise<boolean> => (await run([node, "--version"], placeIn(root))).how === "succeeded";
  if (await isThere()) return { node };
  mkdirSync(folder, { recursive: true });
  const options = ["--no-save", "--no-audit", "--no-fund", "--prefix", folder];
  const ended = await run(["npm", "install", ...options, `node@${major}`], placeIn(folder));
  if (ended.how === "failed") return { missing: `npm could not install it: ${ended.output.trim().split("\n").at(-1)}` };
  if (ended.how !== "succeeded") return { missing: `npm could not install it (${ended.how})` };
  return (await isThere()) ? { node } : { missing: "what npm installed does not run here" };
}
