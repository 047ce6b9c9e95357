/**
 * The order in which the test files run: a long file that starts last would run when the other workers are already
 * done.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, the longest first, by their times in a full run. */
export const LONGEST: readonly string[] = [
  "proof/soak.test.ts",
  "proof/hostile/process.test.ts",
  "proof/mutants.test.ts",
  "proof/weakenings.test.ts",
  "proof/hostile/hostile.test.ts",
  "library/recipes.test.ts",
  "proof/ended-providers.test.ts",
  "proof/fuzz.test.ts",
  "proof/generator/generator.test.ts",
  "proof/seeds/seeds.test.ts",
  "proof/degenerate.test.ts",
  "library/packed-package.test.ts",
  "proof/hostile/memory.test.ts",
  "library/adapters/adapters.test.ts",
  "proof/revisions/revisions.test.ts",
  "proof/right.test.ts",
  "proof/addresses.test.ts",
  "cli/commands/export-tools.test.ts",
  "library/pipelines-lint.test.ts",
  "cli/shell-blocks.test.ts",
  "cli/contracts.test.ts",
  "proof/hostile/faults.test.ts",
  "cli/package.test.ts",
  "reports/html/browser.test.ts",
  "reports/html/accessibility.test.ts",
  "executable/executable.test.ts",
  "proof/contract-kills.test.ts",
];

/** Runs the longest files first, and the others as Vitest sorts them (in a new clone, by size). */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
