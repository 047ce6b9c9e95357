/** Report files: their formats and paths, and whether they can be written. */
import { join, resolve } from "node:path";
import { type Format, renderers, usualFormats } from "../../reports/index.ts";
import { UsageError } from "../io.ts";
import { type Input, overwritten } from "./input-files.ts";
import { tryFile } from "./write-file.ts";

/** One report to write. */
export interface ReportFile {
  readonly format: Format;
  readonly path: string;
}

/** The path that stands for standard output. */
export const STANDARD_OUTPUT = "-";

/**
 * Reads `FORMAT=FILE`.
 * @throws {UsageError} if the format is unknown, or the file is missing
 */
export function parseReport(text: string): ReportFile {
  const [, format = "", path = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const known = Object.keys(renderers);
  if (!isFormat(format)) {
    throw new UsageError(
      `--report ${JSON.stringify(text)} names no format; give FORMAT=FILE with one of ${known.join(", ")}`,
    );
  }
  if (path === "")
    throw new UsageError(
      `--report ${JSON.stringify(text)} names no file; give FORMAT=FILE, for example ${format}=${renderers[format].fileName}`,
    );
  return { format, path };
}

function isFormat(text: string): text is Format {
  return Object.hasOwn(renderers, text);
}

/** The usual set of reports in a folder. */
export function usualReports(folder: string): readonly ReportFile[] {
  return usualFormats.map((format) => ({ format, path: join(folder, renderers[format].fileName) }));
}

/**
 * Makes sure that the reports can be written, before anything is sent: creates their folders, and opens a file in each.
 * @param inputs the files that the command reads
 * @throws {UsageError} if one cannot be written, two have the same path, or one has the path of an input
 */
export function prepareReports(files: ReadonlyArray<Pick<ReportFile, "path">>, inputs: readonly Input[]): void {
  const paths = files.map(({ path }) => resolve(path));
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined)
    throw new UsageError(`Two reports would be written to ${JSON.stringify(twice)}; give each its own file`);
  const over = overwritten(files, inputs);
  if (over !== undefined)
    throw new UsageError(
      `A report would be written to ${JSON.stringify(over.path)}, which the command reads; give it its own file`,
    );
  for (const { path } of files) {
    try {
      tryFile(path);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UsageError(`The report ${JSON.stringify(path)} cannot be written: ${why}`);
    }
  }
}
