/** Buildah builds and runs images without a daemon. It has a separate storage that is removed at the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EndedProcess, runProcess } from "../../library/testing/recipes.ts";

/** The limit for one command. The build of the image installs packages. */
const PATIENCE_MS = 90_000;

/** Buildah, ready to use on this machine. */
export interface Buildah extends AsyncDisposable {
  /** A folder for files of the caller. It is removed as well. */
  readonly folder: string;
  readonly run: (...argv: readonly string[]) => Promise<EndedProcess>;
  /**
   * Returns what the command printed.
   * @throws {Error} when the command fails
   */
  readonly must: (...argv: readonly string[]) => Promise<string>;
}

/** Returns buildah, or the reason why it cannot be used here. */
export async function useBuildah(): Promise<Buildah | { readonly missing: string }> {
  if (process.platform !== "linux") return { missing: "buildah runs on Linux alone" };
  if (process.getuid?.() !== 0) return { missing: "it is built and run as root, and this user is not" };
  const folder = mkdtempSync(join(tmpdir(), "plant-store-image-"));
  const storage = ["--root", join(folder, "storage"), "--runroot", join(folder, "running")];
  const run: Buildah["run"] = (...argv) => runProcess(["buildah", ...storage, ...argv], folder, {}, PATIENCE_MS);
  const close = async (): Promise<void> => {
    // Mounted containers cannot be removed.
    await run("rm", "--all");
    rmSync(folder, { recursive: true, force: true });
  };
  const { exitCode, output } = await run("--version");
  if (exitCode !== 0) {
    await close();
    return { missing: `buildah cannot be run here: ${output.trim() || "there is no such command"}` };
  }
  const must: Buildah["must"] = async (...argv) => {
    const ended = await run(...argv);
    if (ended.exitCode !== 0) throw new Error(`buildah ${argv[0] ?? ""}: ${ended.output.trim().slice(-2_000)}`);
    return ended.output.trim();
  };
  return { folder, run, must, [Symbol.asyncDispose]: close };
}
