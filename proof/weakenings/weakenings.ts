/** The weakenings of a bundle, the function that each is in, and whether the tests notice them. */
import { dirname } from "node:path/posix";
import { changesAt } from "./rules.ts";
import { type JudgeTest, filesOf, load } from "./bundle.ts";
import { marked, switched } from "./switched.ts";
import { type Node, type NodePlace, isFunction, nameOf, placesIn, under } from "./syntax.ts";
import { type TracedTest, trace } from "./trace.ts";

/**
 * The judging code: from the bytes of an answer to the reasons of a verdict. The search for secrets in a text
 * (`result/secret-forms.ts` and its imports) is left out: it consists of loops, and many of its weakenings never end.
 * By folder; a folder without names is judging code as a whole.
 */
const JUDGING: Readonly<Record<string, readonly string[]>> = {
  http: ["decompress", "message", "no-answer"],
  suites: ["index"],
  "suites/requirements": [],
  "suites/checks": [
    "check-applicability",
    "answer-body",
    "chance-failures",
    "check-forms",
    "exchange-facts",
    "findings",
    "judges",
    "decoded-answer",
    "request-features",
    "request-variants",
    "returned-members",
    "run-state",
  ],
  "suites/run": ["shared-cause", "judge-run"],
  result: ["contract-check-results", "redact", "result", "verdict", "contract-verdict", "waiver-verdict", "waivers"],
  spec: ["schema-formats", "validators"],
  traffic: [
    "judge-exchange",
    "recorded-body",
    "recorded-client",
    "recorded-credentials",
    "recorded-facts",
    "recorded-provider",
    "recorded-traffic",
    "traffic-judge",
    "traffic-ledger",
    "traffic-sample",
    "traffic-state",
  ],
  "traffic/read": [],
};

/** One change of the judging code. */
interface Weakening {
  /** The number that activates it. */
  readonly number: number;
  /** The place and the change, in words that stay the same when lines are added elsewhere. */
  readonly id: string;
  /** The number of the innermost function around it; null if the code runs at load time. */
  readonly within: number | null;
  readonly file: string;
}

/** The results of all weakenings of a bundle. */
export interface TriedChange {
  readonly noticed: readonly string[];
  readonly survived: readonly string[];
}

/**
 * Tries every weakening of the judging code.
 * @throws what the tests throw for the unchanged code
 */
export async function tryAll(code: string): Promise<TriedChange> {
  const { script, toTrace, weakenings, functionsIn } = weaken(code);
  const traced = await trace(toTrace);
  const bench = testBench(script);
  const noticed: string[] = [];
  const survived: string[] = [];
  // A test that noticed one change of a function, or of the rest of a file, is likely to notice the next one.
  const noticing = new Map<number | string, readonly TracedTest[]>();
  for (const { number, id, within, file } of weakenings) {
    if (within !== null && traced.isSending(within)) continue;
    const isLoaded = traced.isLoading(number);
    const ofFunction = within === null ? traced.all : (traced.ofFunction.get(within) ?? []);
    const tests = isLoaded ? ofFunction : (traced.ofWeakening.get(number) ?? []);
    const before = noticing.get(within ?? file) ?? [];
    // All tests load the whole code; tests that run a function of the file are more likely to notice.
    const inFile = within === null ? functionsIn(file) : [];
    const likely = new Set(inFile.flatMap((one) => traced.ofFunction.get(one) ?? []));
    const ofFile = traced.all.filter((test) => likely.has(test));
    const first = [...new Set([...before, ...ofFile])].filter((test) => tests.includes(test));
    const inOrder = [...first, ...tests.filter((test) => !first.includes(test))];
    const outcome = await bench(number, inOrder, isLoaded);
    const { by } = outcome;
    if (by !== undefined) noticing.set(within ?? file, [by, ...before.filter((test) => test !== by)]);
    (outcome.isNoticed ? noticed : survived).push(id);
  }
  return { noticed, survived };
}

/** Whether a weakening was noticed, and by which test. No test is named if the script could not be loaded. */
interface Outcome {
  readonly isNoticed: boolean;
  readonly by?: TracedTest;
}

/** Tries the tests in order. `isLoaded` says that a weakening changes code that runs at load time. */
type TestBench = (number: number, tests: readonly TracedTest[], isLoaded: boolean) => Promise<Outcome>;

/** A loop in a weakened script may run this many times as often as in the test without it, plus `more`. */
const TURNS = { times: 20, more: 100_000 } as const;

function testBench(script: string): TestBench {
  const weak = { at: -1 };
  let turnsLeft = Infinity;
  const turn = (): void => {
    turnsLeft -= 1;
    if (turnsLeft < 0) throw new Error("a loop without end");
  };
  const loadAs = (number: number): readonly JudgeTest[] => {
    weak.at = number;
    turnsLeft = Infinity;
    return load(script, { weak, turn }).tests;
  };
  const isPassed = async (tests: readonly JudgeTest[], { place, turns }: TracedTest): Promise<boolean> => {
    turnsLeft = TURNS.times * turns + TURNS.more;
    try {
      await tests[place]?.();
      return true;
    } catch {
      return false;
    }
  };
  let kept = loadAs(-1);
  return async (number, traced, isLoaded) => {
    let tests = kept;
    try {
      if (isLoaded) tests = loadAs(number);
    } catch {
      return { isNoticed: true };
    }
    weak.at = number;
    for (const test of traced) {
      if (await isPassed(tests, test)) continue;
      // State that the weakened code keeps in a module must not affect the next weakening.
      weak.at = -1;
      if (!isLoaded && !(await isPassed(tests, test))) kept = loadAs(-1);
      return { isNoticed: true, by: test };
    }
    return { isNoticed: false };
  };
}

/** All weakenings of a bundle in one script, and the script that records where they would run. */
interface Weakened {
  readonly script: string;
  readonly toTrace: string;
  readonly weakenings: readonly Weakening[];
  /** The numbers of the functions in a file. */
  readonly functionsIn: (file: string) => readonly number[];
}

/**
 * The judging code among the files of a bundle.
 * @throws {Error} for a file that is listed and not among them
 */
function judgingAmong(files: ReadonlySet<string>): ReadonlySet<string> {
  const listed = Object.entries(JUDGING).flatMap(([folder, names]) =>
    names.length === 0
      ? [...files].filter((file) => dirname(file) === folder && !file.endsWith(".test.ts"))
      : names.map((name) => `${folder}/${name}.ts`),
  );
  const missing = listed.filter((file) => !files.has(file));
  if (missing.length > 0) throw new Error(`The bundle has no ${missing.join(", ")}`);
  return new Set(listed);
}

/** Finds the weakenings of a bundle. */
function weaken(code: string): Weakened {
  const fileAt = filesOf(code);
  const places = placesIn(code);
  const isOfJudging = judgingAmong(new Set(places.map(({ node }) => fileAt(node.start))));
  const judging = places.filter(({ node }) => isOfJudging.has(fileAt(node.start)));
  const functions = judging.filter(({ node }) => isFunction(node));
  const numbers = new Map(functions.map(({ node }, number) => [node, number]));
  const changes = judging
    .filter(isJudging)
    .flatMap((place) => changesAt(place, code).map((change) => ({ place, change })))
    .map((changed, number) => ({ ...changed, number }));
  const times = new Map<string, number>();
  const weakenings = changes.map(({ place, change: { before, after }, number }): Weakening => {
    const file = fileAt(place.node.start);
    const name = `${file} ${nameAround(place)}: ${oneLine(before)} -> ${oneLine(after)}`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    const owner = place.around.find(isFunction);
    const within = owner === undefined ? null : (numbers.get(owner) ?? null);
    return { number, id: time === 1 ? name : `${name} (${time})`, within, file };
  });
  const parts = { code, places, functions, changes };
  const functionsIn = (file: string): readonly number[] =>
    functions.flatMap(({ node }, number) => (fileAt(node.start) === file ? [number] : []));
  return { script: switched(parts), toTrace: marked(parts), weakenings, functionsIn };
}

/**
 * Outside functions, only `new` expressions and patterns judge: answers are compared with them. The rest is tables of
 * requests.
 */
function isJudging({ node, around }: NodePlace): boolean {
  return [node, ...around].some(
    (one) => isFunction(one) || one.type === "NewExpression" || (one["regex"] ?? null) !== null,
  );
}

/** The names of the functions, constants and members around a place, the outermost first. */
function nameAround({ around }: NodePlace): string {
  const names = around.flatMap((node: Node) => {
    if (node.type === "FunctionDeclaration" || node.type === "VariableDeclarator") return [nameOf(under(node, "id"))];
    return node.type === "Property" && isFunction(under(node, "value") ?? node) ? [nameOf(under(node, "key"))] : [];
  });
  return names
    .filter((name) => name !== "")
    .reverse()
    .join(".");
}

function oneLine(code: string): string {
  const line = code.replaceAll(/\s+/g, " ").replaceAll("void 0", "undefined");
  return line.length <= 160 ? line : `${line.slice(0, 80)} ... ${line.slice(-75)}`;
}
