/**
 * A base image for the Dockerfile where no registry of images can be reached: the Node and npm that run this, and the
 * programs of this system that the Dockerfile uses, at the paths where the image of Node has them.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Buildah } from "./buildah.ts";

/** What the Dockerfile and ldd, npm and the shell run. */
const PROGRAMS = "bash cat chown cp env find grep gzip ldd ln mkdir rm sh sort tar xargs".split(" ");

/** Parts of the C library that nothing here loads, and a package may. */
const C_LIBRARY = /^lib(?:dl|m|pthread|resolv|rt|util)\.so\.\d+$/;

const CERTIFICATES = "/etc/certificates.pem";

/**
 * Makes the base image, and gives its name.
 * @throws {Error} where a program is not there
 */
export async function makeBaseImage(buildah: Buildah): Promise<string> {
  const base = join(buildah.folder, "base");
  for (const path of ["etc", "root", "tmp", "usr/bin", "usr/local/bin"])
    mkdirSync(join(base, path), { recursive: true });
  symlinkSync("usr/bin", join(base, "bin"));
  const files = PROGRAMS.map((name) => [pathOf(name), `/usr/bin/${name}`] as const);
  const all = [...files, [process.execPath, "/usr/local/bin/node"] as const];
  const libraries = librariesOf(all.map(([from]) => from));
  for (const [from, to] of [...all, ...libraries.map((path) => [path, path] as const)]) {
    cpSync(from, join(base, to), { dereference: true });
  }
  cpSync(npmFolder(), join(base, "usr/local/lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(base, "usr/local/bin/npm"));
  const certificates = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  if (existsSync(certificates)) cpSync(certificates, join(base, CERTIFICATES), { dereference: true });

  const container = await buildah.must("from", "scratch");
  await buildah.must("copy", container, base, "/");
  if (existsSync(certificates)) {
    await buildah.must("config", "--env", `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, container);
  }
  await buildah.must("commit", container, "localhost/node-of-this-system");
  await buildah.must("rm", container);
  return "localhost/node-of-this-system";
}

function pathOf(program: string): string {
  const places = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`There is no ${program} on the path`);
  return found;
}

/** The npm that runs this script. */
function npmFolder(): string {
  const command = process.env["npm_execpath"];
  if (command === undefined) throw new Error("Start this with npm run proof:image");
  return dirname(dirname(command));
}

/** The libraries that programs load; a script loads none. */
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
