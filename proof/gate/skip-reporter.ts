/**
 * Vitest's reporter of skipped tests: how many, and why. Where `CI` is set, a test that is skipped for no known reason
 * fails the run. `PROOF_TALLY=FILE` writes what each file came to, for `npm run proof`.
 */
import { writeFileSync } from "node:fs";
import { env } from "node:process";
import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { type FileTally, reasonLines } from "./file-tally.ts";

/** Prints the reasons after the summary of Vitest's own reporter. */
export class SkipReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const { root = "", testNamePattern } = this.#vitest?.config ?? {};
    const files = modules.map((module) => tallyOf(module, relative(root, module.moduleId)));
    const { lines, unexpected } = reasonLines(files);
    // Tests that a pattern of names leaves out are skipped without a reason.
    if (testNamePattern !== undefined) return;
    const { PROOF_TALLY: file, CI: isCi } = env;
    // The proof prints them with those of its programs, and counts an unexpected one as failed.
    if (file !== undefined) return writeFileSync(file, JSON.stringify(files));
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (unexpected > 0 && isCi !== undefined) process.exitCode = 1;
  }
}

function tallyOf(module: TestModule, file: string): FileTally {
  const results = [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() }));
  const count = (state: string): number => results.filter((result) => result.state === state).length;
  // A file that does not load, and a hook that fails, are failures although no test of theirs is counted.
  const failed = count("failed") + (count("failed") === 0 && module.state() === "failed" ? 1 : 0);
  const skipped = results.flatMap((result) =>
    result.state === "skipped" ? [{ name: result.name, reason: result.note }] : [],
  );
  return { file, passed: count("passed"), failed, skipped, ms: Math.round(module.diagnostic().duration) };
}
