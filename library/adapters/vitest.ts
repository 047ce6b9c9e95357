/**
 * The checks as tests of Vitest. The adapters of the other test runners have the same function.
 * @module plant-store-conformance/vitest
 */
import { beforeAll, describe, test } from "vitest";
import { judgeCases } from "./adapter-outcomes.ts";
import { planSuites } from "./adapter-plan.ts";
import { type AdapterOptions, type Runner, registerTests } from "./register-tests.ts";

export type { AdapterOptions, OfCallsOnly } from "./register-tests.ts";

/* oxlint-disable vitest/valid-title, vitest/valid-describe-callback -- the names and bodies are those of the plan */
const vitest: Runner = {
  suite: (name, body) => void describe(name, body),
  before: (work, timeoutMs) => beforeAll(work, timeoutMs),
  test: (name, run) => test(name, ({ skip }) => run((reason) => skip(reason))),
  canSkip: true,
  alone: (pattern) => `npx vitest run -t "${pattern}"`,
};
/* oxlint-enable vitest/valid-title, vitest/valid-describe-callback */

/**
 * Registers a test for each check, in suites by requirement, and the verdict as the last one. The provider is judged once,
 * before the first test.
 * @throws {TypeError} when the options cannot be used
 * @example
 * testProvider({ app, token: "a-test-token" });
 */
export function testProvider(options: AdapterOptions): void {
  registerTests(vitest, { plan: planSuites(), judge: judgeCases }, options);
}
