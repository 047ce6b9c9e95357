/** What runs for what: to plan requests, to judge, and in which test. */
import type { Check, History, Sent } from "../../suites/checks/check.ts";
import { type Given, answered } from "../../suites/testing/history.ts";
import { type JudgeTest, load } from "./bundle.ts";

/** What a test took. */
export interface TracedTest {
  /** Its place in the list of tests. */
  readonly place: number;
  /** The turns of all loops. */
  readonly turns: number;
}

/** The functions of the judging code, and its weakenings, by their numbers. Of tests, the one that does the least is first. */
export interface Trace {
  /** The tests that a function runs in. */
  readonly ofFunction: TestsByNumber;
  /** The tests that a weakening would run in: it changes nothing of the others. */
  readonly ofWeakening: TestsByNumber;
  /** Every test. */
  readonly all: readonly TracedTest[];
  /** Whether a weakening would run when the script is loaded. */
  readonly isLoading: (weakening: number) => boolean;
  /** Whether a function runs where checks are made and requests planned, and nowhere where answers are judged. */
  readonly isSending: (id: number) => boolean;
}

type TestsByNumber = ReadonlyMap<number, readonly TracedTest[]>;

/** Providers that answer everything in one way. */
const providers: readonly Given[] = [{}, { status: 400 }, { status: 409 }, { status: 500 }, { noAnswer: "timeout" }];

/** More batches than any check asks for. */
const BATCHES = 20;

/** Counts what runs. */
interface Counter {
  readonly hit: (id: number) => void;
  readonly see: (weakening: number) => void;
  readonly turn: () => void;
  /** What ran since it was asked last. */
  readonly taken: () => Counted;
}

interface Counted {
  /** Numbers of functions. */
  readonly ids: readonly number[];
  /** Numbers of weakenings. */
  readonly seen: ReadonlySet<number>;
  readonly calls: number;
  readonly turns: number;
}

/** Runs everything of a marked script once. */
export async function trace(script: string): Promise<Trace> {
  const { hit, see, turn, taken } = counter();
  const { checks, tests } = load(script, { weak: { at: -1 }, hit, see, turn });
  const { ids: loaded, seen: loading } = taken();
  const sending = new Set(loaded);
  const judging = new Set<number>();
  for (const provider of providers) {
    const { run, sentBy } = ask(checks, provider);
    taken().ids.forEach((id) => sending.add(id));
    for (const check of checks) check.judge(sentBy.get(check.reads ?? check.id) ?? [], run);
    taken().ids.forEach((id) => judging.add(id));
  }
  return {
    ...(await traceTests(tests, taken)),
    isLoading: (weakening) => loading.has(weakening),
    isSending: (id) => sending.has(id) && !judging.has(id),
  };
}

function counter(): Counter {
  const ids = new Set<number>();
  let seen = new Set<number>();
  let calls = 0;
  let turns = 0;
  return {
    hit: (id) => {
      ids.add(id);
      calls += 1;
    },
    see: (weakening) => void seen.add(weakening),
    turn: () => {
      turns += 1;
    },
    taken: () => {
      const counted = { ids: [...ids], seen, calls, turns };
      ids.clear();
      seen = new Set();
      calls = 0;
      turns = 0;
      return counted;
    },
  };
}

async function traceTests(
  tests: readonly JudgeTest[],
  taken: Counter["taken"],
): Promise<Pick<Trace, "ofFunction" | "ofWeakening" | "all">> {
  const traced: Array<TracedTest & Pick<Counted, "ids" | "seen"> & { readonly work: number }> = [];
  for (const [place, test] of tests.entries()) {
    await test();
    const { ids, seen, calls, turns } = taken();
    traced.push({ place, turns, work: calls + turns, ids, seen });
  }
  const all = traced.toSorted((a, b) => a.work - b.work);
  return { ofFunction: byNumber(all, ({ ids }) => ids), ofWeakening: byNumber(all, ({ seen }) => seen), all };
}

function byNumber<T extends TracedTest>(tests: readonly T[], numbersOf: (test: T) => Iterable<number>): TestsByNumber {
  const found = new Map<number, TracedTest[]>();
  for (const test of tests) {
    for (const number of numbersOf(test)) found.set(number, [...(found.get(number) ?? []), test]);
  }
  return found;
}

/** Asks every check for its requests, and answers them all in one way. */
function ask(checks: readonly Check[], provider: Given): { run: History; sentBy: ReadonlyMap<string, History> } {
  const run: Sent[] = [];
  const sentBy = new Map<string, History>();
  for (const check of checks) {
    const own: Sent[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const requests = check.next((k) => 1_000_000 + 64 * run.length + k, own);
      const sent = requests.map((request, turn) => answered(request, provider, run.length + turn));
      own.push(...sent);
      run.push(...sent);
    }
    sentBy.set(check.id, own);
  }
  return { run, sentBy };
}
