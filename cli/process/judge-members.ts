/** Judges the providers of a fleet, some at a time. What becomes of one costs no other anything. */
import { setMaxListeners } from "node:events";
import { judgedMember, unjudgedMember } from "../../result/fleet.ts";
import type { FleetMember, PlannedMember } from "../../result/fleet-result.ts";
import { redactionOf } from "../../result/redact.ts";
import { excerpt } from "../../result/safe-text.ts";
import type { ReadyRun } from "../commands/check.ts";
import { writeMember } from "../files/fleet-reports.ts";
import { type Io, OutputError, UsageError, interruptFrom } from "../io.ts";
import { faultSentence } from "./faults.ts";
import { withTarget } from "./with-target.ts";

/** A provider that can be judged: what was given for it has been read once, and nothing was sent. */
export interface ReadyMember {
  readonly named: PlannedMember;
  /** From the folder of the fleet's reports. */
  readonly folder: string;
  /** Reads what its options name, such as a baseline. */
  readonly ready: () => Promise<ReadyRun>;
  readonly io: Io;
}

/** How the providers are judged, and where their results go. */
export interface FleetRun {
  readonly out: string;
  readonly concurrency: number;
  readonly io: Io;
}

/** Variables that stand for one provider. In a fleet each names its own. */
const OF_ONE_PROVIDER = ["PLANT_STORE_URL", "PLANT_STORE_TOKEN", "PLANT_STORE_HEADERS"];

/**
 * The world of one provider. Its secrets are taken out of what its own answers hold. The command learns them too, for a
 * message about a fault.
 */
export function memberIo(name: string, io: Io): Io {
  const redaction = redactionOf();
  return {
    ...io,
    env: Object.fromEntries(Object.entries(io.env).filter(([variable]) => !OF_ONE_PROVIDER.includes(variable))),
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
 * Judges all of them, in their order, some at a time. An interrupt ends those that run; the others are not begun.
 * @param onEnd is given each provider as it is done
 */
export async function judgeMembers(
  members: readonly ReadyMember[],
  { out, concurrency, io }: FleetRun,
  onEnd: (member: FleetMember) => void,
): Promise<readonly [FleetMember, ...FleetMember[]]> {
  const interrupted = new AbortController();
  // One listener for each provider that is judged at the same time is no leak.
  setMaxListeners(0, interrupted.signal);
  const stopListening = io.onInterrupt(() => interrupted.abort());
  const done = new Map<number, FleetMember>();
  const waiting = members.entries();
  const work = async (): Promise<void> => {
    // One iterator for all: each takes the next provider that nobody has taken.
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

/** Never throws: what keeps one provider from being judged is said of that provider. */
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
