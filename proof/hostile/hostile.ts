/** What a hostile provider is, and what is expected of a run against it. */
import type { Limits } from "../../library/index.ts";
import type { Transport } from "../../http/connect.ts";
import type { RunningControl } from "../degenerate/control.ts";

export interface Hostile {
  readonly name: string;
  /** Worked out by hand: 0 where everything that the document states is kept, however oddly. */
  readonly exitCode: 0 | 1 | 3;
  /** What the first line says. */
  readonly cause: RegExp;
  /** Limits of the run. One is short only where it is what ends a wait for something that never comes. */
  readonly limits: Partial<Limits>;
  readonly concurrency?: number;
  /** How it is reached, where not by its host and port. */
  readonly transport?: Transport;
  readonly start: () => Promise<RunningControl>;
}

/** For providers that answer every request: a safety net that the slowest machine does not reach. */
export const PATIENT: Partial<Limits> = { connectMs: 120_000, requestMs: 120_000, deadlineMs: 900_000 };

/** For providers that never answer: however slow the machine is, there is nothing to miss. */
export const IMPATIENT: Partial<Limits> = { ...PATIENT, requestMs: 400 };

/** For providers that answer some requests at once, and others never: these are waited for. */
export const WAITING: Partial<Limits> = { ...PATIENT, requestMs: 10_000 };

/** A provider that never ends an answer. */
export function silent(name: string, start: Hostile["start"], cause: RegExp): Hostile {
  return { name, exitCode: 3, cause, limits: IMPATIENT, start };
}

/** A provider that never gives an answer that can be read. */
export function unreadable(name: string, start: Hostile["start"], cause: RegExp): Hostile {
  return { name, exitCode: 3, cause, limits: PATIENT, start };
}

/** A provider that is judged as a whole. */
export function judged(name: string, exitCode: Hostile["exitCode"], cause: RegExp, start: Hostile["start"]): Hostile {
  return { name, exitCode, cause, limits: PATIENT, start };
}

/** The first line of a run against a provider that keeps all that the document states. */
export const KEEPS_ALL = /^Every (MUST|requirement) is met/;
