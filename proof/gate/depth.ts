/** How deep a test goes that repeats something: few times in `npm test`, often in `npm run proof`, which sets `PROOF`. */
import { env } from "node:process";

/** The number of repetitions. */
export function inDepth({ gate, proof }: { readonly gate: number; readonly proof: number }): number {
  return env["PROOF"] === undefined ? gate : proof;
}
