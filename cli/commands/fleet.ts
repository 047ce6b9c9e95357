/** `fleet`: judges many providers side by side, and writes what became of them. */
import { join } from "node:path";
import { count } from "../../result/counts.ts";
import { worstExitCode } from "../../result/fleet.ts";
import { FLEET_FORMAT, FLEET_FORMAT_VERSION, type FleetMember, type FleetResult } from "../../result/fleet-result.ts";
import { excerpt } from "../../result/safe-text.ts";
import { fleetRenderers } from "../../reports/index.ts";
import { fleetCauses, fleetFigures, fleetVerdict, memberLine } from "../../reports/fleet/fleet-words.ts";
import { readOperation } from "../../spec/read-operation.ts";
import { readRequirements } from "../../spec/requirements.ts";
import { toolVersion } from "../../library/version.ts";
import {
  FLEET_REPORTS,
  fleetPaths,
  memberFolders,
  removeEarlier,
  removeIfEmpty,
  removeMember,
  staleFolders,
} from "../files/fleet-files.ts";
import { inputsOf } from "../files/input-files.ts";
import { prepareReports } from "../files/report-files.ts";
import { addToSummary, summaryFileOf } from "../files/write-reports.ts";
import { whileLocked } from "../files/lock.ts";
import { writeFile } from "../files/write-file.ts";
import { type Io, UsageError } from "../io.ts";
import { type FleetEntry, locatedError, readFleet } from "../options/fleet-file.ts";
import { type ReadyMember, judgeMembers, memberIo } from "../process/judge-members.ts";
import { type ReadyRun, readyRun } from "./check.ts";

/** The options of `fleet`, as parsed from the command line. */
export interface FleetOptions {
  readonly out: string;
  readonly concurrency: number;
  readonly mayFail: readonly string[];
  readonly github: boolean;
  /** Print only the last line. */
  readonly quiet: boolean;
}

/**
 * Runs `fleet`.
 * @returns the worst exit status of the providers that may not fail
 * @throws {UsageError} when something that was given cannot be used; nothing has been sent then
 */
export async function fleet(file: string, options: FleetOptions, io: Io): Promise<number> {
  const { out, quiet, concurrency } = options;
  const entries = await readFleet(file, options.mayFail, io);
  const folders = memberFolders(entries.map(({ name }) => name));
  const ready: ReadyMember[] = [];
  for (const [at, entry] of entries.entries()) ready.push(await readyMember(entry, folders[at] ?? "", out, io));
  const summaryFile = options.github ? summaryFileOf(io) : null;
  const paths = fleetPaths(out, folders);
  prepareReports(
    paths.map((path) => ({ path })),
    [{ path: file }, ...entries.flatMap((entry) => inputsOf(entry.options))],
  );
  return whileLocked(out, async () => {
    for (const folder of staleFolders(out, folders)) removeMember(out, folder);
    removeEarlier(paths);
    const startedAt = new Date();
    const progress = openProgress(ready.length, options, io);
    const members = await judgeMembers(ready, { out, concurrency, io }, progress.add);
    const result = fleetResultOf(members, startedAt);
    await writeFleet(result, out, io);
    // What was not judged has no file.
    for (const folder of folders) removeIfEmpty(join(out, folder));
    if (summaryFile !== null) addToSummary(await fleetRenderers.markdown(result), summaryFile);
    progress.end();
    io.out(quiet ? `${lastLine(result)}\n` : closing(result, out));
    return result.exitCode;
  });
}

/**
 * A line for each provider as it is done. A file gets it at the end: one that takes nothing ends the command, and must not
 * do so before the reports are written.
 */
function openProgress(
  total: number,
  { quiet }: Pick<FleetOptions, "quiet">,
  io: Io,
): { readonly add: (member: FleetMember) => void; readonly end: () => void } {
  const waiting: string[] = [];
  let done = 0;
  const print = (): void => waiting.splice(0).forEach((line) => io.out(line));
  return {
    add: (member) => {
      done += 1;
      const place = `${String(done).padStart(String(total).length)}/${total}`;
      if (!quiet) waiting.push(`${place}   ${memberLine(member)}\n`);
      if (io.outIsTerminal || io.outIsPipe === true) print();
    },
    end: print,
  };
}

/** Reads what the options of a provider name, such as the file of its token. */
async function readyMember(entry: FleetEntry, folder: string, out: string, io: Io): Promise<ReadyMember> {
  const { name, labels, mayFail, baseUrl, options, where } = entry;
  const own = memberIo(name, io);
  try {
    const ready = (): Promise<ReadyRun> => readyRun(baseUrl, { ...options, out: join(out, folder) }, own);
    // What is wrong is found before anything is sent. What was read is read again later: many baselines fill the memory.
    await ready();
    return { named: { name, labels, baseUrl, ...(mayFail ? { mayFail } : {}) }, folder, ready, io: own };
  } catch (error) {
    throw error instanceof UsageError ? locatedError(where, error) : error;
  }
}

function fleetResultOf(members: readonly [FleetMember, ...FleetMember[]], startedAt: Date): FleetResult {
  const { version, sha256 } = readOperation();
  return {
    format: FLEET_FORMAT,
    formatVersion: FLEET_FORMAT_VERSION,
    tool: toolVersion(),
    specification: { version, sha256 },
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    exitCode: worstExitCode(members),
    requirements: readRequirements().map(({ id, level, topic, statement }) => ({ id, level, topic, statement })),
    providers: members,
  };
}

/** Writes the reports about the whole fleet. @throws {OutputError} when one cannot be written */
async function writeFleet(result: FleetResult, out: string, io: Io): Promise<void> {
  for (const [format, name] of Object.entries(FLEET_REPORTS) as [keyof typeof FLEET_REPORTS, string][]) {
    await writeFile(join(out, name), [await fleetRenderers[format](result)], "The report", io);
  }
}

function lastLine(result: FleetResult): string {
  return `${fleetVerdict(result)}   ${fleetFigures(result)}`;
}

/** Causes that are printed; the page has all of them. */
const MOST_CAUSES = 10;

function closing(result: FleetResult, out: string): string {
  const causes = fleetCauses(result);
  const lines = causes.slice(0, MOST_CAUSES).map(({ cause, members }) => {
    return `  ${count(members.length, "provider").padStart(13)}   ${cause.level.padEnd(6)}   ${excerpt(cause.title, 120)}`;
  });
  const more = causes.length - lines.length;
  return [
    "",
    ...(lines.length === 0 ? [] : ["Causes:", ...lines, ...(more > 0 ? [`  and ${more} more`] : []), ""]),
    lastLine(result),
    `Written: ${Object.values(FLEET_REPORTS)
      .map((name) => join(out, name))
      .join(", ")}`,
    "",
  ].join("\n");
}
