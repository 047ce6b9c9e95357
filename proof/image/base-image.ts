/**
 * A base image for the Dockerfile if no registry of images can be reached: the Node and npm that run this, and the
 * programs of this system that the Dockerfile uses, at the same paths as in the image of Node.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { onPath } from "../../library/testing/pipeline-linters.ts";
import type { Buildah } from "./buildah.ts";

/** The programs that the Dockerfile and ldd, npm and the shell run. */
const PROGRAMS = "bash cat chown cp env find grep gzip ldd ln mkdir rm sh sort tar xargs".split(" ");

/** Parts of the C library that nothing here loads, but a package may load. */
const C_LIBRARY = /^lib(?:dl|m|pthread|resolv|rt|util)\.so\.\d+$/;

const CERTIFICATES = "/etc/certificates.pem";

/**
 * Collects the files of the base image in a new folder.
 * @throws {Error} when a program is missing
 */
export function collectBase(base: string): void {
  for (const path of ["root", "tmp", "usr/bin"]) mkdirSync(join(base, path), { recursive: true });
  symlinkSync("usr/bin", join(base, "bin"));
  const files = PROGRAMS.map((name) => [pathOf(name), `/usr/bin/${name}`] as const);
  const all = [...files, [process.execPath, "/usr/local/bin/node"] as const];
  const libraries = librariesOf(all.map(([from]) => from)).map((path) => [path, path] as const);
  const certificates = extraCertificates().map((path) => [path, CERTIFICATES] as const);
  for (const [from, to] of [...all, ...libraries, ...certificates]) {
    mkdirSync(dirname(join(base, to)), { recursive: true });
    copyFileSync(from, join(base, to));
  }
  cpSync(npmFolder(), join(base, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(base, "usr/local/bin/npm"));
}

/**
 * Makes the base image from a folder, starts a container of it once, and returns its name.
 * @throws {Error} when buildah cannot do that here
 */
export async function makeBaseImage(buildah: Buildah, base: string): Promise<string> {
  const name = "localhost/node-of-this-system";
  const container = await buildah.must("from", "scratch");
  await buildah.must("copy", container, base, "/");
  const trusted = extraCertificates().map(() => `--env=NODE_EXTRA_CA_CERTS=${CERTIFICATES}`);
  await buildah.must("config", "--env=PATH=/usr/local/bin:/usr/bin:/bin", ...trusted, container);
  await buildah.must("run", "--isolation", "chroot", container, "--", "/usr/local/bin/npm", "--version");
  await buildah.must("commit", "--rm", container, name);
  return name;
}

/** The file that this Node trusts besides its own authorities, if any. */
function extraCertificates(): readonly string[] {
  return [process.env["NODE_EXTRA_CA_CERTS"] ?? ""].filter((path) => existsSync(path));
}

function pathOf(program: string): string {
  const found = onPath(program);
  if ("missing" in found) throw new Error(found.missing);
  return found.program;
}

/** The npm that runs this script. */
function npmFolder(): string {
  const command = process.env["npm_execpath"];
  if (command === undefined) throw new Error("Start this with npm run proof:image");
  return dirname(dirname(command));
}

/** The libraries that programs load. A script loads none. */
function librariesOf(programs: readonly string[]): readonly string[] {
  const loaded = programs.flatMap((program) => {
    try {
      const text = execFileSync("ldd", [program], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      return [...text.matchAll(/\s(\/\S+)/g)].map(([, path = ""]) => path);
    } catch {
      return [];
    }
  });
  const folder = dirname(loaded.find((path) => path.includes("/libc.so")) ?? "/");
  const others = readdirSync(folder).filter((name) => C_LIBRARY.test(name));
  return [...new Set([...loaded, ...others.map((name) => join(folder, name))])];
}
