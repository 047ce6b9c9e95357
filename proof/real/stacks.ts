/**
 * Tests the stacks beyond npm: `npm run proof:stacks -- [--within SECONDS] [ecosystem...]`. Prints a line per stack,
 * and at the end `N passed, N failed, N skipped`. Exits with 1 if a stack is not as expected.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Ecosystem } from "./ecosystem.ts";
import { ecosystems } from "./ecosystems.ts";
import { type StackOutcome, exitStatus, summary, reportOf } from "./runner/outcome.ts";
import { prove } from "./runner/prove.ts";

/** Builds and servers share the machine; more at once would not be faster. */
const AT_ONCE = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { within: { type: "string", default: "1200" } },
});
const unknown = positionals.filter((name) => !ecosystems.some(({ folder }) => folder === name));
if (unknown.length > 0) throw new Error(`There is no ecosystem ${unknown.join(", ")}`);

// A signal that ends this process also ends the servers.
const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => interrupted.abort());
const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(Number(values.within) * 1000)]);
const outcomes: StackOutcome[] = [];
const left: Ecosystem[] = ecosystems.filter(({ folder }) => positionals.length === 0 || positionals.includes(folder));

async function lane(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    const folder = fileURLToPath(new URL(`../../../proof/real/${next.folder}`, import.meta.url));
    await prove(next, { folder, environment: process.env, signal }, (outcome, seconds) => {
      outcomes.push(outcome);
      process.stdout.write(`${reportOf(outcome, seconds)}\n`);
    });
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, lane));
process.stdout.write(`${summary(outcomes)}\n`);
process.exitCode = exitStatus(outcomes);
