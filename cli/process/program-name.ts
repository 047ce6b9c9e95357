/** How the program was called, so that commands in messages can be pasted. */
import { basename, relative, sep } from "node:path";

const NAME = "plant-store-conformance";

/** The commands that run the binary of a package, by the first word of `npm_config_user_agent`. */
const RUNNERS: ReadonlyMap<string, string> = new Map([
  ["npm", "npx"],
  ["pnpm", "pnpm exec"],
  ["yarn", "yarn"],
  ["bun", "bunx"],
]);

/** The words before the command. @param script as in `process.argv[1]` @param agent `npm_config_user_agent` */
export function programName(script: string, agent: string | undefined, folder: string): string {
  const parts = script.split(sep);
  const isInstalled = parts.includes("node_modules");
  if (!isInstalled && basename(script) === "main.js") {
    const path = relative(folder, script).split(sep).join("/");
    return /^[\w./-]+$/.test(path) ? `node ${path}` : NAME;
  }
  const runner = RUNNERS.get(/^\w+/.exec(agent ?? "")?.[0] ?? "");
  if (runner !== undefined) return `${runner} ${NAME}`;
  // A link in a folder of the PATH is outside of node_modules.
  return isInstalled ? `npx ${NAME}` : NAME;
}
