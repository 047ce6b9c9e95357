/** `check --watch`: runs the checks again and again, until the provider is correct; its files, provider and browser. */
import { execFile } from "node:child_process";
import { basename, relative, resolve, sep } from "node:path";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { pause } from "../../http/retry-after.ts";
import { renderers, renderVerdictLine } from "../../reports/index.ts";
import { defined, present } from "../../spec/defined.ts";
import { changesOf } from "../../result/over/result-changes.ts";
import { compare } from "../../result/over/compare-results.ts";
import type { RunResult } from "../../result/result.ts";
import { count, excerpt, safeText } from "../../result/safe-text.ts";
import { failedWords } from "../files/last-run.ts";
import { parseReport, STANDARD_OUTPUT } from "../files/write-reports.ts";
import { EXIT, interruptFrom, type Io, UsageError } from "../io.ts";
import { isOfWholeRuns } from "../options/option-conflicts.ts";
import { namedProvider } from "../options/provider-options.ts";
import { isRefused, type Waiting } from "../process/start-provider.ts";
import type { CheckOptions } from "./check.ts";

// `--watch`: runs again on a change or a key, and prints the changes since the last run.

/** The checks of a run: all that the options select, or those that failed before. */
export type WatchedRun = "all" | "failed";

/** How a run ended. `result` is null if nothing was judged. */
export interface WatchedEnd {
  readonly status: number;
  readonly result: RunResult | null;
}

/** A changed file, or the return of the provider, with the time in milliseconds since 1970. */
export interface WatchedChange {
  readonly name: string;
  readonly at: number;
}

/** Reports events until the returned function is called. */
type Listen<Event> = (listener: (event: Event) => void) => () => void;

/** The environment of the loop. Tests pass their own. */
interface WatchWorld {
  /** Runs the checks. `isFirst`: the whole report is printed. Aborting the signal ends the run with a result. */
  readonly run: (what: WatchedRun, isFirst: boolean, signal: AbortSignal) => Promise<WatchedEnd>;
  readonly onChange: Listen<WatchedChange>;
  /** Reports a key, or the first character of a line; an empty string is Enter. */
  readonly onKey: Listen<string>;
  /** Opens the page, or prints why it cannot. */
  readonly open: () => Promise<void>;
  readonly say: (line: string) => void;
  readonly onInterrupt: (callback: () => void) => () => void;
}

const MOST = 8;

const KEYS = "Enter: run all, f: run what failed, o: open the page, q: quit";

/** Runs, and runs again, until `q` or an interrupt. @returns the exit status of the last run */
export async function watch(world: WatchWorld): Promise<number> {
  const state: WatchState = { running: null, quit: false, changed: null, endedAt: 0, wake: null };
  const stops = listen(world, state);
  let [isFirst, status] = [true, 0];
  let before: RunResult | null = null;
  let next: WatchedRun | null = "all";
  try {
    // A key that quits may come right after one that asks for a run.
    while (next !== null && !state.quit) {
      const running = new AbortController();
      Object.assign(state, { running, changed: null });
      const end: WatchedEnd = await world.run(next, isFirst, running.signal);
      Object.assign(state, { running: null, endedAt: Date.now() });
      if (!isFirst) for (const line of linesSince(before, end.result)) world.say(line);
      isFirst = false;
      status = end.status;
      before = end.result ?? before;
      if (state.quit) break;
      if (state.changed !== null) world.say(duringRun(state.changed));
      world.say(`Watching. ${KEYS}`);
      next = await new Promise<WatchedRun | null>((wake) => (state.wake = wake));
    }
    return status;
  } finally {
    stops.forEach((stop) => stop());
  }
}

function duringRun(changed: string): string {
  return `${safeText(changed)} during the run; Enter runs again.`;
}

/** The changes of a run: the verdict line, and the requirements that are newly broken or fixed. */
function linesSince(before: RunResult | null, result: RunResult | null): readonly string[] {
  if (result === null) return [];
  if (before === null) return [renderVerdictLine(result)];
  const changes = changesOf(compare(before, result));
  const named = changes
    .slice(0, MOST)
    .map(({ change, name, words }) => `  ${change.padEnd(8)} ${excerpt(`${name}   ${words}`, 200)}`);
  const more = changes.length - named.length;
  return [
    renderVerdictLine(result),
    ...(changes.length === 0 ? ["  Nothing changed since the last run."] : named),
    ...(more > 0 ? [`  and ${count(more, "more change")}`] : []),
  ];
}

/** What the events of the environment change. */
interface WatchState {
  /** Aborted by `q` and an interrupt; null between two runs. */
  running: AbortController | null;
  quit: boolean;
  /** The first file that changed during the run. */
  changed: string | null;
  /** When the last run ended. */
  endedAt: number;
  /** Begins the next run; with null, quits. */
  wake: ((next: WatchedRun | null) => void) | null;
}

function listen(world: WatchWorld, state: WatchState): ReadonlyArray<() => void> {
  const go = (next: WatchedRun | null): void => {
    state.wake?.(next);
    state.wake = null;
  };
  const end = (): void => {
    state.quit = true;
    state.running?.abort();
    go(null);
  };
  const onChange = ({ name, at }: WatchedChange): void => {
    // Files that a provider writes while it is judged or stopped would cause endless runs.
    if (state.running !== null) state.changed ??= name;
    else if (at <= state.endedAt) world.say(duringRun(name));
    else if (state.wake !== null) {
      world.say(safeText(name));
      go("all");
    }
  };
  const onKey = (key: string): void => {
    if (key === "q" || key === "\u0003") end();
    else if (key === "o") void world.open();
    else if (key === "f") go("failed");
    else if (key === "" || key === "\r" || key === "\n") go("all");
  };
  return [world.onChange(onChange), world.onKey(onKey), world.onInterrupt(end)];
}

type RunOnce = (options: CheckOptions, io: Io) => Promise<number>;

/** Runs `check --watch`. @throws {UsageError} when the options cannot be used; nothing was sent then */
export function watchChecks(
  argument: string | undefined,
  options: CheckOptions,
  io: Io,
  once: RunOnce,
): Promise<number> {
  const named = namedProvider(argument, options, io);
  if (named.kind === "reference") throw new UsageError("--watch has no effect with --reference, which does not change");
  const folder = io.folder ?? process.cwd();
  let last: RunResult | null = null;
  return watch({
    run: async (what, isFirst, signal) => {
      const only = what === "failed" && last !== null ? failedWords(last) : [];
      let judged: RunResult | null = null;
      const wanted = only.length === 0 ? options : selecting(options, only);
      const status = await once(
        {
          ...(isFirst ? wanted : inShort(wanted)),
          onResult: (result) => (judged = last = result),
        },
        { ...io, ...defined({ out: isFirst ? undefined : () => undefined }), onInterrupt: interruptFrom(signal) },
      ).catch((error: unknown) => usageStatus(error, io));
      return { status, result: judged };
    },
    onChange: (listener) =>
      named.start === undefined
        ? watchProvider({ baseUrl: named.baseUrl, transport: named.transport, limits: DEFAULT_LIMITS }, listener)
        : watchFiles(folder, writtenBy(options), listener),
    onKey: io.keys ?? (() => () => undefined),
    open: () => open(folder, options, io),
    say: (line) => io.out(`${line}\n`),
    onInterrupt: io.onInterrupt,
  });
}

/** The files that a run writes, so that they do not start the next run. */
function writtenBy({ out, report }: CheckOptions): readonly string[] {
  return present([out, ...report.map((one) => parseReport(one).path)]);
}

async function open(folder: string, { out }: CheckOptions, io: Io): Promise<void> {
  const said =
    out === undefined
      ? "There is no page: give --out FOLDER, which gets a report.html"
      : await openPage(resolve(folder, out, renderers.html.fileName));
  if (said !== null) io.err(`${said}\n`);
}

/** The options of a later run, which prints only the changes. It writes all reports except one on standard output. */
function inShort(options: CheckOptions): CheckOptions {
  const report = options.report.filter((one) => parseReport(one).path !== STANDARD_OUTPUT);
  return { ...options, quiet: true, report };
}

/** The options for a selection: without the contracts, and without reports about the provider as a whole. */
function selecting(all: CheckOptions, only: readonly string[]): CheckOptions {
  const options: { -readonly [Key in keyof CheckOptions]: CheckOptions[Key] } = { ...all };
  delete options.broker;
  delete options.profile;
  const report = all.report.filter((one) => !isOfWholeRuns(one));
  return { ...options, only, skip: [], pacts: [], publish: false, expect: [], report };
}

/** Prints a usage error and continues, because the next change may fix it. */
function usageStatus(error: unknown, io: Io): number {
  if (!(error instanceof UsageError)) throw error;
  io.err(`${error.message}\n`);
  return EXIT.usage;
}

/** Folders of built, installed or cached files, without source code. */
const NO_SOURCE =
  /^(?:node_modules|\.git|\.hg|\.svn|\.venv|venv|__pycache__|\.mypy_cache|\.pytest_cache|\.gradle|target|\.idea|\.vscode)$/;

/** Files that a running provider writes, and the suite's own temporary files. */
const WRITTEN = /\.(?:log|pyc|db|db-journal|db-wal|sqlite3?|sqlite3?-journal|tmp|swp|partial)$|~$/;

/** Whether to watch a path below the folder. @param written the files and folders that a run writes */
export function isWatched(folder: string, path: string, written: readonly string[]): boolean {
  const parts = relative(folder, path).split(/[\\/]/);
  if (parts.some((part) => NO_SOURCE.test(part)) || WRITTEN.test(basename(path))) return false;
  return written.map((one) => resolve(folder, one)).every((one) => path !== one && !path.startsWith(`${one}${sep}`));
}

/** Changes within this time in milliseconds count as one, because an editor writes a file in steps. */
const SETTLE_MS = 100;

/** Reports changed files below a folder, but for those a run writes. @param onReady called when all files are known */
export function watchFiles(
  folder: string,
  written: readonly string[],
  listener: (change: WatchedChange) => void,
  onReady: () => void = () => undefined,
): () => void {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  void import("chokidar").then((chokidar) => {
    if (ended.signal.aborted) return;
    const watcher = chokidar.watch(folder, {
      ignoreInitial: true,
      ignored: (path) => !isWatched(folder, path, written),
    });
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
