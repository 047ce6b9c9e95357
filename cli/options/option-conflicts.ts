/**
 * What goes together. An option without effect is an error: the user expects something that does not happen. Values of a
 * file are allowed, because all runs share the file, and those without effect are left out.
 */
import type { Command } from "commander";
import { renderers } from "../../reports/index.ts";
import { type Io, UsageError } from "../io.ts";
import { commandOf, type TableOption, isSet, isTyped, leaveOut, optionsOf } from "./commander-options.ts";
import type { CheckValues } from "./run-options.ts";

function selects(command: Command): boolean {
  return ["only", "skip"].some((name) => command.getOptionValueSource(name) === "cli");
}

/** Refuses typed options without effect. @throws {UsageError} for the first such option */
export function refuseWithoutEffect(command: Command): void {
  const typed = optionsOf(command).filter((option) => isTyped(command, option));
  if (command.getOptionValue("documentOnly") === true) {
    const other = typed.find(({ row }) => row.offline !== true);
    const isReport = other?.row.reportsOnly === true || ["--report", "--out"].includes(other?.typedName ?? "");
    const advice = isReport ? "prints text alone; redirect it to a file" : "asks no provider; leave one of them out";
    refuse(other, `with --document-only, which ${advice}`);
  }
  if (command.getOptionValue("onlyContracts") === true) {
    const ofContracts = ["--only-contracts", ...optionsOf(commandOf("contracts")).map(({ typedName }) => typedName)];
    const other = typed.find(({ typedName }) => !ofContracts.includes(typedName));
    refuse(other, "with --only-contracts, which runs no checks; leave one of them out");
  }
  const isTypedOut = typed.some(({ typedName }) => typedName === "--no-contracts");
  const isSelection = selects(command) || typed.some(({ typedName }) => typedName === "--last-failed");
  const without = isTypedOut ? "--no-contracts" : isSelection ? "a selection of checks" : null;
  for (const option of typed) {
    const { typedName: name, row } = option;
    if (without !== null && row.group === "Contracts:" && name !== "--pacts" && name !== "--broker")
      refuse(option, `with ${without}, which leaves out the contracts; leave one of them out`);
    const need = optionsOf(command).find(({ typedName }) => typedName === row.needs);
    if (need !== undefined && !isSet(need, command.getOptionValue(need.attributeName())))
      refuse(option, `without ${need.typedName}; give both, or leave it out`);
  }
  refuseForQuiet(command, typed);
}

function refuse(option: TableOption | undefined, why: string): void {
  if (option !== undefined) throw new UsageError(`${option.typedName} has no effect ${why}`);
}

function refuseForQuiet(command: Command, typed: readonly TableOption[]): void {
  const { quiet, report, out, github } = command.opts<Readonly<Record<string, unknown>>>();
  if (quiet !== true || out !== undefined || github === true || (Array.isArray(report) && report.length > 0)) return;
  const lost = typed.find(({ row }) => row.reportsOnly === true);
  refuse(lost, "with --quiet and without a report; give --report or --out as well");
}

/**
 * A selection on the command line (also by `--last-failed`) takes precedence over a file: the file's contracts, and its
 * reports about the provider as a whole, do not apply. Nor do these reports for contracts without the checks.
 */
export function leaveOutForSelection(command: Command): void {
  if (command.name() === "contracts" || command.getOptionValue("onlyContracts") === true) leaveOutOfFile(command, []);
  if (!selects(command)) return;
  leaveOutOfFile(
    command,
    optionsOf(command).filter(({ row }) => row.wholeOnly === true),
  );
}

/** Leaves out options about whole runs from a file for a shard, and refuses typed ones. */
export function leaveOutForShard(command: Command): void {
  if (command.getOptionValue("shard") === undefined) return;
  const options = optionsOf(command).filter(({ row }) => row.shard !== undefined);
  const typed = options.find((option) => isTyped(command, option));
  if (typed !== undefined) {
    const advice = typed.row.shard === "merge" ? "give it to merge" : "leave one of them out";
    throw new UsageError(`${typed.typedName} cannot be used with --shard, which runs a part of everything; ${advice}`);
  }
  leaveOutOfFile(command, options);
}

function leaveOutOfFile(command: Command, options: readonly TableOption[]): void {
  const isOfFile = (attribute: string): boolean => command.getOptionValueSource(attribute) === "config";
  for (const option of options) if (isOfFile(option.attributeName())) leaveOut(command, option);
  const reports: unknown = command.getOptionValue("report");
  if (!isOfFile("report") || !Array.isArray(reports)) return;
  const kept = reports.filter((one: unknown) => typeof one !== "string" || !isOfWholeRuns(one));
  command.setOptionValueWithSource("report", kept, "config");
}

/** Whether a report, as FORMAT=FILE, is about the provider as a whole, and so not available for a selection. */
export function isOfWholeRuns(report: string): boolean {
  const format = report.split("=")[0] ?? "";
  return Object.entries(renderers).some(([name, { wholeRunsOnly }]) => name === format && wholeRunsOnly === true);
}

/** Whether the options name contracts besides the shipped ones. */
export function bringsContracts({ pacts, broker }: Pick<CheckValues, "pacts" | "broker">): boolean {
  return pacts.length > 0 || broker !== undefined;
}

/** Replaces `--last-failed` by the failed checks and the named stack of that run. Without failed checks, all run. */
export async function selectLastFailed(command: Command, io: Io): Promise<void> {
  const { lastFailed, quiet } = command.opts<{ readonly lastFailed: boolean; readonly quiet: boolean }>();
  if (!lastFailed) return;
  if (selects(command)) {
    throw new UsageError("--last-failed cannot be used with --only or --skip; give one of them");
  }
  const { lastFailed: failedOf } = await import("../files/last-run.ts");
  const { only, sentence, stack } = failedOf(io);
  if (!quiet) io.err(`${sentence}\n`);
  if (only.length > 0) command.setOptionValueWithSource("only", only, "cli");
  if (command.getOptionValue("stack") === undefined && stack !== undefined) command.setOptionValue("stack", stack);
}
