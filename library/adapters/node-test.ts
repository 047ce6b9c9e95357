/** The checks as tests of Node's own test runner. */
import { before, describe, test } from "node:test";
import { judgeCases } from "./adapter-outcomes.ts";
import { planSuites } from "./adapter-plan.ts";
import { type AdapterOptions, type Runner, registerTests } from "./register-tests.ts";

export type { AdapterOptions } from "./register-tests.ts";

const nodeTest: Runner = {
  suite: (name, body) => void describe(name, body),
  before: (work, timeout) => before(work, { timeout }),
  test: (name, run) => void test(name, (context) => run((reason) => context.skip(reason))),
  canSkip: true,
  alone: (pattern) => `node --test --test-name-pattern="${pattern}"`,
};

/**
 * Registers a test for each check, in suites by requirement, and the verdict as the last one. The provider is judged once,
 * before the first test.
 * @throws {TypeError} when the options cannot be used
 * @example
 * testProvider({ app, token: "a-test-token" });
 */
export function testProvider(options: AdapterOptions): void {
  registerTests(nodeTest, { plan: planSuites(), judge: judgeCases }, options);
}
