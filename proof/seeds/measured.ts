/** The measurements of false alarms that `npm run proof:seeds` stores. Seeds are numbered, so that it can continue. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The measurement with the seeds from 1 on. */
export interface Measured {
  /** The last tried seed. */
  readonly seeds: number;
  /** How many providers or questions were tried with each seed. */
  readonly each: number;
  /** Processor time in total, in seconds. */
  readonly seconds: number;
  /** Accusations of correct providers or requests. */
  readonly accusations: number;
}

/** The two measurements: runs against correct providers in memory, and what a seed draws. */
export const MEASURES = ["right", "sent"] as const;
export type Measure = (typeof MEASURES)[number];

export type AllMeasured = Readonly<Record<Measure, Measured>>;

const NOTHING: Measured = { seeds: 0, each: 0, seconds: 0, accusations: 0 };

/** In this folder; the compiled code finds it in the folder of its source. */
const FILE = new URL("measured.json", import.meta.url);

/** Reads the measurements so far. */
export function readMeasured(file: URL = FILE): AllMeasured {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<AllMeasured>) : {};
  return { right: NOTHING, sent: NOTHING, ...kept };
}

/** Replaces one measurement. The others stay, even if another process has written them in the meantime. */
export function writeMeasured(file: URL, which: Measure, measured: Measured): void {
  // Another measuring process may read the file in the meantime.
  const written = new URL(`${which}-${file.pathname.split("/").at(-1)}`, file);
  writeFileSync(written, `${JSON.stringify({ ...readMeasured(file), [which]: measured }, null, 2)}\n`);
  renameSync(written, file);
}
