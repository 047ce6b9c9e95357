/** `fleet`: judges many providers side by side, and writes their results. */
import type { OptionsOf } from "../options/table.ts";
import { defined } from "../../result/defined.ts";
import { join } from "node:path";
import { shardOfMember, worstExitCode } from "../../result/over/fleet.ts";
import {
  FLEET_FORMAT,
  FLEET_FORMAT_VERSION,
  type FleetMember,
  type FleetResult,
  type FleetShard,
  type PlannedMember,
} from "../../result/over/fleet-result.ts";
import type { Shard } from "../../result/result.ts";
import { memberLine } from "../../reports/fleet/fleet-words.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import { type Operation, readOperation } from "../../spec/read-operation.ts";
import { specificationOf } from "../../library/run-facts.ts";
import { toolVersion } from "../../library/version.ts";
import { closing, fleetPaths, intoFleetFolder, lastLine, memberFolders } from "../files/fleet-files.ts";
import { inputsOf } from "../files/input-files.ts";
import { prepareReports, summaryFileOf } from "../files/write-reports.ts";
import { type Io, UsageError } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import { type FleetEntry, locatedError, readFleet } from "../options/fleet-file.ts";
import { namedShard } from "../options/shard-option.ts";
import { judgeMembers, memberIo, type ReadyMember } from "../process/judge-members.ts";
import { type ReadyRun, readyRun } from "./check.ts";

/**
 * Runs `fleet`.
 * @returns the worst exit status of the providers that may not fail
 * @throws {UsageError} when an option or a file cannot be used; nothing has been sent then
 */
export async function fleet(file: string, options: OptionsOf<"fleet">, io: Io): Promise<number> {
  const { out, quiet, concurrency } = options;
  const all = await readFleet(file, options.mayFail, io);
  const operation = await operationOf(file, all);
  const shard = fleetShard(options, all, io);
  const placed = placedIn(all, shard);
  const entries = placed.map(({ entry }) => entry);
  const folders = placed.map(({ folder }) => folder);
  const ready: ReadyMember[] = [];
  for (const { entry, folder } of placed) ready.push(await readyMember(entry, folder, out, io));
  const summaryFile = options.github ? summaryFileOf(io) : null;
  prepareReports(
    fleetPaths(out, folders).map((path) => ({ path })),
    [{ path: file }, ...entries.flatMap((entry) => inputsOf(entry.options))],
  );
  // The same place may contain folders of other shards.
  const known = memberFolders(all.map(({ name }) => name));
  const progress = openProgress(ready.length, options, io);
  const result = await intoFleetFolder({ out, known, folders, summaryFile }, io, async () => {
    const startedAt = new Date();
    const members = await judgeMembers(ready, { out, concurrency, io }, progress.add);
    return fleetResultOf(members, { operation, shard, startedAt });
  });
  progress.end();
  io.out(quiet ? `${lastLine(result)}\n` : closing(result, out));
  return result.exitCode;
}

/**
 * Prints a line for each provider when it is done. If the output is a file, prints all lines at the end: an output that
 * cannot be written ends the command, which must not happen before the reports are written.
 */
function openProgress(
  total: number,
  { quiet }: Pick<OptionsOf<"fleet">, "quiet">,
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

/** Reads the files of a provider's options, such as the file of its token. */
async function readyMember(entry: FleetEntry, folder: string, out: string, io: Io): Promise<ReadyMember> {
  const { name, baseUrl, options, where } = entry;
  const own = memberIo(name, io);
  try {
    const ready = (): Promise<ReadyRun> => readyRun(baseUrl, { ...options, out: join(out, folder) }, own);
    // Finds faults before anything is sent. The files are read again later, because many baselines would fill the
    // memory.
    await ready();
    return { named: plannedOf(entry), folder, ready, io: own };
  } catch (error) {
    throw error instanceof UsageError ? locatedError(where, error) : error;
  }
}

/** The operation of the document that all providers are judged by. */
async function operationOf(file: string, [first]: readonly FleetEntry[]): Promise<Operation> {
  try {
    const given = await givenDocument(first?.options ?? {});
    return given?.operation ?? readOperation();
  } catch (error) {
    const where = `In the fleet ${JSON.stringify(file)}, "defaults"`;
    throw error instanceof UsageError ? locatedError(where, error) : error;
  }
}

/**
 * The requested shard, with the providers of all shards; undefined if all are judged.
 * @throws {UsageError} when there are more shards than providers
 */
function fleetShard(
  { shard: text, quiet }: OptionsOf<"fleet">,
  all: readonly FleetEntry[],
  io: Io,
): FleetShard | undefined {
  const shard: Shard | undefined = namedShard(text, { quiet, io });
  if (shard === undefined) return undefined;
  if (shard.of <= all.length) return { index: shard.index, of: shard.of, planned: all.map(plannedOf) };
  throw new UsageError(
    `--shard ${JSON.stringify(text)} leaves shards without a provider: there are ${shard.of} shards and ${all.length} in the fleet; give at most ${all.length}`,
  );
}

function plannedOf({ name, labels, baseUrl, mayFail }: FleetEntry): PlannedMember {
  return { name, labels, baseUrl, ...defined({ mayFail: mayFail ? mayFail : undefined }) };
}

/** A provider, and its folder. */
interface PlacedEntry {
  readonly entry: FleetEntry;
  readonly folder: string;
}

/**
 * The providers to judge. Their folders depend on the names of the whole fleet, so that folders of all shards differ.
 */
function placedIn(all: readonly FleetEntry[], shard: FleetShard | undefined): readonly PlacedEntry[] {
  const folders = memberFolders(all.map(({ name }) => name));
  return all.flatMap((entry, at) =>
    shard === undefined || shardOfMember(at, shard.of) === shard.index ? [{ entry, folder: folders[at] ?? "" }] : [],
  );
}

interface JudgedFleet {
  readonly operation: Operation;
  readonly shard: FleetShard | undefined;
  readonly startedAt: Date;
}

function fleetResultOf(
  members: readonly [FleetMember, ...FleetMember[]],
  { operation, shard, startedAt }: JudgedFleet,
): FleetResult {
  return {
    format: FLEET_FORMAT,
    formatVersion: FLEET_FORMAT_VERSION,
    tool: toolVersion(),
    specification: specificationOf(operation),
    ...defined({ shard }),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    exitCode: worstExitCode(members),
    requirements: catalogueFor(operation).map(({ id, level, topic, statement }) => ({ id, level, topic, statement })),
    providers: members,
  };
}
