/** `judge-traffic`: judges recorded exchanges. Sends nothing. */
import type { OptionsOf } from "../options/option-table.ts";
import { defined } from "../../spec/defined.ts";
import { join } from "node:path";
import { BaseUrlError } from "../../http/provider.ts";
import { toolVersion } from "../../spec/package-file.ts";
import { openPactDrafts, type PactDraft } from "../../traffic/pact-drafts.ts";
import { RecordingError } from "../../traffic/read/read-recordings.ts";
import { judgeRecordings, type NamedRecording, type TrafficWishes } from "../../traffic/judge-recordings.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import { SeveralBaseUrlsError } from "../../traffic/traffic-state.ts";
import {
  firstTwice,
  type Input,
  formatAndFile,
  prepareReports,
  STANDARD_OUTPUT,
  tellWritten,
} from "../files/write-reports.ts";
import { partsOf } from "../files/read-file.ts";
import { type TrafficReportFormat, trafficRenderers } from "../../reports/index.ts";
import { cannotBe, type Io, lookOf, UsageError } from "../io.ts";
import { existsSync } from "node:fs";
import { writeFile } from "../files/write-file.ts";

export type TrafficCommandOptions = Pick<OptionsOf<"judge-traffic">, "side" | "consumerHeader" | "strict" | "report">;

/** Runs `judge-traffic`. @returns 0 for clean traffic, 1 for broken traffic, 3 if too little could be judged */
export async function judgeTraffic(
  files: readonly string[],
  options: OptionsOf<"judge-traffic">,
  io: Io,
): Promise<number> {
  const plan = planTrafficReports(
    options.report,
    files.map((path) => ({ path })),
  );
  if (files.filter((file) => file === "-").length > 1)
    throw new UsageError("Standard input can be read once; give - once");
  const twice = firstTwice(files.filter((file) => file !== "-"));
  if (twice !== undefined) {
    throw new UsageError(
      `The file ${JSON.stringify(twice)} is given twice, and each exchange would count twice; give it once`,
    );
  }
  const recordings = files.map((file) => recordingOf(file, io));
  const wishes = wishesOf(options, options.baseUrl);
  const drafts = options.pactDrafts === undefined ? undefined : openPactDrafts();
  // The names of the drafts are not known yet, but their folder is.
  if (options.pactDrafts !== undefined) prepareReports([{ path: join(options.pactDrafts, "draft.json") }], []);
  const result = await judged(recordings, { ...wishes, ...defined({ pactDrafts: drafts }) });
  await reportTraffic(result, plan, io);
  if (drafts !== undefined && options.pactDrafts !== undefined) {
    await writeDrafts(drafts.list(), options.pactDrafts, io);
  }
  return result.exitCode;
}

/** The wishes in the options. @throws {UsageError} when a header name is invalid */
export function wishesOf(options: TrafficCommandOptions, baseUrls: readonly string[]): TrafficWishes {
  const { side, strict, consumerHeader } = options;
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(consumerHeader)) {
    throw new UsageError(`--consumer-header ${JSON.stringify(consumerHeader)} is not the name of a header field`);
  }
  if (/^(?:proxy-)?authorization$|^cookie$/i.test(consumerHeader)) {
    throw new UsageError(
      `--consumer-header ${consumerHeader} names a field that holds credentials, which are not shown`,
    );
  }
  return { side, strict, baseUrls, consumerHeader: consumerHeader.toLowerCase(), tool: toolVersion() };
}

interface TrafficReportPlan {
  readonly files: ReadonlyArray<{ readonly format: TrafficReportFormat; readonly path: string }>;
  readonly onOutput: TrafficReportFormat;
}

/** Reads the options, and makes sure that everything can be written before anything is read. */
export function planTrafficReports(given: readonly string[], read: readonly Input[]): TrafficReportPlan {
  const all = given.map((one) => formatAndFile(one, trafficRenderers));
  const [printed, ...more] = all.filter(({ path }) => path === STANDARD_OUTPUT);
  if (more.length > 0) throw new UsageError("Two reports would go to standard output; give all but one a file");
  const files = all.filter(({ path }) => path !== STANDARD_OUTPUT);
  prepareReports(files, read);
  return { files, onOutput: printed?.format ?? "text" };
}

/** Writes the files, and prints the other report. @throws {OutputError} if a file cannot be written */
export async function reportTraffic(result: TrafficResult, plan: TrafficReportPlan, io: Io): Promise<void> {
  for (const { format, path } of plan.files) {
    await writeFile(path, [await trafficRenderers[format].render(result)], "The report", io);
  }
  io.out(await trafficRenderers[plan.onOutput].render(result, lookOf(io)));
  tellWritten(plan, io);
}

async function judged(recordings: readonly NamedRecording[], wishes: TrafficWishes): Promise<TrafficResult> {
  try {
    return await judgeRecordings(recordings, wishes);
  } catch (error) {
    if (error instanceof RecordingError || error instanceof SeveralBaseUrlsError || error instanceof BaseUrlError) {
      throw new UsageError(error.message);
    }
    throw error;
  }
}

function recordingOf(file: string, io: Io): NamedRecording {
  if (file !== "-") return { name: file, chunks: () => chunksOf(file) };
  const { input } = io;
  if (input === undefined) throw new UsageError("There is no standard input here; name a file");
  return { name: "standard input", chunks: input };
}

async function* chunksOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* partsOf(file);
  } catch (error) {
    throw new UsageError(cannotBe("read", "The file", file)(error));
  }
}

/** Writes each draft, and compares it with the document. An existing one is kept: the user may have edited it. */
async function writeDrafts(drafts: readonly PactDraft[], folder: string, io: Io): Promise<void> {
  if (drafts.length === 0) io.err("No pact was drafted: no exchange shows an interaction whole.\n");
  for (const { consumer, pact } of drafts) {
    const path = join(folder, `${consumer}-plant-store.json`);
    const text = `${JSON.stringify(pact, null, 2)}\n`;
    if (existsSync(path)) {
      io.err(`Left alone: ${path}, which is there already; move it away to have it drafted again\n`);
      continue;
    }
    await writeFile(path, [text], "The draft", io);
    const { comparedWithDocument } = await import("./compare-pacts.ts");
    const compared = await comparedWithDocument({ name: path, text, origin: "user-supplied" });
    io.err([`Drafted: ${path}`, ...compared.map(({ name, lines }) => `  ${name}: ${lines.join(" ")}`), ""].join("\n"));
  }
}
