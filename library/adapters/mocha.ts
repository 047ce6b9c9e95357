/** The checks as tests of Mocha, in its BDD interface. */
import { judgeCases } from "./adapter-outcomes.ts";
import { planSuites } from "./adapter-plan.ts";
import { type AdapterOptions, type Runner, registerTests, runnerGlobal } from "./register-tests.ts";

export type { AdapterOptions } from "./register-tests.ts";

/** The `this` of functions that Mocha calls. */
interface MochaContext {
  readonly skip: () => never;
  readonly timeout: (milliseconds: number) => void;
  readonly test?: { title: string };
}

const mocha: Runner = {
  suite: (name, body) => runnerGlobal("describe", "Mocha")(name, body),
  before: (work, timeoutMs) => {
    runnerGlobal(
      "before",
      "Mocha",
    )(function run(this: MochaContext) {
      this.timeout(timeoutMs);
      return work();
    });
  },
  test: (name, run) => {
    runnerGlobal("it", "Mocha")(name, function judged(this: MochaContext) {
      run((reason) => {
        // Mocha has no other place for the reason.
        if (this.test !== undefined) this.test.title = `${name} (${reason})`;
        this.skip();
      });
    });
  },
  canSkip: true,
  alone: (pattern) => `npx mocha -g "${pattern}"`,
};

/**
 * Registers one suite per requirement with a test per check, and a last test for the verdict. The provider is judged
 * once, before the first test.
 * @throws {TypeError} when an option is invalid
 * @example
 * testProvider({ app, token: "a-test-token" });
 */
export function testProvider(options: AdapterOptions): void {
  registerTests(mocha, { plan: planSuites(), judge: judgeCases }, options);
}
