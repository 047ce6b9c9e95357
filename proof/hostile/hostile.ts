/** The type of a hostile provider, and the expected result of a run against it. */
import type { Limits } from "../../library/index.ts";
import type { Transport } from "../../http/connect.ts";
import type { RunningControl } from "../degenerate/control.ts";

export interface Hostile {
  readonly name: string;
  /** Worked out by hand: 0 if the provider meets the whole document, however odd its answers are. */
  readonly exitCode: 0 | 1 | 3;
  /** The first line of the report. */
  readonly cause: RegExp;
  /** Limits of the run. A limit is short only if it ends a wait for something that never comes. */
  readonly limits: Partial<Limits>;
  readonly concurrency?: number;
  /** How to reach it, if not by its host and port. */
  readonly transport?: Transport;
  readonly start: () => Promise<RunningControl>;
}

/** For providers that answer every request: a safety net that even the slowest machine does not reach. */
export const PATIENT: Partial<Limits> = { connectMs: 120_000, requestMs: 120_000, deadlineMs: 900_000 };

/** For providers that never answer: on any machine, there is nothing to miss. */
export const IMPATIENT: Partial<Limits> = { ...PATIENT, requestMs: 400 };

/**
 * For providers that answer some requests at once and others never: long enough for the first, ends the wait for the
 * others.
 */
export const WAITING: Partial<Limits> = { ...PATIENT, requestMs: 10_000 };

/** A provider that never completes an answer. */
export function silent(name: string, start: Hostile["start"], cause: RegExp): Hostile {
  return { name, exitCode: 3, cause, limits: IMPATIENT, start };
}

/** A provider whose answers can never be read. */
export function unreadable(name: string, start: Hostile["start"], cause: RegExp): Hostile {
  return { name, exitCode: 3, cause, limits: PATIENT, start };
}

/** A provider that is judged completely. */
export function judged(name: string, exitCode: Hostile["exitCode"], cause: RegExp, start: Hostile["start"]): Hostile {
  return { name, exitCode, cause, limits: PATIENT, start };
}

/** The first line of a run against a provider that meets the whole document. */
export const KEEPS_ALL = /^Every (MUST|requirement) is met/;
