/** What test files came to, and the lines that say which tests were skipped, and why. Pure. */
import { isExpected } from "./skips.ts";

/** A test that was skipped; without a reason it should not have been. */
export interface SkippedTest {
  readonly name: string;
  readonly reason?: string | undefined;
}

/** What the tests of a file came to. */
export interface FileTally {
  /** The path in the checkout. */
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly SkippedTest[];
  /** How long the tests took, in milliseconds. */
  readonly ms: number;
}

/** A line for each reason, with the number of its tests, and the number of tests that are skipped for no known reason. */
export function reasonLines(files: readonly FileTally[]): {
  readonly lines: readonly string[];
  readonly unexpected: number;
} {
  const skipped = files.flatMap((one) => one.skipped.map((test) => ({ ...test, file: one.file })));
  const unexpected = skipped.filter(({ reason }) => !isExpected(reason));
  const reasons = new Map<string, number>();
  for (const { reason } of skipped.filter((test) => !unexpected.includes(test))) {
    reasons.set(reason ?? "", (reasons.get(reason ?? "") ?? 0) + 1);
  }
  return {
    lines: [
      ...[...reasons].map(([reason, count]) => `skipped ${count}: ${reason}`),
      ...unexpected.map(({ file, name, reason }) => `skipped for no known reason: ${file} ${name} ${reason ?? ""}`),
    ],
    unexpected: unexpected.length,
  };
}
