/** How long the provider took: the slowest exchange of each check, and the figures by topic. Pure. */
import { latencyFigures } from "../../result/figures.ts";
import { groupBy } from "../../result/group.ts";
import type { RunResult } from "../../result/result.ts";

/** The slowest exchange of one check. */
export interface CheckTime {
  readonly check: string;
  readonly topic: string;
  /** Milliseconds from sending to the last byte. */
  readonly ms: number;
  readonly exchanges: readonly number[];
}

/** The figures of one topic, in milliseconds. */
export interface TopicTimes {
  readonly topic: string;
  readonly exchanges: number;
  readonly median: number;
  /** The 95th percentile. */
  readonly high: number;
  readonly slowest: CheckTime;
  readonly checks: readonly CheckTime[];
}

/** The checks by topic, each with its own exchanges. Checks that judge the exchanges of all others have none. */
export function timesByTopic(result: RunResult): readonly TopicTimes[] {
  const ms = (index: number): number => result.exchanges[index]?.timing.totalMs ?? 0;
  const times = checkTimes(result);
  return [...groupBy(times, ({ topic }) => topic)].flatMap(([topic, checks]) => {
    const [slowest] = checks.toSorted((one, other) => other.ms - one.ms);
    const figures = latencyFigures(checks.flatMap(({ exchanges }) => exchanges.map(ms)));
    if (slowest === undefined || figures === null) return [];
    return [{ topic, exchanges: figures.exchanges, median: figures.medianMs, high: figures.highMs, slowest, checks }];
  });
}

function checkTimes({ requirements, exchanges }: RunResult): readonly CheckTime[] {
  const sent = groupBy([...exchanges.entries()], ([, exchange]) => exchange.check);
  const checks = requirements.flatMap(({ topic, checks: own }) => own.map(({ id }) => ({ topic, id })));
  return checks.flatMap(({ topic, id }) => {
    const own = sent.get(id) ?? [];
    const ms = own.reduce((most, [, { timing }]) => Math.max(most, timing.totalMs), 0);
    return own.length === 0 ? [] : [{ check: id, topic, ms, exchanges: own.map(([index]) => index) }];
  });
}

/** The powers of ten around all values, as exponents: the ends of a logarithmic axis for milliseconds. */
export function decades(values: readonly number[]): { readonly from: number; readonly to: number } {
  const exponents = values.map((value) => Math.log10(Math.max(value, 0.1)));
  const from = Math.floor(exponents.reduce((least, one) => Math.min(least, one), Infinity));
  const to = Math.ceil(exponents.reduce((most, one) => Math.max(most, one), -Infinity));
  return Number.isFinite(from) ? { from, to: Math.max(to, from + 1) } : { from: 0, to: 1 };
}
