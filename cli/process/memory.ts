/** Limits the memory and processor time that V8 takes for a run. */
import { setFlagsFromString } from "node:v8";

/** Versions of Node whose V8 has the flags. Other versions print a warning about unknown flags. */
const KNOWN: ReadonlySet<string> = new Set(["20", "22", "24"]);

/** From this number of fuzzing cases, a run is long enough that V8's optimization pays off. */
export const MANY_CASES = 5_000;

/**
 * Keeps V8 from optimizing what an ordinary run does not use for long enough. Not for `MANY_CASES`.
 *
 * - The WebAssembly parser of undici: its optimization takes 25 MiB, a quarter of the memory of a run, and an eighth of
 *   its processor time. On Node 24 `--liftoff-only` has no effect in a process that runs already, and the other flags
 *   have.
 * - On Node 20, functions are optimized after six times as many calls, for a tenth less processor time.
 */
export function optimizeLess(): void {
  if (!isKnown()) return;
  setFlagsFromString("--liftoff-only");
  setFlagsFromString("--no-wasm-tier-up");
  setFlagsFromString("--no-wasm-dynamic-tiering");
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=400000");
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
