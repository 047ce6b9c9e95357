/**
 * Builds the image of the Dockerfile from the packed package, on a base image that is made here, and runs its command:
 * `npm run proof -- image`. Prints a line per case, and at the end `N passed, N failed, N skipped`. Exits with 1 if the
 * image is not as expected. Skips what this system cannot build or run.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type StackOutcome, exitStatus, reportOf, summary } from "../real/runner/outcome.ts";
import { collectBase, makeBaseImage } from "./base-image.ts";
import { type Buildah, useBuildah } from "./buildah.ts";
import { type BuiltImage, type ImageConfig, contentsOf, imageCases } from "./image-cases.ts";

/** The root of the checkout, seen from the compiled file. */
const root = fileURLToPath(new URL("../../../", import.meta.url));

const IMAGE = "localhost/plant-store-conformance";

/** What npm prints when it cannot reach a registry; this is not a fault of the Dockerfile. */
const NO_REGISTRY =
  /npm error code (?:EAI_AGAIN|ECONN\w+|ENOTFOUND|ENETUNREACH|ERR_SOCKET_TIMEOUT|ETIMEDOUT|SELF_SIGNED\w+)/;

const outcomes: StackOutcome[] = [];
let startedAt = performance.now();
function tell(outcome: StackOutcome): void {
  outcomes.push(outcome);
  process.stdout.write(`${reportOf(outcome, (performance.now() - startedAt) / 1000)}\n`);
  startedAt = performance.now();
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Builds the image from what a user provides: the packed package, and the packages in the cache of npm. */
async function build(buildah: Buildah, base: string): Promise<Pick<BuiltImage, "container" | "root" | "config">> {
  const context = join(buildah.folder, "context");
  mkdirSync(context);
  for (const name of ["Dockerfile", ".dockerignore", "package-lock.json"])
    cpSync(join(root, name), join(context, name));
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", context], { cwd: root });
  const npmrc = join(buildah.folder, "npmrc");
  writeFileSync(npmrc, `prefer-offline=true\nregistry=${process.env["npm_config_registry"] ?? ""}\n`);
  const cache = process.env["npm_config_cache"] ?? join(homedir(), ".npm");
  mkdirSync(cache, { recursive: true });
  const given = [
    "--build-arg",
    `NODE_IMAGE=${base}`,
    "--secret",
    `id=npmrc,src=${npmrc}`,
    "--volume",
    `${cache}:/root/.npm`,
  ];
  // In the other format, buildah does not support SHELL.
  await buildah.must(
    "build",
    "--quiet",
    "--format",
    "docker",
    "--isolation",
    "chroot",
    ...given,
    "--tag",
    IMAGE,
    context,
  );
  const { OCIv1 } = JSON.parse(await buildah.must("inspect", "--type", "image", IMAGE)) as {
    readonly OCIv1: { readonly config: ImageConfig };
  };
  const container = await buildah.must("from", IMAGE);
  return { container, root: await buildah.must("mount", container), config: OCIv1.config };
}

async function prove(buildah: Buildah): Promise<void> {
  const folder = join(buildah.folder, "base");
  collectBase(folder);
  const base = await makeBaseImage(buildah, folder).catch((error: unknown) => ({ missing: messageOf(error) }));
  if (typeof base !== "string") return tell({ status: "skipped", name: "image", reason: base.missing });
  const built = await build(buildah, base).catch((error: unknown) => ({ fault: messageOf(error) }));
  if ("fault" in built) {
    if (NO_REGISTRY.test(built.fault)) return tell({ status: "skipped", name: "image", reason: built.fault });
    return tell({ status: "failed", name: "image: is built by the Dockerfile", reasons: built.fault.split("\n") });
  }
  const image: BuiltImage = { buildah, ...built };
  const { megabytes, faults } = await contentsOf(image);
  const name = `image: without a shell, nothing to write but /reports, ${megabytes} MB with Node ${process.version}`;
  tell(faults.length === 0 ? { status: "passed", name } : { status: "failed", name, reasons: faults });
  for (const one of imageCases) {
    if (isInterrupted) return;
    const reasons = await one.prove(image).catch((error: unknown) => [messageOf(error)]);
    const named = `image: ${one.name}`;
    tell(reasons.length === 0 ? { status: "passed", name: named } : { status: "failed", name: named, reasons });
  }
}

// Mounts must be unmounted. The running command of buildah also gets the signal, and ends.
let isInterrupted = false;
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => (isInterrupted = true));
const buildah = await useBuildah();
if ("missing" in buildah) tell({ status: "skipped", name: "image", reason: buildah.missing });
else {
  await using used = buildah;
  await prove(used);
}
process.stdout.write(`${summary(outcomes)}\n`);
process.exitCode = isInterrupted ? 1 : exitStatus(outcomes);
