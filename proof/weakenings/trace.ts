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

/** The functions of the judging code by their numbers. */
export interface Trace {
  /** The tests that a function runs in, the one that does the least first. */
  readonly tests: ReadonlyMap<number, readonly TracedTest[]>;
  /** Every test, the one that does the least first. */
  readonly all: readonly TracedTest[];
  /** Runs when the script is loaded. */
  readonly isLoading: (id: number) => boolean;
  /** Runs where checks are made and requests planned, and nowhere where answers are judged. */
  readonly isSending: (id: number) => boolean;
}

/** Providers that answer everything in one way. */
const providers: readonly Given[] = [{}, { status: 400 }, { status: 409 }, { status: 500 }, { noAnswer: "timeout" }];

/** More batches than any check asks for. */
const BATCHES = 20;

/** Counts what runs. */
interface Counter {
  readonly hit: (id: number) => void;
  readonly turn: () => void;
  /** What ran since it was asked last. */
  readonly taken: () => { readonly ids: readonly number[]; readonly calls: number; readonly turns: number };
}

/** Runs everything once, with no weakening on. */
export async function trace(script: string): Promise<Trace> {
  const { hit, turn, taken } = counter();
  const { checks, tests } = load(script, { weak: { at: -1 }, hit, turn });
  const loading = new Set(taken().ids);
  const sending = new Set(loading);
  const judging = new Set<number>();
  for (const provider of providers) {
    const { run, sentBy } = ask(checks, provider);
    taken().ids.forEach((id) => sending.add(id));
    for (const check of checks) check.judge(sentBy.get(check.reads ?? check.id) ?? [], run);
    taken().ids.forEach((id) => judging.add(id));
  }
  const { byFunction, all } = await traceTests(tests, taken);
  return {
    tests: byFunction,
    all,
    isLoading: (id) => loading.has(id),
    isSending: (id) => sending.has(id) && !judging.has(id),
  };
}

function counter(): Counter {
  const ids = new Set<number>();
  let calls = 0;
  let turns = 0;
  return {
    hit: (id) => {
      ids.add(id);
      calls += 1;
    },
    turn: () => {
      turns += 1;
    },
    taken: () => {
      const counted = { ids: [...ids], calls, turns };
      ids.clear();
      calls = 0;
      turns = 0;
      return counted;
    },
  };
}

async function traceTests(
  tests: readonly JudgeTest[],
  taken: Counter["taken"],
): Promise<{ readonly byFunction: ReadonlyMap<number, readonly TracedTest[]>; readonly all: readonly TracedTest[] }> {
  const traced: Array<TracedTest & { readonly work: number; readonly ids: ReadonlySet<number> }> = [];
  for (const [place, test] of tests.entries()) {
    await test();
    const { ids, calls, turns } = taken();
    traced.push({ place, turns, work: calls + turns, ids: new Set(ids) });
  }
  const all = traced.toSorted((a, b) => a.work - b.work);
  const numbers = new Set(traced.flatMap(({ ids }) => [...ids]));
  return { byFunction: new Map([...numbers].map((id) => [id, all.filter(({ ids }) => ids.has(id))])), all };
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
