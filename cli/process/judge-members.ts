/** Judges the providers of a fleet, several at a time. A fault of one does not affect the others. */
import { setMaxListeners } from "node:events";
import { judgedMember, unjudgedMember } from "../../result/over/fleet.ts";
import type { FleetMember, PlannedMember } from "../../result/over/fleet-result.ts";
import { redactionOf } from "../../result/redact.ts";
import { excerpt } from "../../result/safe-text.ts";
import type { ReadyRun } from "../commands/check.ts";
import { writeMember } from "../files/fleet-files.ts";
import { VARIABLES } from "../options/rows.ts";
import { interruptFrom, type Io, OutputError, UsageError } from "../io.ts";
import { faultSentence } from "./faults.ts";
import { withTarget } from "./with-target.ts";

/** A provider that can be judged: its options have been read, and nothing was sent. */
export interface ReadyMember {
  readonly named: PlannedMember;
  /** Its folder, relative to the folder of the fleet's reports. */
  readonly folder: string;
  /** Reads the files of its options, such as a baseline. */
  readonly ready: () => Promise<ReadyRun>;
  readonly io: Io;
}

/** The settings for judging the providers, and the place of their results. */
export interface FleetRun {
  readonly out: string;
  readonly concurrency: number;
  readonly io: Io;
}

/**
 * The `Io` of one provider. Its secrets are removed from its own responses. The command also gets them, for messages
 * about faults.
 */
export function memberIo(name: string, io: Io): Io {
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

/**
 * Judges all providers in order, several at a time. An interrupt ends the running ones; the others do not start.
 * @param onEnd called with each provider when it is done
 */
export async function judgeMembers(
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
    const result = await withTarget(run.opening, { io, quiet: true }, async (target, ended) => {
      const judged = await run.judged(target, ended);
      const trouble = target.trouble();
      if (trouble !== null) io.err(`${trouble}\n`);
      return judged;
    });
    return judgedMember(named, result, await writeMember(result, { out, folder }, io));
  } catch (error) {
    return unjudgedMember(named, reasonOf(error, io), startedAt);
  }
}

function reasonOf(error: unknown, { redaction = redactionOf() }: Io): string {
  const isKnown = error instanceof UsageError || error instanceof OutputError;
  return isKnown ? redaction.safely(error.message) : faultSentence(error, redaction);
}
