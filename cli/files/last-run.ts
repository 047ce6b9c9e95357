/** What failed in the last run of a folder, for `--last-failed`. It is kept in the user's cache, so that no folder is littered. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withSender } from "../../reports/words/rerun-command.ts";
import type { RunResult } from "../../result/result.ts";
import { type Io, UsageError } from "../io.ts";

/** For each requirement that is not met, the words that select it and the checks that send for it. */
type Failed = Readonly<Record<string, readonly string[]>>;

interface LastRun {
  readonly baseUrl: string;
  readonly failed: Failed;
}

type CacheIo = Pick<Io, "env" | "folder">;

/** The file for the working folder; null where the system names no place for a cache. */
function fileFor({ env, folder = process.cwd() }: CacheIo): string | null {
  const { XDG_CACHE_HOME: cache, LOCALAPPDATA: local, HOME: home } = env;
  const root = [cache, local].find((one) => one !== undefined && one !== "");
  const place = root ?? (home === undefined || home === "" ? null : join(home, ".cache"));
  if (place === null) return null;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  return join(place, "plant-store-conformance", `${name}.json`);
}

/**
 * The words that select what failed in the last run of the folder; empty if nothing did.
 * @throws {UsageError} when there was no run
 */
export function lastFailed(io: CacheIo): readonly string[] {
  const last = read(io);
  if (last !== null) return [...new Set(Object.values(last.failed).flat())];
  throw new UsageError("--last-failed: no run of check is recorded for this folder; run check without it first");
}

/** The words that select what failed in a run. */
export function failedWords(result: RunResult): readonly string[] {
  return [...new Set(failedIn(result).flatMap(([, words]) => words))];
}

/** Keeps what failed. What a selection did not ask stays as it was. A cache that cannot be written costs no run. */
export function keepFailed(result: RunResult, io: CacheIo): void {
  const file = fileFor(io);
  if (file === null || result.requirements.length === 0) return;
  const asked = new Set(result.requirements.filter(({ status }) => status !== "not-judged").map(({ id }) => id));
  const before = Object.entries(read(io)?.failed ?? {}).filter(([id]) => !asked.has(id));
  const kept = result.selection === undefined && result.complete ? [] : before;
  const last: LastRun = {
    baseUrl: result.provider.baseUrl,
    failed: Object.fromEntries([...kept, ...failedIn(result)]),
  };
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(last));
  } catch {
    // Said when it is missed: by --last-failed.
  }
}

function failedIn(result: RunResult): readonly (readonly [string, readonly string[]])[] {
  return result.requirements
    .filter(({ level, status }) => level !== "OPEN" && status === "failed")
    .map(({ id, checks }) => {
      const own = new Set(checks.map((check) => check.id));
      const failed = checks.filter(({ status, contract }) => status === "failed" && contract !== true);
      const senders = failed.flatMap((check) => withSender(check, result)).filter((one) => !own.has(one));
      return [id, [id, ...new Set(senders)]] as const;
    });
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
  if (typeof failed !== "object" || failed === null || typeof Reflect.get(value, "baseUrl") !== "string") return false;
  return Object.values(failed).every(
    (words: unknown) => Array.isArray(words) && words.every((word) => typeof word === "string"),
  );
}
