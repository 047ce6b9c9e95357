/** Limits the memory and processor time that V8 takes for a run. */
import { setFlagsFromString } from "node:v8";

/** Versions of Node whose V8 has the flags. Other versions print a warning about unknown flags. */
const KNOWN: ReadonlySet<string> = new Set(["20", "22", "24"]);

/** From this number of fuzzing cases, a run is long enough that V8's optimization pays off. */
export const MANY_CASES = 5_000;

/** For so long, V8 of Node 22 and 24 optimizes nothing. An ordinary run is over by then. In milliseconds. */
const UNOPTIMIZED_MS = 1_000;

/**
 * Keeps V8 from optimizing the WebAssembly parser of undici. Optimization takes 26 MiB, a quarter of the memory of an
 * ordinary run, and makes it no faster. Not for `MANY_CASES`: without it, 8,000 cases take some 5 % more processor
 * time. On Node 24 `--liftoff-only` has no effect in a process that runs already, and the other flags have.
 */
export function compileQuickly(): void {
  if (!isKnown()) return;
  setFlagsFromString("--liftoff-only");
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
}

/**
 * Makes V8 optimize late. Not for `MANY_CASES`: 10,000 cases take a sixth less processor time without this.
 *
 * - Optimization of functions that run a few thousand times takes a tenth of the processor time of an ordinary run, and
 *   on Node 24 a tenth of its memory.
 * - On Node 20, functions are optimized after six times as many calls.
 * - Later versions count differently, so there nothing is optimized in the first second. A run with answers of 300 kB
 *   takes four times as long if it is never optimized.
 */
export function optimizeLate(): void {
  if (!isKnown()) return;
  if (process.versions.node.startsWith("20.")) {
    setFlagsFromString("--interrupt-budget=400000");
    return;
  }
  setFlagsFromString("--no-opt");
  setFlagsFromString("--no-maglev");
  setTimeout(optimizeAgain, UNOPTIMIZED_MS).unref();
}

function optimizeAgain(): void {
  setFlagsFromString("--opt");
  setFlagsFromString("--maglev");
}

/**
 * Makes V8 collect short-lived garbage sooner. Without this, a provider with the longest allowed bodies made a run take
 * 50 MiB more; an ordinary run takes no longer with it. Fuzzing keeps 13 MiB for any number of cases, but makes garbage
 * faster than V8 collects it by default: a run of 40,000 cases then takes 50 MiB more than one of 1,000, and with this
 * hardly any more.
 */
export function collectOften(): void {
  if (!isKnown()) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=100");
}

function isKnown(): boolean {
  return KNOWN.has(process.versions.node.split(".")[0] ?? "");
}
