/**
 * Writes files of the command. A regular file is written completely or not at all, and links are not followed. Devices,
 * pipes and standard streams are written directly, and stay what they are.
 */
import { createHash, randomBytes } from "node:crypto";
import {
  type Stats,
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { Socket } from "node:net";
import { basename, dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { cannotBe, type Io, OutputError, UsageError } from "../io.ts";

/** The time between two attempts to open a pipe without a reader, in milliseconds, and the number of attempts. */
const READER_PACE_MS = 100;
const READER_LOOKS = 50;

type Place =
  | { readonly kind: "regular" }
  | { readonly kind: "device" }
  | { readonly kind: "pipe" }
  | { readonly kind: "stream"; readonly stream: "out" | "err" }
  | { readonly kind: "descriptor"; readonly descriptor: number };

/** Makes sure that a file can be written. Creates only its folder. @throws {Error} when it cannot be written */
export function tryFile(path: string): void {
  makeFolder(dirname(path));
  const { kind } = placeOf(path);
  if (kind === "device" || kind === "pipe") accessSync(path, constants.W_OK);
  if (kind !== "regular") return;
  const trial = openBeside(path);
  closeSync(trial.descriptor);
  unlinkSync(trial.path);
}

/** Writes a file, or no part of it. @param what begins the message @throws {OutputError} when it cannot be written */
export async function writeFile(path: string, text: Iterable<string>, what: string, io: Io): Promise<void> {
  try {
    await writeTo(placeOf(path), path, text, io);
  } catch (error) {
    throw new OutputError(cannotBe("written", what, path)(error));
  }
}

async function writeTo(place: Place, path: string, text: Iterable<string>, io: Io): Promise<void> {
  switch (place.kind) {
    case "regular":
      return writeRegular(path, text);
    case "device":
      return writeDevice(path, text);
    case "pipe":
      return writePipe(await openPipe(path), text);
    case "stream":
      for (const part of text) io[place.stream](part);
      return undefined;
    case "descriptor":
      return writeAll(place.descriptor, text);
  }
}

interface FileBeside {
  readonly descriptor: number;
  readonly path: string;
}

/** Opens a file that others may read while it is written. It replaces an existing file; a link is not followed. */
export function openFollowed(path: string): number {
  const beside = openBeside(path);
  renameSync(beside.path, path);
  return beside.descriptor;
}

/** Opens a new file next to a path. Its name is not predictable, and a link of that name is not followed. */
function openBeside(path: string): FileBeside {
  // A name may be as long as the file system allows.
  const name = `.${basename(path).slice(0, 40)}.${randomBytes(9).toString("hex")}.partial`;
  const beside = join(dirname(path), name);
  return { descriptor: openSync(beside, "wx"), path: beside };
}

/** Writes a new file. @param advice for a file that exists @throws {UsageError} for it @throws {OutputError} otherwise */
export function writeNew(path: string, text: string, advice: string): void {
  try {
    if (existsSync(path) && placeOf(path).kind === "device") return writeDevice(path, [text]);
    return writeBeside(path, [text], (beside) => {
      // Unlike a rename, this fails if the name exists.
      copyFileSync(beside, path, constants.COPYFILE_EXCL);
      unlinkSync(beside);
    });
  } catch (error) {
    if (Reflect.get(Object(error), "code") === "EEXIST")
      throw new UsageError(`The file ${JSON.stringify(path)} exists and is left as it is; ${advice}`);
    throw new OutputError(cannotBe("written", "The file", path)(error));
  }
}

function writeRegular(path: string, text: Iterable<string>): void {
  return writeBeside(path, text, (beside) => renameSync(beside, path));
}

function writeBeside(path: string, text: Iterable<string>, place: (beside: string) => void): void {
  const beside = openBeside(path);
  try {
    closing(beside.descriptor, () => writeAll(beside.descriptor, text));
    place(beside.path);
  } catch (error) {
    rmSync(beside.path, { force: true });
    throw error;
  }
}

function writeDevice(path: string, text: Iterable<string>): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_NOCTTY);
  closing(descriptor, () => writeAll(descriptor, text));
}

function closing(descriptor: number, work: () => void): void {
  try {
    work();
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, text: Iterable<string>): void {
  for (const part of text) {
    const bytes = Buffer.from(part);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
  }
}

/** Opens a pipe as soon as it has a reader. The usual way of opening it blocks the whole process until then. */
async function openPipe(path: string): Promise<number> {
  for (let look = 1; ; look += 1) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (Reflect.get(Object(error), "code") !== "ENXIO") throw error;
      if (look === READER_LOOKS) throw new Error("it is a pipe that nobody reads", { cause: error });
    }
    await pause(READER_PACE_MS);
  }
}

/** Waits for a slow reader. */
async function writePipe(descriptor: number, text: Iterable<string>): Promise<void> {
  const pipe = new Socket({ fd: descriptor, readable: false, writable: true });
  const written = finished(pipe, { readable: false });
  for (const part of text) pipe.write(part);
  pipe.end();
  await written;
}

/** @throws {Error} for a folder and a socket */
function placeOf(path: string): Place {
  const [, number] = /^\/(?:dev\/fd|proc\/self\/fd)\/(\d+)$/.exec(path) ?? [];
  if (path === "/dev/stdout" || number === "1") return { kind: "stream", stream: "out" };
  if (path === "/dev/stderr" || number === "2") return { kind: "stream", stream: "err" };
  // Writing to a file that a shell has opened continues at the shell's position.
  if (number !== undefined && fstatSync(Number(number)).isFile()) {
    return { kind: "descriptor", descriptor: Number(number) };
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? { kind: "regular" } : { kind: kindOf(stats) };
}

function kindOf(stats: Stats): "regular" | "device" | "pipe" {
  if (stats.isFile()) return "regular";
  if (stats.isDirectory()) throw new Error("it is a folder");
  if (stats.isSocket()) throw new Error("it is a socket");
  return stats.isFIFO() ? "pipe" : "device";
}

/** Makes folders one by one: the recursive option never returns if the system reports ENOENT for an existing parent. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it in between. Or it is a link: this reports where it leads.
    if (Reflect.get(Object(error), "code") !== "EEXIST") throw error;
    statSync(path);
  }
}

// Makes names of folders from texts of the user.

const LONGEST = 40;

/** The ASCII letters and digits of a text in lower case, with hyphens for everything else; empty if it has none. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, "");
}

/** The first hexadecimal digits of a digest, which distinguish texts with the same plain name. */
export function digestOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}
