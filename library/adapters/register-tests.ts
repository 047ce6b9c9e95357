/** Registers the tests of a plan with a test runner. The run happens once, before the first test. */
import type { JudgedCase, JudgedRun } from "./adapter-outcomes.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { Asked, AtUrl, OfApp, OfFetch } from "../judge-options.ts";
import { requireOpenPoints, requireUsable, time } from "../option-rules.ts";
import type { PlannedSuite, PlannedTest } from "./adapter-plan.ts";

/** The options that only `judge` has, not the adapters. */
export type OfCallsOnly = "onProgress" | "signal" | "renewToken" | "fuzz";

/** The options of `judge`: the provider, its token and what to judge. And a time limit. */
export type AdapterOptions = Omit<Asked, OfCallsOnly> & {
  /** How long the run may take, in milliseconds. By default a minute longer than `limits.deadlineMs`. */
  readonly timeout?: number;
} & (AtUrl | OfApp | OfFetch);

/** The options of `judge`, and how long the run may take. */
export interface UsableOptions {
  readonly judging: Omit<Asked, OfCallsOnly> & (AtUrl | OfApp | OfFetch);
  readonly timeout: number;
}

const OF_CALLS_ONLY: readonly OfCallsOnly[] = ["onProgress", "signal", "renewToken", "fuzz"];

/** The time for contracts. The deadline limits only the checks, which run before them. */
const FOR_CONTRACTS_MS = 60_000;

/** Returns valid options. @throws {TypeError} when one is invalid, so that the test file fails when it is loaded */
export function usableOptions(options: AdapterOptions): UsableOptions {
  const { timeout, ...judging } = Object(options) as AdapterOptions;
  for (const name of OF_CALLS_ONLY) {
    if (Object.hasOwn(judging, name)) throw new TypeError(`A test adapter has no option "${name}"; call judge with it`);
  }
  requireUsable(judging);
  const fault = timeout === undefined ? null : time(timeout, "timeout");
  if (fault !== null) throw new TypeError(fault);
  return { judging, timeout: timeout ?? (judging.limits?.deadlineMs ?? DEFAULT_LIMITS.deadlineMs) + FOR_CONTRACTS_MS };
}

/** What a test runner offers, under names that all of them share. */
export interface Runner {
  readonly suite: (name: string, body: () => void) => void;
  /** Runs before the first test of the suite that is not filtered out. */
  readonly before: (work: () => Promise<void>, timeoutMs: number) => void;
  /** `skip` marks the running test as skipped. It may throw to end the test. */
  readonly test: (name: string, run: (skip: (reason: string) => void) => void) => void;
  /** Whether a running test can be skipped. Where it cannot, it passes if it should be, so one without evidence fails. */
  readonly canSkip: boolean;
  /** The command that runs only the tests whose names match a regular expression. */
  readonly alone: (pattern: string) => string;
}

export type JudgeForTests = (options: UsableOptions["judging"]) => Promise<JudgedRun>;

/** Registers a suite per requirement with a test per check, suites for contracts, and a last test for the verdict. */
export function registerTests(
  runner: Runner,
  { plan, judge }: { readonly plan: readonly PlannedSuite[]; readonly judge: JudgeForTests },
  options: AdapterOptions,
): void {
  const { judging, timeout } = usableOptions(options);
  // The open points of another document are looked up later, when it is read.
  if (judging.document === undefined) {
    requireOpenPoints(
      judging.expectations,
      plan.flatMap(({ requirement }) => requirement ?? []),
    );
  }
  const isAsked = ({ needs }: PlannedTest): boolean => needs === undefined || judging.invalidToken !== undefined;
  const suites = plan.map((suite) => ({ ...suite, tests: suite.tests.filter(isAsked) }));
  runner.suite("Plant Store conformance", () => {
    let run: JudgedRun | undefined;
    runner.before(async () => {
      run = await judge(judging);
    }, timeout);
    const shown: ShownFailures = new Map();
    const judged = (): JudgedRun => {
      if (run === undefined) throw new Error("Nothing was judged: the run did not end");
      return run;
    };
    for (const suite of suites) registerSuite(runner, suite, { judged, shown });
    // In a suite, because Mocha runs the tests of a suite before the suites in it.
    runner.suite("run", () => runner.test("verdict", () => settle(verdictWith(judged(), suites))));
  });
}

/** The test that has failed for each cause. */
type ShownFailures = Map<string, string>;

/** The other test that has shown what explains a failure, so that no cause is read twice; null if none has. */
function shownBefore(shown: ShownFailures, { causes }: JudgedCase, test: string): string | null {
  const [first] = shown.values();
  const by = causes.length === 0 ? [first] : causes.map((cause) => shown.get(cause));
  const isShown = by.every((other) => other !== undefined && other !== test);
  if (isShown) return by[0] ?? null;
  for (const cause of causes.length === 0 ? [""] : causes) shown.set(cause, shown.get(cause) ?? test);
  return null;
}

function registerSuite(
  runner: Runner,
  suite: PlannedSuite,
  { judged, shown }: { readonly judged: () => JudgedRun; readonly shown: ShownFailures },
): void {
  runner.suite(suite.name, () => {
    for (const { name, title } of suite.tests) {
      const full = title === "" ? name : `${name}: ${title}`;
      runner.test(full, (skip) => {
        const found = caseFor(judged(), suite, name);
        if (found.outcome === "skipped") return skip(found.message);
        const isOnlyRed = found.outcome !== "failed" || (found.causes.length === 0 && !runner.canSkip);
        const other = isOnlyRed ? null : shownBefore(shown, found, name);
        const [first = ""] = found.message.split("\n");
        if (other !== null) return skip(`${found.causes.length === 0 ? "" : "fails too: "}${first}; see ${other}`);
        const command = runner.alone(patternFor(title === "" ? name : `${name}:`));
        settle({ ...found, message: `${found.message}\nTo run this test alone: ${command}` });
      });
    }
  });
}

/** The case of a planned test. Contracts that did not run have none; any other test without one was not judged. */
function caseFor({ cases }: JudgedRun, { group, isContract }: PlannedSuite, name: string): JudgedCase {
  const own = cases.filter((one) => one.group === group);
  const found = own.find((one) => one.name === name);
  if (found !== undefined) return found;
  return isContract === true && own.length === 0
    ? { group, name, outcome: "skipped", message: "not judged: the contracts were not verified", causes: [] }
    : { group, name, outcome: "failed", message: "not judged: it is not in the result", causes: [] };
}

/** The verdict, with the failures for which no test was planned. */
function verdictWith({ cases, verdict }: JudgedRun, suites: readonly PlannedSuite[]): JudgedCase {
  const planned = new Set(suites.flatMap(({ group, tests }) => tests.map(({ name }) => JSON.stringify([group, name]))));
  const others = cases.filter(
    ({ group, name, outcome }) => outcome === "failed" && !planned.has(JSON.stringify([group, name])),
  );
  const messages = others.map(({ name, message }) => `${name}: ${message}`);
  return { ...verdict, message: [verdict.message, ...messages].join("\n\n") };
}

/** A regular expression that matches the text and needs no escapes between quotes in a shell. */
function patternFor(text: string): string {
  return text.replaceAll(/[^\w /:-]/g, ".");
}

/** Ends a test, a failed one with an error that has no stack: a stack would show only this file, not the provider. */
function settle({ outcome, message }: JudgedCase): void {
  if (outcome !== "failed") return;
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  throw error;
}

type Register = (...given: readonly unknown[]) => void;

/** A global function of a runner. @throws {TypeError} when another program runs the file, or globals are off */
export function runnerGlobal(name: string, runner: string): Register {
  const found: unknown = Reflect.get(globalThis, name);
  if (typeof found !== "function") {
    throw new TypeError(`There is no global ${name}; run this file with ${runner}, with its globals`);
  }
  return found as Register;
}
