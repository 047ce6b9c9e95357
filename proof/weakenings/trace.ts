/** Which functions run for what: to plan requests, to judge, and in which test. */
import type { Check, History, Sent } from "../../suites/checks/check.ts";
import { type Given, answered } from "../../suites/testing/history.ts";
import { load } from "./bundle.ts";

/** The functions of the judging code by their numbers. */
export interface Trace {
  /** The tests that a function runs in, by their places. */
  readonly tests: ReadonlyMap<number, readonly number[]>;
  /** Runs where checks are made and requests planned, and nowhere where answers are judged. */
  readonly isSending: (id: number) => boolean;
}

/** Providers that answer everything in one way. */
const providers: readonly Given[] = [{}, { status: 400 }, { status: 409 }, { status: 500 }, { noAnswer: "timeout" }];

/** More batches than any check asks for. */
const BATCHES = 20;

/** Runs everything once, with code that says what runs. */
export async function trace(marked: string): Promise<Trace> {
  const hits = new Set<number>();
  const { checks, tests } = load(marked, (id) => hits.add(id));
  const taken = (): readonly number[] => {
    const ids = [...hits];
    hits.clear();
    return ids;
  };
  const sending = new Set(taken());
  const judging = new Set<number>();
  for (const provider of providers) {
    const { run, sentBy } = ask(checks, provider);
    taken().forEach((id) => sending.add(id));
    for (const check of checks) check.judge(sentBy.get(check.reads ?? check.id) ?? [], run);
    taken().forEach((id) => judging.add(id));
  }
  return {
    tests: await testsByFunction(tests, taken),
    isSending: (id) => sending.has(id) && !judging.has(id),
  };
}

async function testsByFunction(
  tests: ReadonlyArray<() => unknown>,
  taken: () => readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const byFunction = new Map<number, number[]>();
  for (const [place, test] of tests.entries()) {
    await test();
    for (const id of taken()) {
      const places = byFunction.get(id) ?? [];
      byFunction.set(id, [...places, place]);
    }
  }
  return byFunction;
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
