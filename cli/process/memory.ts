/** How much memory and processor time V8 takes for a run. */
import { setFlagsFromString } from "node:v8";

/** Versions of Node whose V8 has the flags: another one would print that it does not know them. */
const KNOWN: ReadonlySet<string> = new Set(["20", "22", "24"]);

/** So many cases of fuzzing run long enough for V8 to optimise what they run. */
export const MANY_CASES = 5_000;

/**
 * Keeps V8 from optimising the parser of undici, which is WebAssembly: to do so takes 26 MiB, a quarter of the memory of an
 * ordinary run, which is no faster for it. Not for `MANY_CASES`: of 8,000 each takes some 5 % more processor time without.
 */
export function compileQuickly(): void {
  if (isKnown()) setFlagsFromString("--liftoff-only");
}

/**
 * Keeps V8 of Node 20 from optimising functions that run a few thousand times: they have to run six times as often first.
 * To optimise them takes a tenth of the processor time of an ordinary run. Later versions count in another way and gain nothing.
 * Not for `MANY_CASES`: 10,000 take a sixth less processor time without.
 */
export function optimizeLate(): void {
  if (process.versions.node.startsWith("20.")) setFlagsFromString("--interrupt-budget=400000");
}

/**
 * Keeps V8 from taking room for what is thrown away at once. A provider whose bodies are as long as the limit allows made
 * a run take 50 MiB more without it, and an ordinary run takes no longer with it. Fuzzing holds 13 MiB however many cases it sends, but makes
 * garbage faster than V8 likes to collect it: unasked, it takes 50 MiB more for a run of 40,000 cases than for one of
 * 1,000, and so hardly any.
 */
export function collectOften(): void {
  if (!isKnown()) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=100");
}

function isKnown(): boolean {
  return KNOWN.has(process.versions.node.split(".")[0] ?? "");
}
