/** What runs in each phase: when requests are planned, when answers are judged, and in which test. */
import type { Check, History, Sent } from "../../suites/checks/check.ts";
import { type Given, answered } from "../../suites/testing/history.ts";
import { type JudgeTest, load } from "./bundle.ts";

/** The cost of a test. */
export interface TracedTest {
  /** Its index in the list of tests. */
  readonly place: number;
  /** The iterations of all loops. */
  readonly turns: number;
}

/** The functions and weakenings of the judging code, by number. The tests of each are sorted, the cheapest first. */
export interface Trace {
  /** The tests in which a function runs. */
  readonly ofFunction: TestsByNumber;
  /** The tests in which a weakening would run. It changes nothing in the others. */
  readonly ofWeakening: TestsByNumber;
  /** Every test. */
  readonly all: readonly TracedTest[];
  /** Whether a weakening would run while the script loads. */
  readonly isLoading: (weakening: number) => boolean;
  /** Whether a function runs only where checks are made and requests planned, and not where answers are judged. */
  readonly isSending: (id: number) => boolean;
}

type TestsByNumber = ReadonlyMap<number, readonly TracedTest[]>;

/** Providers that give the same answer to everything. */
const providers: readonly Given[] = [{}, { status: 400 }, { status: 409 }, { status: 500 }, { noAnswer: "timeout" }];

/** More batches than any check sends. */
const BATCHES = 20;

/** Counts what the script runs. */
interface Counter {
  readonly hit: (id: number) => void;
  readonly see: (weakening: number) => void;
  readonly turn: () => void;
  /** What ran since the last call of this function. */
  readonly taken: () => Counted;
}

interface Counted {
  /** The numbers of the functions that ran. */
  readonly ids: readonly number[];
  /** The numbers of the weakenings that would have run. */
  readonly seen: ReadonlySet<number>;
  readonly calls: number;
  readonly turns: number;
}

/** Runs all code of a marked script once. */
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

/** Asks every check for its requests, and gives each the same answer. */
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
