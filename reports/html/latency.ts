/** How long the provider took: the slowest exchange of each check, and the figures by topic. Pure. */
import { groupBy } from "../group.ts";
import type { RunResult } from "../result.ts";

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

/** The checks by topic, each with the exchanges that it sent itself: checks that look at everybody's sent none. */
export function timesByTopic(result: RunResult): readonly TopicTimes[] {
  const ms = (index: number): number => result.exchanges[index]?.timing.totalMs ?? 0;
  const times = checkTimes(result);
  return [...groupBy(times, ({ topic }) => topic)].flatMap(([topic, checks]) => {
    const sorted = checks.flatMap(({ exchanges }) => exchanges.map(ms)).sort((one, other) => one - other);
    const [slowest] = checks.toSorted((one, other) => other.ms - one.ms);
    if (slowest === undefined) return [];
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    return [{ topic, exchanges: sorted.length, median: at(0.5), high: at(0.95), slowest, checks }];
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

/** Milliseconds in words: `0.54 ms`, `12 ms`, `1.2 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${Number((ms / 1000).toPrecision(2))} s`;
  return `${ms >= 10 ? ms.toFixed(0) : Number(ms.toPrecision(2))} ms`;
}
