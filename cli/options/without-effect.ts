/** An option without effect in its combination is an error: the user expects something that does not happen. */
import type { Command } from "commander";
import { renderers } from "../../reports/index.ts";
import { UsageError } from "../io.ts";

/** Options about contracts that need another one. */
const NEEDS: ReadonlyArray<readonly [option: string, needed: string, attribute: string]> = [
  ["--pact-provider", "--broker", "broker"],
  ["--build-url", "--publish", "publish"],
];

/** Whether the command line selects only some of the checks. */
function selects(command: Command): boolean {
  return ["only", "skip"].some((name) => isTyped(command, name));
}

function isTyped(command: Command, attribute: string): boolean {
  return command.getOptionValueSource(attribute) === "cli";
}

/**
 * Refuses typed options without effect. Values from a file are allowed, because all runs share the file.
 * @throws {UsageError} for the first such option
 */
export function refuseWithoutEffect(command: Command): void {
  const typed = command.options.filter((option) => isTyped(command, option.attributeName()));
  if (command.getOptionValue("documentOnly") === true) refuseForDocumentOnly(typed.map(({ long }) => long ?? ""));
  const leftOut = isTyped(command, "contracts") && command.getOptionValue("contracts") === false;
  const isSelection = selects(command) || isTyped(command, "lastFailed");
  const without = leftOut ? "--no-contracts" : isSelection ? "a selection of checks" : null;
  for (const option of typed) {
    const name = option.long ?? "";
    const isOfContracts = option.helpGroupHeading === "Contracts:";
    if (without !== null && isOfContracts && !["--pacts", "--broker"].includes(name)) {
      throw new UsageError(
        `${name} has no effect with ${without}, which leaves out the contracts; leave one of them out`,
      );
    }
    const need = NEEDS.find(([one]) => one === name);
    if (need !== undefined && !isGiven(command.getOptionValue(need[2]))) {
      throw new UsageError(`${name} has no effect without ${need[1]}; give both, or leave it out`);
    }
  }
  refuseForQuiet(command);
}

/** Options of a comparison with the document: the document, pacts, and the broker that has them. */
const OF_DOCUMENT_ONLY: ReadonlySet<string> = new Set([
  "--document-only",
  "--config",
  "--no-config",
  "--pacts",
  "--broker",
  "--broker-token-file",
  "--broker-user",
  "--pact-provider",
  "--consumer-versions",
  "--wip-since",
  "--pending",
  "--document",
  "--operation",
  "--overlay",
]);

function refuseForDocumentOnly(typed: readonly string[]): void {
  const other = typed.find((name) => !OF_DOCUMENT_ONLY.has(name));
  if (other === undefined) return;
  throw new UsageError(`${other} has no effect with --document-only, which asks no provider; leave one of them out`);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== false;
}

/** Refuses options that only affect reports if there is no report. */
function refuseForQuiet(command: Command): void {
  const { quiet, report, out, github } = command.opts<Readonly<Record<string, unknown>>>();
  if (quiet !== true || out !== undefined || github === true || (Array.isArray(report) && report.length > 0)) return;
  for (const [name, attribute] of [
    ["--docs-url", "docsUrl"],
    ["--subject", "subject"],
  ] as const) {
    if (isTyped(command, attribute)) {
      throw new UsageError(`${name} has no effect with --quiet and without a report; give --report or --out as well`);
    }
  }
}

/** Options that bring contracts, which a selection leaves out. */
const BRINGING = ["pacts", "broker"] as const;

/**
 * A selection on the command line (also by `--last-failed`) takes precedence over a file: the file's contracts, and its
 * reports about the provider as a whole, do not apply.
 */
export function leaveOutForSelection(command: Command): void {
  if (!selects(command)) return;
  const isConfigured = (attribute: string): boolean => command.getOptionValueSource(attribute) === "config";
  for (const name of BRINGING) {
    if (isConfigured(name)) command.setOptionValueWithSource(name, name === "pacts" ? [] : undefined, "config");
  }
  for (const name of ["publish", "pending"]) {
    if (isConfigured(name)) command.setOptionValueWithSource(name, false, "config");
  }
  leaveOutReportsOfWholeRuns(command);
  if (isConfigured("expect")) command.setOptionValueWithSource("expect", [], "config");
  if (isConfigured("profile")) command.setOptionValueWithSource("profile", undefined, "config");
}

/** Leaves out the reports of a file that are about the provider as a whole. */
export function leaveOutReportsOfWholeRuns(command: Command): void {
  const reports: unknown = command.getOptionValue("report");
  if (command.getOptionValueSource("report") !== "config" || !Array.isArray(reports)) return;
  const kept = reports.filter((one: unknown) => typeof one !== "string" || !isOfWholeRuns(one));
  command.setOptionValueWithSource("report", kept, "config");
}

/** Whether a report, as FORMAT=FILE, is about the provider as a whole, and so not available for a selection. */
export function isOfWholeRuns(report: string): boolean {
  const format = report.split("=")[0] ?? "";
  return Object.entries(renderers).some(([name, { wholeRunsOnly }]) => name === format && wholeRunsOnly === true);
}
