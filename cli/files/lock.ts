/** Locks a folder, so that only one run at a time writes its reports into it. */
import { randomBytes } from "node:crypto";
import { constants, copyFileSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { cannotBe, UsageError } from "../io.ts";

const LOCK = ".plant-store-conformance.lock";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes the process from a later one with the same number; null if the system does not provide it. */
  readonly started: string | null;
}

/** Does work while no other run writes into the folder, if any. @throws {UsageError} when another run holds it */
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
    // The run that creates the file holds the lock. A link of that name is not followed.
    writeFileSync(path, JSON.stringify(mine), { flag: "wx" });
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "EEXIST") throw new UsageError(heldBy(folder, path));
    throw new UsageError(cannotBe("locked", "The folder", folder)(error));
  }
  return () => rmSync(path, { force: true });
}

/** Removes the lock of a process that has ended. */
function takeOver(path: string): void {
  const text = textOf(path);
  if (text === null || isHeld(holderOf(text))) return;
  const aside = `${path}.${randomBytes(9).toString("hex")}`;
  renameSync(path, aside);
  // Another run may have taken the lock over in between; it gets its lock back.
  if (textOf(aside) !== text) copyFileSync(aside, path, constants.COPYFILE_EXCL);
  rmSync(aside, { force: true });
}

function heldBy(folder: string, path: string): string {
  const holder = holderOf(textOf(path) ?? "");
  const who = holder === null ? "Another run" : `Another run (process ${holder.pid} on ${JSON.stringify(holder.host)})`;
  const name = JSON.stringify(folder);
  return `${who} writes its reports into ${name}; give another folder with --out, or delete ${JSON.stringify(path)} if it has ended`;
}

/** Whether a lock counts: an unreadable one does, and one of another machine, of which nothing is known here. */
function isHeld(holder: Holder | null): boolean {
  if (holder === null || holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
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

/** The text of a regular file. Reading anything else may never end. */
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
