/** The reports of a result and their places: planned before the run, written after it. */
import { type KeyObject, createPrivateKey } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { signed } from "../../reports/attestation/dsse.ts";
import type { Docs } from "../../reports/words/explained-at.ts";
import {
  type Format,
  type RenderOptions,
  type TextOptions,
  renderers,
  renderRequirementsHtml,
  renderShortText,
} from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import {
  HTML_PAGE,
  PAGE,
  type ReportFile,
  STANDARD_OUTPUT,
  parseReport,
  prepareReports,
  shippedPage,
  usualReports,
} from "./report-files.ts";
import { type Io, OutputError, UsageError, wantsColour } from "../io.ts";
import { type Input, inputsOf } from "./input-files.ts";
import { readUtf8 } from "./read-file.ts";
import { systemWords } from "../process/faults.ts";
import { writeFile } from "./write-file.ts";

/** The options about reports, as parsed from the command line. */
export interface ReportOptions {
  readonly report: readonly string[];
  readonly out?: string;
  readonly docsUrl?: string;
  readonly signKey?: string;
  readonly github: boolean;
  /** Print the full report instead of the short one. */
  readonly details: boolean;
}

/** A checked plan for the reports. */
export interface ReportPlan {
  /** The folder of the default reports; undefined without one. */
  readonly folder?: string;
  readonly files: readonly ReportFile[];
  /** The files for the page of all requirements, in Markdown and in HTML; null without a folder for them. */
  readonly pageFiles: { readonly markdown: string; readonly html: string } | null;
  /** The URL of the published page, to which every report links; undefined if none was given. */
  readonly docs: Docs;
  /** The format that goes to standard output in place of the text report; null for none. */
  readonly onOutput: Format | null;
  /** Print the text report with everything. */
  readonly details: boolean;
  readonly signKey: KeyObject | null;
  /** The file that GitHub shows as the job's summary; null without `--github`. */
  readonly summaryFile: string | null;
}

/**
 * Refuses reports about the provider as a whole for a selection.
 * @throws {UsageError} if the plan contains one
 */
export function refuseOfSelection({ files, onOutput }: Pick<ReportPlan, "files" | "onOutput">): void {
  const formats = [...files.map(({ format }) => format), ...(onOutput === null ? [] : [onOutput])];
  const refused = formats.find((format) => renderers[format].wholeRunsOnly === true);
  if (refused === undefined) return;
  throw new UsageError(
    `--report ${refused} is about the provider as a whole, and a selection of the checks is not a verdict on it; leave out the report, or run all checks`,
  );
}

/**
 * Reads the options, and makes sure that everything can be written before anything is sent.
 * @param read the files that the command reads, besides those that its options name
 * @throws {UsageError} if an option is invalid, or a report cannot be written
 */
export function planReports(options: ReportOptions, io: Io, read: readonly Input[] = []): ReportPlan {
  const given = options.report.map(parseReport);
  const onOutput = given.filter(({ path }) => path === STANDARD_OUTPUT);
  if (onOutput.length > 1) throw new UsageError("Two reports would go to standard output; give all but one a file");
  const files = [
    ...given.filter(({ path }) => path !== STANDARD_OUTPUT),
    ...(options.out === undefined ? [] : usualReports(options.out)),
  ];
  const signKey = options.signKey === undefined ? null : readSignKey(options.signKey);
  if (signKey !== null && !given.some(({ format }) => format === "attestation")) {
    throw new UsageError("--sign-key has nothing to sign; give --report attestation=FILE as well");
  }
  const summaryFile = options.github ? summaryFileOf(io) : null;
  const { out } = options;
  const pageFiles = out === undefined ? null : { markdown: join(out, PAGE), html: join(out, HTML_PAGE) };
  const written = [...files, ...Object.values(pageFiles ?? {}).map((path) => ({ path }))];
  prepareReports(written, [...inputsOf(options), ...read]);
  const docs = options.docsUrl === undefined ? undefined : checkedUrl(options.docsUrl);
  const folder = options.out === undefined ? {} : { folder: options.out };
  const printed = { onOutput: onOutput[0]?.format ?? null, details: options.details };
  if (printed.details && printed.onOutput !== null) {
    throw new UsageError("--details is about the printed report, and --report puts another one in its place");
  }
  return { ...folder, files, pageFiles, docs, ...printed, signKey, summaryFile };
}

/** Reads the key. Messages never contain it. */
function readSignKey(path: string): KeyObject {
  const name = JSON.stringify(path);
  let key: KeyObject;
  try {
    key = createPrivateKey(readUtf8(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`The file ${name} holds no private key in PEM without a passphrase`);
  }
  if (key.asymmetricKeyType !== "ed25519") {
    throw new UsageError(`The key in ${name} is of the type ${key.asymmetricKeyType}; give an Ed25519 key`);
  }
  return key;
}

/** The file of the job summary. @throws {UsageError} outside of GitHub Actions */
export function summaryFileOf({ env }: Io): string {
  const file = env["GITHUB_STEP_SUMMARY"];
  if (file === undefined || file === "") {
    throw new UsageError("--github is for a step of GitHub Actions; GITHUB_STEP_SUMMARY is not set here");
  }
  try {
    appendFileSync(file, "");
    return file;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The summary ${JSON.stringify(file)} cannot be written: ${why}`);
  }
}

/** Checks the URL. It must have no anchor, because links add one. */
function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && !text.includes("#")) return url.href;
  throw new UsageError(
    `--docs-url ${JSON.stringify(text)} is not an http or https URL without a fragment; give that of docs/requirements.md`,
  );
}

/** Data for a report besides the result: the page of the requirements, and the digest of the result's file, if any. */
type Beside = Pick<RenderOptions, "docs" | "resultSha256">;

async function rendered(
  format: Format,
  result: RunResult,
  { signKey }: Pick<ReportPlan, "signKey">,
  beside: Beside,
): Promise<Iterable<string>> {
  const { render, parts } = renderers[format];
  if (parts !== undefined) return parts(result);
  const text = await render(result, beside);
  return [format === "attestation" && signKey !== null ? signed(text, signKey) : text];
}

/**
 * Writes the files, and appends to the job's summary.
 * @throws {OutputError} if one cannot be written
 */
export async function writeReports(result: RunResult, plan: ReportPlan, io: Io, digest?: string): Promise<void> {
  for (const { format, path, docs } of plan.files) {
    const beside = { docs: plan.docs ?? docs, ...digested(digest) };
    await writeFile(path, await rendered(format, result, plan, beside), "The report", io);
  }
  if (plan.pageFiles !== null) {
    await writeFile(plan.pageFiles.markdown, [shippedPage()], "The page of requirements", io);
    await writeFile(plan.pageFiles.html, [await renderRequirementsHtml()], "The page of requirements", io);
  }
  if (plan.summaryFile === null) return;
  addToSummary(await renderers.markdown.render(result, { docs: plan.docs }), plan.summaryFile);
}

/**
 * Appends to the job's summary, because other commands of the step write to it, too.
 * @throws {OutputError} if it cannot be written
 */
export function addToSummary(summary: string, file: string): void {
  try {
    appendFileSync(file, summary);
  } catch (error) {
    throw new OutputError(`The summary ${JSON.stringify(file)} cannot be written: ${systemWords(error)}`);
  }
}

function digested(digest?: string): Beside {
  return digest === undefined ? {} : { resultSha256: digest };
}

/** Prints which files were written. */
export function tellWritten({ files, pageFiles }: ReportPlan, io: Io): void {
  const paths = [...files.map(({ path }) => path), ...Object.values(pageFiles ?? {})];
  if (paths.length > 0) io.err(`Written: ${paths.join(", ")}\n`);
}

/** Prints the report that goes to standard output, by default the text report, and GitHub's annotations after it. */
export async function printReport(result: RunResult, plan: ReportPlan, io: Io, digest?: string): Promise<void> {
  const text = { colour: wantsColour(io), ...(io.columns === undefined ? {} : { width: io.columns }) };
  const printed = await printedParts(result, plan, text, digest);
  for (const part of printed) io.out(part);
  if (plan.summaryFile !== null) io.out(await renderers.annotations.render(result, { docs: plan.docs }));
}

/** The short report, unless another one was asked for. */
async function printedParts(
  result: RunResult,
  plan: ReportPlan,
  text: TextOptions,
  digest?: string,
): Promise<Iterable<string>> {
  const { docs, onOutput } = plan;
  if (onOutput === "text" || plan.details) return [await renderers.text.render(result, { text, docs })];
  if (onOutput !== null) return rendered(onOutput, result, plan, { docs, ...digested(digest) });
  const page = plan.files.find(({ format }) => format === "html");
  return [await renderShortText(result, { ...text, ...(page === undefined ? {} : { htmlFile: page.path }) })];
}
