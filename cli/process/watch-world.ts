/** The environment of `--watch`: files, the provider, the browser. */
import { execFile } from "node:child_process";
import { basename, relative, resolve, sep } from "node:path";
import { pause } from "../../http/rate-limit.ts";
import { type Waiting, isRefused } from "./wait-for-answer.ts";
import type { WatchedChange } from "./watch-loop.ts";

/** Folders of built, installed or cached files, without source code. */
const NO_SOURCE =
  /^(?:node_modules|\.git|\.hg|\.svn|\.venv|venv|__pycache__|\.mypy_cache|\.pytest_cache|\.gradle|target|\.idea|\.vscode)$/;

/** Files that a running provider writes, and the suite's own temporary files. */
const WRITTEN = /\.(?:log|pyc|db|db-journal|db-wal|sqlite3?|sqlite3?-journal|tmp|swp|partial)$|~$/;

/**
 * Whether to watch a path below the folder.
 * @param written the files and folders that a run writes
 */
export function isWatched(folder: string, path: string, written: readonly string[]): boolean {
  const parts = relative(folder, path).split(/[\\/]/);
  if (parts.some((part) => NO_SOURCE.test(part)) || WRITTEN.test(basename(path))) return false;
  return written.map((one) => resolve(folder, one)).every((one) => path !== one && !path.startsWith(`${one}${sep}`));
}

/** Changes within this time in milliseconds count as one, because an editor writes a file in steps. */
const SETTLE_MS = 100;

/**
 * Reports changed files below a folder, except the files that a run writes.
 * @param onReady called when all files are known; changes from then on are reported
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
      // The event is late, so the time comes from the file itself. `ctime` also covers a rename by an editor.
      const change = { name: `${relative(folder, path)} changed`, at: stats?.ctimeMs ?? Date.now() };
      timer = setTimeout(() => listener(change), SETTLE_MS);
    });
    watcher.on("ready", onReady);
    // A folder that cannot be read is not watched. The keys still work.
    watcher.on("error", () => undefined);
    ended.signal.addEventListener("abort", () => void watcher.close());
  });
  return () => {
    clearTimeout(timer);
    ended.abort();
  };
}

/** The time between two checks whether the provider answers, in milliseconds. */
const LOOK_MS = 1_000;

/** Reports when a provider that was unreachable answers again. */
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
  // Unlike `start` of cmd, this does not read parts of the path as commands.
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler", path] : ["xdg-open", path];
}

/** Opens a file in the browser with the command of the system. */
export function openPage(path: string): Promise<string | null> {
  const [program, ...args] = openCommand(process.platform, path);
  return new Promise((done) => {
    execFile(program, args, (error) => done(error === null ? null : `The page is ${path}; it was not opened here`));
  });
}
