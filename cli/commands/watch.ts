/** `check --watch`: runs the checks again and again, until the provider is correct. */
import { defined } from "../../result/defined.ts";
import { resolve } from "node:path";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { renderers } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { failedWords } from "../files/last-run.ts";
import { parseReport, STANDARD_OUTPUT } from "../files/write-reports.ts";
import { EXIT, interruptFrom, type Io, UsageError } from "../io.ts";
import { namedProvider } from "../options/named-provider.ts";
import { isOfWholeRuns } from "../options/combinations.ts";
import { watch } from "../process/watch-loop.ts";
import { openPage, watchFiles, watchProvider } from "../process/watch-world.ts";
import type { CheckOptions } from "./check.ts";

/** Runs the command once. */
type RunOnce = (options: CheckOptions, io: Io) => Promise<number>;

/**
 * Runs `check --watch`.
 * @throws {UsageError} when the options cannot be used; nothing was sent then
 */
export function watchChecks(
  argument: string | undefined,
  options: CheckOptions,
  io: Io,
  once: RunOnce,
): Promise<number> {
  const named = namedProvider(argument, options, io);
  if (named.kind === "reference") throw new UsageError("--watch has no effect with --reference, which does not change");
  const folder = io.folder ?? process.cwd();
  let last: RunResult | null = null;
  return watch({
    run: async (what, isFirst, signal) => {
      const only = what === "failed" && last !== null ? failedWords(last) : [];
      let judged: RunResult | null = null;
      const wanted = only.length === 0 ? options : selecting(options, only);
      const status = await once(
        {
          ...(isFirst ? wanted : inShort(wanted)),
          onResult: (result) => (judged = last = result),
        },
        { ...io, ...defined({ out: isFirst ? undefined : () => undefined }), onInterrupt: interruptFrom(signal) },
      ).catch((error: unknown) => usageStatus(error, io));
      return { status, result: judged };
    },
    onChange: (listener) =>
      named.start === undefined
        ? watchProvider({ baseUrl: named.baseUrl, transport: named.transport, limits: DEFAULT_LIMITS }, listener)
        : watchFiles(folder, writtenBy(options), listener),
    onKey: io.keys ?? (() => () => undefined),
    open: () => open(folder, options, io),
    say: (line) => io.out(`${line}\n`),
    onInterrupt: io.onInterrupt,
  });
}

/** The files that a run writes, so that they do not start the next run. */
function writtenBy({ out, report }: CheckOptions): readonly string[] {
  return [...(out === undefined ? [] : [out]), ...report.map((one) => parseReport(one).path)];
}

async function open(folder: string, { out }: CheckOptions, io: Io): Promise<void> {
  const said =
    out === undefined
      ? "There is no page: give --out FOLDER, which gets a report.html"
      : await openPage(resolve(folder, out, renderers.html.fileName));
  if (said !== null) io.err(`${said}\n`);
}

/** The options of a later run, which prints only the changes. It writes all reports except one on standard output. */
function inShort(options: CheckOptions): CheckOptions {
  const report = options.report.filter((one) => parseReport(one).path !== STANDARD_OUTPUT);
  return { ...options, quiet: true, report };
}

/** The options for a selection: without the contracts, and without reports about the provider as a whole. */
function selecting(all: CheckOptions, only: readonly string[]): CheckOptions {
  const options: { -readonly [Key in keyof CheckOptions]: CheckOptions[Key] } = { ...all };
  delete options.broker;
  delete options.profile;
  const report = all.report.filter((one) => !isOfWholeRuns(one));
  return { ...options, only, skip: [], pacts: [], publish: false, expect: [], report };
}

/** Prints a usage error and continues, because the next change may fix it. */
function usageStatus(error: unknown, io: Io): number {
  if (!(error instanceof UsageError)) throw error;
  io.err(`${error.message}\n`);
  return EXIT.usage;
}
