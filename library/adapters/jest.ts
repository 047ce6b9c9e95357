/**
 * The checks as tests of Jest. Jest loads modules itself, and loads ES modules only with flags or on later versions of
 * Node. So the build compiles this module to one CommonJS file that loads nothing else of the package, and a thread
 * judges.
 */
import { readFileSync } from "node:fs";
import { judgeInThread } from "./judge-in-thread.ts";
import type { PlannedSuite } from "./adapter-plan.ts";
import { type AdapterOptions, type Runner, registerTests, runnerGlobal } from "./register-tests.ts";

export type { AdapterOptions } from "./register-tests.ts";

/** Jest cannot skip a running test. Tests that should be skipped pass, and their reasons are printed at the end. */
function jestRunner(): Runner {
  const notes: string[] = [];
  runnerGlobal(
    "afterAll",
    "Jest",
  )(() => {
    // oxlint-disable-next-line eslint/no-console -- Jest shows with a test file what is written to its console
    if (notes.length > 0) console.warn(`Passed, because Jest cannot skip a running test:\n${notes.join("\n")}`);
  });
  return {
    suite: (name, body) => runnerGlobal("describe", "Jest")(name, body),
    before: (work, timeoutMs) => runnerGlobal("beforeAll", "Jest")(work, timeoutMs),
    test: (name, run) =>
      runnerGlobal("test", "Jest")(name, () => run((reason) => void notes.push(`${name}: ${reason}`))),
    canSkip: false,
    alone: (pattern) => `npx jest -t "${pattern}"`,
  };
}

/**
 * Registers one suite per requirement with a test per check, and a last test for the verdict. The provider is judged
 * once, before the first test.
 * @throws {TypeError} when an option is invalid
 * @example
 * testProvider({ app, token: "a-test-token" });
 */
export function testProvider(options: AdapterOptions): void {
  const plan = JSON.parse(readFileSync(new URL("./plan.json", import.meta.url), "utf8")) as readonly PlannedSuite[];
  registerTests(jestRunner(), { plan, judge: judgeInThread }, options);
}
