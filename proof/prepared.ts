/**
 * Things that tests need and that take seconds to make, such as a build: made once, and kept while their sources stay
 * the same.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { version } from "node:process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Files that are built or installed in the checkout are not sources. */
export const isMade = (name: string): boolean =>
  /^(?:node_modules|dist.*|\.git|\.build|\.nodes|__pycache__)$/.test(name);

/** Something to make. */
export interface Wanted {
  /** The folder in the checkout, where Node finds the packages, is `dist-NAME-` and a hash of the sources. */
  readonly name: string;
  /** Files and folders of the checkout. */
  readonly sources: readonly string[];
  readonly make: (folder: string) => Promise<void>;
}

/** How long folders made from older sources are kept. A younger one may be in use. */
const KEPT_MS = 24 * 3_600_000;

/** Returns the folder, and makes it first if it does not exist. */
export async function prepared({ name, sources, make }: Wanted): Promise<string> {
  const folder = join(root, `dist-${name}-${hashOf(sources)}`);
  if (existsSync(folder)) return folder;
  removeOld(name);
  const making = mkdtempSync(join(root, `dist-${name}-making-`));
  try {
    await make(making);
    renameSync(making, folder);
  } catch (error) {
    rmSync(making, { recursive: true });
    // If the folder exists now, another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function removeOld(name: string): void {
  for (const other of readdirSync(root).filter((one) => one.startsWith(`dist-${name}-`))) {
    const path = join(root, other);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Changes with the names and bytes of the sources and with the version of Node. */
function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256").update(version);
  for (const file of sources.flatMap((source) => filesIn(join(root, source))).toSorted()) {
    const bytes = readFileSync(file);
    hash.update(`\n${relative(root, file)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex").slice(0, 16);
}

function filesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !isMade(name))
    .flatMap((name) => filesIn(join(path, name)));
}
