/** What `--watch` sees of the machine: files, the provider, the browser. */
import { execFile } from "node:child_process";
import { basename, relative, resolve, sep } from "node:path";
import { pause } from "../../http/rate-limit.ts";
import { type Waiting, isRefused } from "./wait-for-answer.ts";
import type { WatchedChange } from "./watch-loop.ts";

/** Folders that hold what is built, installed or kept, and no source. */
const NO_SOURCE =
  /^(?:node_modules|\.git|\.hg|\.svn|\.venv|venv|__pycache__|\.mypy_cache|\.pytest_cache|\.gradle|target|\.idea|\.vscode)$/;

/** Files that a running provider writes, and our own before they have their names. */
const WRITTEN = /\.(?:log|pyc|db|db-journal|db-wal|sqlite3?|sqlite3?-journal|tmp|swp|partial)$|~$/;

/**
 * Whether a path below the folder is looked at.
 * @param written the files and folders that a run writes
 */
export function isWatched(folder: string, path: string, written: readonly string[]): boolean {
  const parts = relative(folder, path).split(/[\\/]/);
  if (parts.some((part) => NO_SOURCE.test(part)) || WRITTEN.test(basename(path))) return false;
  return written.map((one) => resolve(folder, one)).every((one) => path !== one && !path.startsWith(`${one}${sep}`));
}

/** Milliseconds in which several changes are one: an editor writes a file in steps. */
const SETTLE_MS = 100;

/**
 * Tells of changed files below a folder, but for what a run writes.
 * @param onReady called once all files are known: what changes from then on is reported
 */
export function watchFiles(
  folder: string,
  written: readonly string[],
  listener: (change: WatchedChange) => void,
  onReady: () => void = () => undefined,
): () => void {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  void import("chokidar").then(({ watch }) => {
    if (ended.signal.aborted) return;
    const watcher = watch(folder, { ignoreInitial: true, ignored: (path) => !isWatched(folder, path, written) });
    watcher.on("all", (_, path, stats) => {
      clearTimeout(timer);
      // It is reported late: the file itself says when it was written, also where an editor has renamed it.
      const change = { name: `${relative(folder, path)} changed`, at: stats?.ctimeMs ?? Date.now() };
      timer = setTimeout(() => listener(change), SETTLE_MS);
    });
    watcher.on("ready", onReady);
    // A folder that cannot be read is not watched; the keys work without it.
    watcher.on("error", () => undefined);
    ended.signal.addEventListener("abort", () => void watcher.close());
  });
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

/** Milliseconds between two looks whether the provider is there. */
const LOOK_MS = 1_000;

/** Tells that a provider which was gone is back. */
export function watchProvider(provider: Waiting["provider"], listener: (change: WatchedChange) => void): () => void {
  const ended = new AbortController();
  void look(provider, listener, ended.signal);
  return () => ended.abort();
}

async function look(
  provider: Waiting["provider"],
  listener: (change: WatchedChange) => void,
  signal: AbortSignal,
): Promise<void> {
  let isThere = true;
  while (!signal.aborted) {
    const wasThere = isThere;
    isThere = !(await isRefused({ provider, signal }));
    if (isThere && !wasThere && !signal.aborted) listener({ name: "The provider is back", at: Date.now() });
    await pause(LOOK_MS, signal);
  }
}

/** The command that opens a file in the browser on a platform: the program, then its arguments. */
export function openCommand(platform: NodeJS.Platform, path: string): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open", path];
  // Unlike `start` of cmd, it reads no part of the path as a command.
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler", path] : ["xdg-open", path];
}

/** Opens a file in the browser, by the means of the system. */
export function openPage(path: string): Promise<string | null> {
  const [program, ...args] = openCommand(process.platform, path);
  return new Promise((done) => {
    execFile(program, args, (error) => done(error === null ? null : `The page is ${path}; it was not opened here`));
  });
}
