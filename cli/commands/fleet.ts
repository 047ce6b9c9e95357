/** `fleet`: judges many providers side by side, and writes their results. */
import { setMaxListeners } from "node:events";
import { join } from "node:path";
import { judgedWith, timesSince } from "../../library/provider-result.ts";
import { memberLine } from "../../reports/fleet/fleet-words.ts";
import { sentence, textPage } from "../../reports/text/terminal-lines.ts";
import { defined } from "../../spec/defined.ts";
import {
  FLEET_FORMAT,
  FLEET_FORMAT_VERSION,
  type FleetMember,
  type FleetResult,
  type FleetShard,
  type PlannedMember,
} from "../../result/over/fleet-result.ts";
import { judgedMember, shardOfMember, unjudgedMember, worstExitCode } from "../../result/over/fleet.ts";
import { redactionOf } from "../../result/redact.ts";
import { excerpt } from "../../result/safe-text.ts";
import { catalogueFor } from "../../spec/document-catalogue.ts";
import type { Operation } from "../../spec/read-operation.ts";
import { memberFolders, reportFleet, writeMember } from "../files/fleet-files.ts";
import { inputsOf } from "../files/write-reports.ts";
import { interruptFrom, type Io, lookOf, OutputError, UsageError, faultSentence } from "../io.ts";
import { givenDocument } from "../options/document-options.ts";
import { type FleetEntry, located, readFleet } from "../options/fleet-file.ts";
import { VARIABLES } from "../options/run-options.ts";
import { namedShard } from "../options/shard-option.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { withTarget } from "../process/target.ts";
import { type ReadyRun, readyRun } from "./check.ts";

// Judges the providers of a fleet, several at a time. A fault of one does not affect the others.

/** A provider that can be judged: its options have been read, and nothing was sent. */
interface ReadyMember {
  readonly named: PlannedMember;
  /** Its folder, relative to the folder of the fleet's reports. */
  readonly folder: string;
  /** Reads the files of its options, such as a baseline. */
  readonly ready: () => Promise<ReadyRun>;
  readonly io: Io;
}

interface FleetRun {
  readonly out: string;
  readonly concurrency: number;
  readonly io: Io;
}

/** The `Io` of one provider. Its secrets are removed from its own responses, and from messages of the command. */
function memberIo(name: string, io: Io): Io {
  const redaction = redactionOf();
  const ofOneProvider = new Set<string>(Object.values(VARIABLES));
  return {
    ...io,
    env: Object.fromEntries(Object.entries(io.env).filter(([variable]) => !ofOneProvider.has(variable))),
    err: (text) => io.err(`${excerpt(name, 100)}: ${text}`),
    errIsTerminal: false,
    redaction: {
      ...redaction,
      add: (secret, kind) => {
        redaction.add(secret, kind);
        io.redaction?.add(secret, kind);
      },
    },
  };
}

/** Judges all providers in order, several at a time. An interrupt ends the running ones; the others do not start. */
async function judgeMembers(
  members: readonly ReadyMember[],
  { out, concurrency, io }: FleetRun,
  onEnd: (member: FleetMember) => void,
): Promise<readonly [FleetMember, ...FleetMember[]]> {
  const interrupted = new AbortController();
  // One listener per provider that is judged at the same time is not a leak.
  setMaxListeners(0, interrupted.signal);
  const stopListening = io.onInterrupt(() => interrupted.abort());
  const done = new Map<number, FleetMember>();
  const waiting = members.entries();
  const work = async (): Promise<void> => {
    // All workers share one iterator: each takes the next provider.
    for (const [at, member] of waiting) {
      const judged = await judgeMember(member, out, interrupted.signal);
      done.set(at, judged);
      onEnd(judged);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, members.length) }, work));
  } finally {
    stopListening();
  }
  const [first, ...others] = members.flatMap((_, at) => done.get(at) ?? []);
  if (first === undefined) throw new Error("There is no provider");
  return [first, ...others];
}

/** Never throws: a fault that prevents judging a provider is reported for this provider. */
async function judgeMember(member: ReadyMember, out: string, signal: AbortSignal): Promise<FleetMember> {
  const { named, folder, ready } = member;
  const io = { ...member.io, onInterrupt: interruptFrom(signal) };
  const startedAt = new Date();
  if (signal.aborted)
    return unjudgedMember(named, "The fleet was interrupted before this provider was asked.", startedAt);
  try {
    const run = await ready();
    const result = await withTarget(run.opening, { io, quiet: true }, run.judged);
    return judgedMember(named, result, await writeMember(result, { out, folder }, io));
  } catch (error) {
    return unjudgedMember(named, reasonOf(error, io), startedAt);
  }
}

function reasonOf(error: unknown, { redaction = redactionOf() }: Io): string {
  const isKnown = error instanceof UsageError || error instanceof OutputError;
  return isKnown ? redaction.safely(error.message) : faultSentence(error, redaction);
}

/** Runs `fleet`. @returns the worst exit status of the providers that may not fail */
export async function fleet(file: string, options: OptionsOf<"fleet">, io: Io): Promise<number> {
  const { out, concurrency } = options;
  const all = readFleet(file, options.mayFail, io);
  const operation = await operationOf(file, all);
  const shard = fleetShard(options, all, io);
  const placed = placedIn(all, shard);
  const folders = placed.map(({ folder }) => folder);
  const ready: ReadyMember[] = [];
  for (const one of placed) ready.push(await readyMember(one, out, io));
  const read = [{ path: file }, ...placed.flatMap(({ entry }) => inputsOf(entry.options))];
  // The same place may contain folders of other shards.
  const known = memberFolders(all.map(({ name }) => name));
  const progress = openProgress(ready.length, options, io);
  return reportFleet({ ...options, known, folders, read, onWritten: progress.end }, io, async () => {
    const startedAt = performance.now();
    const members = await judgeMembers(ready, { out, concurrency, io }, progress.add);
    return fleetResultOf(members, { operation, shard, startedAt });
  });
}

/**
 * Prints a line for each provider when it is done. In a file the lines come at the end: an output that cannot be
 * written ends the command, which must not happen before the reports are written.
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
      const lines = sentence(textPage(lookOf(io)), `${place}   ${memberLine(member)}`, place.length + 3);
      if (!quiet) waiting.push(`${lines.map((line) => line.trimEnd()).join("\n")}\n`);
      if (io.outIsTerminal || io.outIsPipe === true) print();
    },
    end: print,
  };
}

async function readyMember({ entry, folder }: PlacedEntry, out: string, io: Io): Promise<ReadyMember> {
  const { name, baseUrl, options, where } = entry;
  const own = memberIo(name, io);
  const ready = (): Promise<ReadyRun> => readyRun(baseUrl, { ...options, out: join(out, folder) }, own);
  // Finds faults before anything is sent. The files are read again later, because many baselines would fill the memory.
  await located(where, ready);
  return { named: plannedOf(entry), folder, ready, io: own };
}

/** The operation of the document that all providers are judged by. */
async function operationOf(file: string, [first]: readonly FleetEntry[]): Promise<Operation> {
  const where = `In the fleet ${JSON.stringify(file)}, "defaults"`;
  return (await located(where, () => givenDocument(first?.options ?? {}))).operation;
}

/** The requested shard, with the providers of all shards; undefined if all are judged. */
function fleetShard(
  { shard: text, quiet }: OptionsOf<"fleet">,
  all: readonly FleetEntry[],
  io: Io,
): FleetShard | undefined {
  const shard = namedShard(text, { quiet, io });
  if (shard === undefined) return undefined;
  if (shard.of <= all.length) return { index: shard.index, of: shard.of, planned: all.map(plannedOf) };
  throw new UsageError(
    `--shard ${JSON.stringify(text)} leaves shards without a provider: there are ${shard.of} shards and ${all.length} in the fleet; give at most ${all.length}`,
  );
}

function plannedOf({ name, labels, baseUrl, mayFail }: FleetEntry): PlannedMember {
  return { name, labels, baseUrl, ...defined({ mayFail: mayFail || undefined }) };
}

interface PlacedEntry {
  readonly entry: FleetEntry;
  readonly folder: string;
}

/** The providers to judge. Their folders depend on the names of the whole fleet, so that those of all shards differ. */
function placedIn(all: readonly FleetEntry[], shard: FleetShard | undefined): readonly PlacedEntry[] {
  const folders = memberFolders(all.map(({ name }) => name));
  return all.flatMap((entry, at) =>
    shard === undefined || shardOfMember(at, shard.of) === shard.index ? [{ entry, folder: folders[at] ?? "" }] : [],
  );
}

interface JudgedFleet {
  readonly operation: Operation;
  readonly shard: FleetShard | undefined;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
}

function fleetResultOf(
  members: readonly [FleetMember, ...FleetMember[]],
  { operation, shard, startedAt }: JudgedFleet,
): FleetResult {
  return {
    format: FLEET_FORMAT,
    formatVersion: FLEET_FORMAT_VERSION,
    ...judgedWith(operation),
    ...defined({ shard }),
    ...timesSince(startedAt),
    exitCode: worstExitCode(members),
    requirements: catalogueFor(operation).map(({ id, level, topic, statement }) => ({ id, level, topic, statement })),
    providers: members,
  };
}
