/** `merge`: makes one result from the results of all shards of a run, or of a fleet. */
import { mergeResults, type NamedResult } from "../../library/merge-results.ts";
import { renderVerdictLine } from "../../reports/index.ts";
import type { RunResult } from "../../result/result.ts";
import { baselineOf, type BaselineOptions } from "../options/judging-options.ts";
import { type DocumentOptions, givenDocument } from "../options/document-options.ts";
import type { TypedOption } from "../options/typed-options.ts";
import { type ExpectationOptions, givenExpectations } from "../options/pinned-values.ts";
import { givenWaivers, type WaiverOptions } from "../files/waivers-file.ts";
import { planReports, printReport, type ReportOptions, tellWritten, writeReports } from "../files/write-reports.ts";
import { readResults, RESULTS_WITHIN } from "../files/result-sources.ts";
import { fleetFilesAt } from "../files/fleet-files.ts";
import { whileLocked } from "../files/lock.ts";
import { EXIT, type Io, UsageError } from "../io.ts";

/** The options of `merge`, as parsed from the command line. */
export interface MergeOptions
  extends ReportOptions, ExpectationOptions, WaiverOptions, BaselineOptions, DocumentOptions {
  /** Print only the verdict line. */
  readonly quiet: boolean;
  /** The options that were typed. */
  readonly typed: readonly TypedOption[];
}

/** The options for merging a fleet. All others belong to the providers, which have been judged with their own. */
const OF_FLEETS: ReadonlySet<string> = new Set(["--out", "--quiet", "--github"]);

/**
 * Runs `merge`.
 * @returns the exit status of the whole run; 3 if the results cannot be merged
 * @throws {UsageError} when an option cannot be used, or a report cannot be written
 */
export async function merge(places: readonly string[], options: MergeOptions, io: Io): Promise<number> {
  const fleets = fleetFilesAt(places);
  if (fleets.length > 0) {
    requireParts(places, options);
    const { mergeFleet } = await import("./merge-fleet.ts");
    return mergeFleet(fleets, options, io);
  }
  const operation = (await givenDocument(options))?.operation;
  const expectations = await givenExpectations(options, operation);
  const baseline = await baselineOf(options);
  const waivers = options.waivers === undefined && !options.allowWaived ? {} : await givenWaivers(options, operation);
  const plan = planReports(
    options,
    io,
    places.map((path) => ({ path, within: RESULTS_WITHIN })),
  );
  if (options.quiet && plan.onOutput !== null) {
    throw new UsageError("--quiet prints only the verdict line; give the report a file instead of standard output");
  }
  const { results, faults } = await readResults(places, io);
  const wishes = { expectations, ...waivers, ...baseline };
  const merged = await mergeResults(results, wishes, operation);
  if (faults.length > 0 || "faults" in merged) {
    return notMerged([...faults, ...ofMerging(merged, results)], io);
  }
  const { result } = merged;
  await whileLocked(plan.folder, () => writeReports(result, plan, io));
  if (options.quiet) io.out(`${renderVerdictLine(result)}\n`);
  else await printReport(result, plan, io);
  if (!options.quiet) tellWritten(plan, io);
  return result.exitCode;
}

/** @throws {UsageError} when there are other results besides the parts of a fleet, or for an option about runs */
function requireParts(places: readonly string[], { typed }: MergeOptions): void {
  const without = places.find((place) => fleetFilesAt([place]).length === 0);
  if (without !== undefined) {
    throw new UsageError(`${JSON.stringify(without)} holds no fleet.json, and other places do; merge them apart`);
  }
  const other = typed.find(({ name }) => !OF_FLEETS.has(name))?.name;
  if (other !== undefined) {
    throw new UsageError(
      `${other} cannot be used with the parts of a fleet, whose providers were judged with their own options; leave it out`,
    );
  }
}

/** Where no result could be read, that is all there is to say. */
function ofMerging(
  merged: { readonly result: RunResult } | { readonly faults: readonly string[] },
  results: readonly NamedResult[],
): readonly string[] {
  return "faults" in merged && results.length > 0 ? merged.faults : [];
}

function notMerged(faults: readonly string[], io: Io): number {
  io.out("INCONCLUSIVE   The results were not merged.\n");
  for (const fault of faults) io.err(`${fault}\n`);
  return EXIT.inconclusive;
}
