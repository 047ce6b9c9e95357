/** What was measured of false alarms, as `npm run proof:seeds` keeps it. Seeds are numbered, so that it can be continued. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** What was tried with the seeds from 1 on. */
export interface Measured {
  /** The last seed that was tried. */
  readonly seeds: number;
  /** What was tried with each seed: providers, or questions. */
  readonly each: number;
  /** Processor time of everything, in seconds. */
  readonly seconds: number;
  /** Accusations of what is right. */
  readonly accusations: number;
}

/** What is measured: runs against right providers in memory, and what is drawn from a seed. */
export const MEASURES = ["right", "sent"] as const;
export type Measure = (typeof MEASURES)[number];

export type AllMeasured = Readonly<Record<Measure, Measured>>;

const NOTHING: Measured = { seeds: 0, each: 0, seconds: 0, accusations: 0 };

/** Beside this file; compiled, beside its source. */
const FILE = new URL("measured.json", import.meta.url);

/** Reads what was measured so far. */
export function readMeasured(file: URL = FILE): AllMeasured {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<AllMeasured>) : {};
  return { right: NOTHING, sent: NOTHING, ...kept };
}

/** Replaces what was measured of one thing; the others stay, also where they were written meanwhile. */
export function writeMeasured(file: URL, which: Measure, measured: Measured): void {
  // Another process that measures may read it meanwhile.
  const written = new URL(`${which}-${file.pathname.split("/").at(-1)}`, file);
  writeFileSync(written, `${JSON.stringify({ ...readMeasured(file), [which]: measured }, null, 2)}\n`);
  renameSync(written, file);
}
