/**
 * The checks as tests of Jest. Jest loads modules itself, and loads ES modules only with flags or on later versions of
 * Node. So the build compiles this module to one CommonJS file that loads nothing else of the package, and a thread
 * judges.
 */
import { readFileSync } from "node:fs";
import type { PlannedSuite } from "./adapter-plan.ts";
import { type AdapterOptions, type Runner, registerTests, runnerGlobal, type UsableOptions } from "./register-tests.ts";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { JudgeOptions } from "../judge-options.ts";
import { whileServed } from "../serve-application.ts";
import type { JudgedRun } from "./adapter-outcomes.ts";

export type { AdapterOptions } from "./register-tests.ts";

/** The ids of the tests that passed because Jest cannot skip them, by the reason that they share. */
type Skipped = Map<string, { readonly reason: string; readonly ids: string[] }>;

/** What is said of many tests at once. Why a test was not judged stands in the report. */
const AT_ONCE: ReadonlyMap<string, string> = new Map([
  ["fails too", "fail too, for a cause that a failed test shows"],
  ["not judged", "not judged"],
]);

/** Notes a skipped test: under what is said of many, or under its requirement, or under its own reason. */
function note(skipped: Skipped, name: string, reason: string): void {
  const [id = name] = name.split(": ");
  const [kind = reason] = reason.split(": ");
  const key = kind.endsWith(" not met") ? (id.split("/")[0] ?? id) : AT_ONCE.has(kind) ? kind : reason;
  const noted = skipped.get(key) ?? { reason: AT_ONCE.get(kind) ?? reason, ids: [] };
  skipped.set(key, noted);
  noted.ids.push(id);
}

/** Jest cannot skip a running test. Tests that should be skipped pass, and are printed at the end, a line for each reason. */
function jestRunner(): Runner {
  const skipped: Skipped = new Map();
  runnerGlobal(
    "afterAll",
    "Jest",
  )(() => {
    const lines = [...skipped.values()].map(({ reason, ids }) => `${ids.join(", ")}: ${reason}\n`);
    // oxlint-disable-next-line eslint/no-restricted-globals -- Jest puts six lines around what is written to its console
    if (lines.length > 0) process.stderr.write(`Passed, because Jest cannot skip a running test:\n${lines.join("")}`);
  });
  return {
    suite: (name, body) => runnerGlobal("describe", "Jest")(name, body),
    before: (work, timeoutMs) => runnerGlobal("beforeAll", "Jest")(work, timeoutMs),
    test: (name, run) => runnerGlobal("test", "Jest")(name, () => run((reason) => note(skipped, name, reason))),
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

// Judges a provider in a thread. An application is served in that of the caller, because it exists only there.

/** What the thread is given: the options with the address, and whether an application is served there for the run. */
export interface ForThread {
  readonly judging: JudgeOptions;
  readonly isServed: boolean;
}

/** The message from the thread: the judged run, or the fault that ended it. */
export type FromThread = { readonly run: JudgedRun } | { readonly fault: string };

/** Judges with Node's own loader: timers and modules that a test runner replaces are the original ones there. */
export function judgeInThread(options: UsableOptions["judging"]): Promise<JudgedRun> {
  const { app: _app, fetch: _fetch, basePath: _basePath, ...asked } = options;
  return whileServed(options, async ({ url, signal }) => {
    const thread = new Worker(fileURLToPath(new URL("./judge-thread.js", import.meta.url)), {
      workerData: { judging: { ...asked, url }, isServed: options.url === undefined } satisfies ForThread,
      execArgv: [],
    });
    signal.addEventListener("abort", () => void thread.terminate(), { once: true });
    const [answer] = (await once(thread, "message", { signal })) as [FromThread];
    await thread.terminate();
    if ("fault" in answer) throw new TypeError(answer.fault);
    return answer.run;
  });
}
