/** The failures of the last run in a folder, for `--last-failed`. They are in the user's cache, not in the folder. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withSender } from "../../reports/words/printed-commands.ts";
import { defined } from "../../spec/defined.ts";
import { count } from "../../result/safe-text.ts";
import { stackNamed } from "../../result/recognised-stacks.ts";
import type { CheckResult, RunResult } from "../../result/result.ts";
import { type Io, UsageError } from "../io.ts";

/** The failures. It contains only ids, and nothing about the address of the provider. */
interface LastRun {
  /** By requirement, the words that select it and what sends its requests; none if only contracts or fuzzing failed. */
  readonly failed: Readonly<Record<string, readonly string[]>>;
  /** The exit status. If it is 1 and no requirement failed, a user's pact, pinned value, waiver or comparison failed. */
  readonly exitCode: number;
  /** The stack that the user named, or that an answer showed. */
  readonly stack?: string;
}

export interface LastFailed {
  /** The words that select it; empty for everything. */
  readonly only: readonly string[];
  /** The checks that run, and why. */
  readonly sentence: string;
  /** The stack of that run. */
  readonly stack?: string;
}

type CacheIo = Pick<Io, "env" | "folder">;

/** The file for the working folder; null if the system defines no folder for caches. */
function fileFor({ env, folder = process.cwd() }: CacheIo): string | null {
  const { XDG_CACHE_HOME: cache, LOCALAPPDATA: local, HOME: home } = env;
  const root = [cache, local].find((one) => one !== undefined && one !== "");
  const place = root ?? (home === undefined || home === "" ? null : join(home, ".cache"));
  if (place === null) return null;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  return join(place, "plant-store-conformance", `${name}.json`);
}

/** The failures of the last run in the folder; everything, if a selection would leave one out. */
export function lastFailed(io: CacheIo): LastFailed {
  const last = read(io);
  if (last === null) {
    throw new UsageError("--last-failed: no run of check is recorded for this folder; run check without it first");
  }
  const named = last.stack === undefined || stackNamed(last.stack) === undefined ? {} : { stack: last.stack };
  return { ...selectionOf(last), ...named };
}

function selectionOf({ failed, exitCode }: LastRun): LastFailed {
  const words = Object.values(failed);
  const many = count(words.length, "requirement");
  if (words.some((one) => one.length === 0)) return { only: [], sentence: EVERYTHING };
  const only = [...new Set(words.flat())];
  // The report names them.
  if (only.length > 0) return { only, sentence: `Only what failed in the last run: ${many}.` };
  const sentence = exitCode === 1 ? EVERYTHING : "Nothing failed in the last run: all checks are run.";
  return { only, sentence };
}

const EVERYTHING = "Not all that failed in the last run can be selected: all checks are run.";

/** The words that select the failures of a run; empty if a selection would leave some of them out. */
export function failedWords(result: RunResult): readonly string[] {
  const words = failedIn(result).map(([, one]) => one);
  return words.some((one) => one.length === 0) ? [] : [...new Set(words.flat())];
}

/** Stores the failures. Those outside the selection stay as they were. A fault of the cache does not fail the run. */
export function keepFailed(result: RunResult, io: CacheIo): void {
  const file = fileFor(io);
  if (file === null || result.requirements.length === 0) return;
  const asked = new Set(result.requirements.filter(({ status }) => status !== "not-judged").map(({ id }) => id));
  const isPart = result.selection !== undefined || !result.complete;
  const before = isPart ? read(io) : null;
  const kept = Object.entries(before?.failed ?? {}).filter(([id]) => !asked.has(id));
  const { stack } = result.provider;
  const last: LastRun = {
    failed: Object.fromEntries([...kept, ...failedIn(result)]),
    exitCode: result.exitCode,
    ...defined({ stack: stack?.id ?? before?.stack }),
  };
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(last));
  } catch {
    // `--last-failed` reports the missing file.
  }
}

function failedIn(result: RunResult): readonly (readonly [string, readonly string[]])[] {
  return result.requirements
    .filter(({ level, status }) => level !== "OPEN" && status === "failed")
    .map(({ id, checks }) => {
      const own = new Set(checks.map((check) => check.id));
      const failed = checks.filter((check) => check.status === "failed" && isSelectable(check));
      const senders = failed.flatMap((check) => withSender(check, result)).filter((one) => !own.has(one));
      return [id, failed.length === 0 ? [] : [id, ...new Set(senders)]] as const;
    });
}

/** Whether a selection runs the check again: selections leave out contracts, and fuzzing without `--fuzz`. */
function isSelectable({ contract, drawn }: CheckResult): boolean {
  return contract !== true && drawn !== true;
}

function read(io: CacheIo): LastRun | null {
  const file = fileFor(io);
  if (file === null) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isLastRun(value) ? value : null;
  } catch {
    return null;
  }
}

function isLastRun(value: unknown): value is LastRun {
  if (typeof value !== "object" || value === null) return false;
  const failed: unknown = Reflect.get(value, "failed");
  if (typeof failed !== "object" || failed === null || typeof Reflect.get(value, "exitCode") !== "number") return false;
  if (!["string", "undefined"].includes(typeof Reflect.get(value, "stack"))) return false;
  return Object.values(failed).every(
    (words: unknown) => Array.isArray(words) && words.every((word) => typeof word === "string"),
  );
}
