/** This package as it is published: packed, and installed where projects find it. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isMade, prepared } from "./prepared.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const run = promisify(execFile);

/** The folder with the tarball. */
export function packedPackage(): Promise<string> {
  return prepared({ name: "packed", sources: readdirSync(root).filter((name) => !isMade(name)), make: pack });
}

/** Packs a copy, because packing builds, and another test may be building in the checkout. */
async function pack(folder: string): Promise<void> {
  const copy = join(folder, "checkout");
  mkdirSync(copy);
  for (const name of readdirSync(root)) {
    if (isMade(name)) continue;
    // Leaves out also the servers and versions of Node that other tests have built.
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\/\.(?:build|nodes)$/.test(path),
    });
  }
  await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: copy });
  rmSync(copy, { recursive: true });
}

/**
 * Puts the tarball of this package in a folder, and its content where projects below the folder find it.
 * @param folder in the checkout, so that the package finds its dependencies
 */
export async function installPacked(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const packed = await packedPackage();
  const tarball = readdirSync(packed).find((name) => name.endsWith(".tgz")) ?? "";
  const installed = join(folder, "node_modules", "plant-store-conformance");
  mkdirSync(installed, { recursive: true });
  cpSync(join(packed, tarball), join(folder, tarball));
  await run("tar", ["-xzf", join(folder, tarball), "-C", installed, "--strip-components=1"]);
}
