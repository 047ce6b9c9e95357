/** A folder that one run at a time writes its reports into. */
import { randomBytes } from "node:crypto";
import { constants, copyFileSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { UsageError } from "../io.ts";
import { systemWords } from "../process/faults.ts";

/** The name of the lock in the folder. */
const LOCK = ".plant-store-conformance.lock";

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Tells the process from a later one that was given the same number; null where the system does not say. */
  readonly started: string | null;
}

/**
 * Does the work while nobody else writes into the folder. The lock of a process that has ended is taken over.
 * @param folder exists; undefined for no folder
 * @throws {UsageError} when another run holds the folder
 */
export async function whileLocked<T>(folder: string | undefined, work: () => Promise<T>): Promise<T> {
  if (folder === undefined) return work();
  const release = lock(folder);
  // A second interrupt ends the process without unwinding it.
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function lock(folder: string): () => void {
  const path = join(folder, LOCK);
  const mine: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  try {
    takeOver(path);
    // The run that creates it holds it; a link of that name is not followed.
    writeFileSync(path, JSON.stringify(mine), { flag: "wx" });
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "EEXIST") throw new UsageError(heldBy(folder, path));
    throw new UsageError(`The folder ${JSON.stringify(folder)} cannot be locked: ${systemWords(error)}`);
  }
  return () => rmSync(path, { force: true });
}

/** Removes the lock of a process that has ended. */
function takeOver(path: string): void {
  const text = textOf(path);
  if (text === null || isHeld(holderOf(text))) return;
  const aside = `${path}.${randomBytes(9).toString("hex")}`;
  renameSync(path, aside);
  // Another run may have taken it over in between; it gets its lock back.
  if (textOf(aside) !== text) copyFileSync(aside, path, constants.COPYFILE_EXCL);
  rmSync(aside, { force: true });
}

function heldBy(folder: string, path: string): string {
  const holder = holderOf(textOf(path) ?? "");
  const who = holder === null ? "Another run" : `Another run (process ${holder.pid} on ${JSON.stringify(holder.host)})`;
  const name = JSON.stringify(folder);
  return `${who} writes its reports into ${name}; give another folder with --out, or delete ${JSON.stringify(path)} if it has ended`;
}

/** Of a process on another machine nobody can say here whether it has ended. A lock that cannot be read is kept. */
function isHeld(holder: Holder | null): boolean {
  if (holder === null || holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return Reflect.get(Object(error), "code") !== "ESRCH";
  }
  const started = startOf(holder.pid);
  return holder.started === null || started === null || started === holder.started;
}

function holderOf(text: string): Holder | null {
  try {
    const { pid, host, started } = JSON.parse(text) as Partial<Record<keyof Holder, unknown>>;
    if (typeof pid !== "number" || !Number.isInteger(pid) || pid <= 0 || typeof host !== "string") return null;
    return { pid, host, started: typeof started === "string" ? started : null };
  } catch {
    return null;
  }
}

/** Of a regular file; reading anything else may take for ever. */
function textOf(path: string): string | null {
  try {
    if (!lstatSync(path).isFile()) return null;
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** When a process began, as Linux counts it. */
function startOf(pid: number): string | null {
  // The name of the command is in parentheses and may contain anything; the 22nd field of all is the 20th after it.
  return textOf(`/proc/${pid}/stat`)?.split(")").at(-1)?.trim().split(" ")[19] ?? null;
}
