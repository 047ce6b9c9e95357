/** The files that a command reads, so that no report is written over one of them. */
import { realpathSync, statSync } from "node:fs";
import { basename, isAbsolute, relative, sep } from "node:path";
import { commandOf, optionsOf } from "../options/commander-options.ts";

/** A file that is read, or a folder with files that are read. */
export interface Input {
  readonly path: string;
  /** A report of this format may replace it: it has the same content, or is the baseline of the next run. */
  readonly format?: string;
  readonly within?: FilesWithin;
}

export interface FilesWithin {
  readonly names: RegExp;
  readonly depth: number;
}

const PACTS: FilesWithin = { names: /\.json$/, depth: 0 };

/** The files that parsed options name, and the pacts. A result may replace the baseline, for the next run. */
export function inputsOf(options: object): readonly Input[] {
  const texts = (values: readonly unknown[]): readonly string[] => values.filter((one) => typeof one === "string");
  const pacts: unknown = Reflect.get(options, "pacts");
  const files = optionsOf(commandOf("check")).filter(({ flags }) => flags.endsWith("<file>"));
  const names = files.map((option) => option.attributeName()).filter((name) => name !== "baseline");
  return [
    ...texts([Reflect.get(options, "baseline")]).map((path) => ({ path, format: "json" })),
    ...texts(names.map((name): unknown => Reflect.get(options, name))).map((path) => ({ path })),
    ...texts(Array.isArray(pacts) ? pacts : []).map((path) => ({ path, within: PACTS })),
  ];
}

interface Written {
  readonly path: string;
  readonly format?: string;
}

/** The first file that is also read, by any name. Devices and pipes do not count, because they are not replaced. */
export function overwritten<File extends Written>(files: readonly File[], inputs: readonly Input[]): File | undefined {
  return files.find(({ path, format }) => {
    const file = isRegular(path) ? realPath(path) : undefined;
    if (file === undefined) return false;
    return inputs.some((input) => isRead(file, input) && (input.format === undefined || input.format !== format));
  });
}

function isRead(file: string, { path, within }: Input): boolean {
  const read = realPath(path);
  if (read === undefined || read === file) return read === file;
  if (within === undefined) return false;
  const [up, ...below] = relative(read, file).split(sep);
  const isBelow = up !== ".." && !isAbsolute(relative(read, file)) && below.length <= within.depth;
  return isBelow && within.names.test(basename(file));
}

/** The first path that leads to the same file as an earlier one, by any name. */
export function firstTwice(paths: readonly string[]): string | undefined {
  const files = paths.map((path) => (isRegular(path) ? realPath(path) : undefined));
  return paths.find((_, at) => files[at] !== undefined && files.indexOf(files[at]) < at);
}

/** Whether a path is a regular file. A path to an open pipe, as `/dev/stdout` may be, has no real path. */
function isRegular(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The real path; undefined if nothing exists there. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
