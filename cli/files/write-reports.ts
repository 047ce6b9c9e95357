/** The reports of a result and their places: planned before the run, written after it. */
import { appendFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, isAbsolute, relative, sep } from "node:path";
import { httpUrl } from "../../http/base-url.ts";
import {
  type Format,
  renderers,
  renderShortText,
  renderVerdictLine,
  type TextOptions,
  usualFormats,
} from "../../reports/index.ts";
import type { Docs } from "../../reports/words/printed-commands.ts";
import { defined, ifAny, present } from "../../spec/defined.ts";
import type { RunResult } from "../../result/result.ts";
import { asUsage, cannotBe, type Io, lookOf, OutputError, UsageError } from "../io.ts";
import type { CheckValues } from "../options/run-options.ts";
import { statsOf } from "./read-file.ts";
import { tryFile, writeFile } from "./write-file.ts";
import { commandOf, optionsOf } from "../options/commander-options.ts";

export type ReportOptions = Pick<CheckValues, "report" | "out" | "docsUrl" | "github" | "details">;

export interface ReportPlan {
  readonly folder?: string;
  readonly files: readonly ReportFile[];
  /** The URL of the published page, to which every report links; undefined if none was given. */
  readonly docs: Docs;
  /** The format that goes to standard output in place of the text report; null for none. */
  readonly onOutput: Format | null;
  readonly details: boolean;
  /** The file that GitHub shows as the job's summary; null without `--github`. */
  readonly summaryFile: string | null;
  /** The digest of the result's file, if the result was read from one. */
  readonly resultSha256?: string;
}

/** Refuses reports about the provider as a whole for a selection. @throws {UsageError} if the plan contains one */
export function refuseOfSelection({ files, onOutput }: Pick<ReportPlan, "files" | "onOutput">): void {
  const formats = present([...files.map(({ format }) => format), onOutput !== null && onOutput]);
  const refused = formats.find((format) => renderers[format].wholeRunsOnly === true);
  if (refused === undefined) return;
  throw new UsageError(
    `--report ${refused} is about the provider as a whole, and a selection of the checks is not a verdict on it; leave out the report, or run all checks`,
  );
}

/** Reads the options, and makes sure that everything can be written. @param read other files that the command reads */
export function planReports(
  options: ReportOptions & { readonly quiet?: boolean },
  io: Io,
  read: readonly Input[] = [],
): ReportPlan {
  const given = options.report.map(parseReport);
  const onOutput = given.filter(({ path }) => path === STANDARD_OUTPUT);
  if (onOutput.length > 1) throw new UsageError("Two reports would go to standard output; give all but one a file");
  if (options.quiet === true && onOutput.length > 0) {
    throw new UsageError("--quiet prints only the verdict line; give the report a file instead of standard output");
  }
  const files = [
    ...given.filter(({ path }) => path !== STANDARD_OUTPUT),
    ...ifAny(options.out, (out) => usualReports(out)),
  ];
  const summaryFile = options.github ? summaryFileOf(io) : null;
  prepareReports(files, [...inputsOf(options), ...read]);
  const docs = docsUrlOf(options);
  const printed = { onOutput: onOutput[0]?.format ?? null, details: options.details };
  if (printed.details && printed.onOutput !== null) {
    throw new UsageError("--details is about the printed report, and --report puts another one in its place");
  }
  return { ...defined({ folder: options.out }), files, docs, ...printed, summaryFile };
}

/** The file of the job summary. @throws {UsageError} outside of GitHub Actions */
export function summaryFileOf({ env }: Io): string {
  const file = env["GITHUB_STEP_SUMMARY"];
  if (file === undefined || file === "") {
    throw new UsageError(
      "--github is for a step of GitHub Actions, and GITHUB_STEP_SUMMARY is not set; set it to a file to try it here",
    );
  }
  asUsage(Error, () => appendFileSync(file, ""), cannotBe("written", "The summary", file));
  return file;
}

/** The URL of the page of requirements. @throws {UsageError} if it has an anchor, because links add one */
export function docsUrlOf({ docsUrl: text }: Pick<ReportOptions, "docsUrl">): Docs {
  if (text === undefined) return undefined;
  const url = httpUrl(text);
  if (url !== undefined && !text.includes("#")) return url.href;
  throw new UsageError(
    `--docs-url ${JSON.stringify(text)} is not an http or https URL without a fragment; give that of docs/requirements.md`,
  );
}

async function rendered(format: Format, result: RunResult, plan: ReportPlan): Promise<Iterable<string>> {
  const { render, parts } = renderers[format];
  const { docs, resultSha256 } = plan;
  return parts === undefined ? [await render(result, { docs, ...defined({ resultSha256 }) })] : parts(result);
}

/** Writes the files, and appends to the job's summary. @throws {OutputError} if one cannot be written */
export async function writeReports(result: RunResult, plan: ReportPlan, io: Io): Promise<void> {
  for (const { format, path } of plan.files) {
    await writeFile(path, await rendered(format, result, plan), "The report", io);
  }
  if (plan.summaryFile === null) return;
  addToSummary(await renderers.markdown.render(result, { docs: plan.docs }), plan.summaryFile);
}

/** Appends to the job's summary, to which other commands of the step write, too. @throws {OutputError} if it cannot */
export function addToSummary(summary: string, file: string): void {
  try {
    appendFileSync(file, summary);
  } catch (error) {
    throw new OutputError(cannotBe("written", "The summary", file)(error));
  }
}

/** Writes the reports, and prints the result to standard output. @param quiet print only the verdict line */
export async function report(
  result: RunResult,
  { plan, quiet }: { readonly plan: ReportPlan; readonly quiet: boolean },
  io: Io,
): Promise<void> {
  await writeReports(result, plan, io);
  if (quiet) {
    io.out(`${renderVerdictLine(result)}\n`);
    return;
  }
  await printReport(result, plan, io);
  tellWritten(plan, io);
}

/** Prints which files were written. */
export function tellWritten({ files }: Pick<ReportPlan, "files">, io: Io): void {
  if (files.length > 0) io.err(`${writtenWords(files.map(({ path }) => path))}\n`);
}

/** Which files were written: those of one folder by their names, so that they have room on a line. */
export function writtenWords(paths: readonly string[]): string {
  const [folder = ".", ...others] = new Set(paths.map((path) => dirname(path)));
  if (paths.length === 1 || folder === "." || others.length > 0) return `Written: ${paths.join(", ")}`;
  return `Written to ${folder}: ${paths.map((path) => basename(path)).join(", ")}`;
}

/** Prints the report that goes to standard output, by default the text report, and GitHub's annotations after it. */
export async function printReport(result: RunResult, plan: ReportPlan, io: Io): Promise<void> {
  for (const part of await printedParts(result, plan, lookOf(io))) io.out(part);
  if (plan.summaryFile !== null) io.out(await renderers.annotations.render(result, { docs: plan.docs }));
}

/** The short report, unless another one was asked for. */
async function printedParts(result: RunResult, plan: ReportPlan, text: TextOptions): Promise<Iterable<string>> {
  const { docs, onOutput } = plan;
  if (onOutput === "text" || plan.details) return [await renderers.text.render(result, { text, docs })];
  if (onOutput !== null) return rendered(onOutput, result, plan);
  const page = plan.files.find(({ format }) => format === "html");
  return [
    await renderShortText(result, { ...text, ...defined({ htmlFile: page === undefined ? undefined : page.path }) }),
  ];
}

interface ReportFile {
  readonly format: Format;
  readonly path: string;
}

/** The path that stands for standard output. */
export const STANDARD_OUTPUT = "-";

/** Reads `FORMAT=FILE`. @throws {UsageError} if the format is unknown, or the file is missing */
export function parseReport(text: string): ReportFile {
  return formatAndFile(text, renderers, (format) => `, for example ${format}=${renderers[format].fileName}`);
}

/** Reads `FORMAT=FILE` with one of these formats. @param example ends the message about a missing file */
export function formatAndFile<Name extends string>(
  text: string,
  formats: Readonly<Record<Name, unknown>>,
  example: (format: Name) => string = () => "",
): { readonly format: Name; readonly path: string } {
  const [, given = "", path = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const known = Object.keys(formats) as Name[];
  const format = known.find((one) => one === given);
  const what = `--report ${JSON.stringify(text)} names no`;
  if (format === undefined) throw new UsageError(`${what} format; give FORMAT=FILE with one of ${known.join(", ")}`);
  if (path === "") throw new UsageError(`${what} file; give FORMAT=FILE${example(format)}`);
  return { format, path };
}

function usualReports(folder: string): readonly ReportFile[] {
  return usualFormats.map((format) => ({ format, path: join(folder, renderers[format].fileName) }));
}

/** Creates the folders of reports, and opens a file in each. @throws {UsageError} if one cannot be, or is read */
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
  for (const { path } of files) asUsage(Error, () => tryFile(path), cannotBe("written", "The report", path));
}

// The files that a command reads, so that no report is written over one of them.

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
    const file = statsOf(path)?.isFile() === true ? realPath(path) : undefined;
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
  const files = paths.map((path) => (statsOf(path)?.isFile() === true ? realPath(path) : undefined));
  return paths.find((_, at) => files[at] !== undefined && files.indexOf(files[at]) < at);
}

/** The real path; undefined if nothing exists there. */
function realPath(path: string): string | undefined {
  // A path to an open pipe, as `/dev/stdout` may be, has no real path.
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
