/**
 * Finds out which request was the first with its id. Neither a HAR nor a folder of recordings has to be in the order of
 * time, so this is known at the end, and only by times.
 */
import type { Finding } from "../result/check-result.ts";
import type { Span } from "./recorded-traffic.ts";
import type { TrafficSample } from "./traffic-result.ts";

/** The most ids that are remembered, the most answers, and the most of these that are kept with their exchange. */
const MOST = { ids: 50_000, answers: 5_000, samples: 200 } as const;

/** An answer that is wrong if no earlier request had the same id. */
export interface AnswerToId {
  readonly id: string;
  readonly span: Span | undefined;
  /** The digest of the token, which has to be accepted. */
  readonly digest: string;
  readonly findings: readonly Finding[];
  readonly sample: TrafficSample;
}

/** Remembers ids and answers. */
export interface IdOrder {
  /** Notes the id of a request, whatever the answer was, because a refused request may also reserve its id. */
  readonly note: (id: string, span: Span | undefined) => void;
  /** Keeps an answer until the order is known. @returns false if there is no room */
  readonly keep: (answer: Omit<AnswerToId, "sample">, sample: () => TrafficSample) => boolean;
  /** The kept answers, by whether their request was the first with its id. */
  readonly answers: () => { readonly first: readonly AnswerToId[]; readonly others: number };
}

/** Creates an empty memory. */
export function openIdOrder(): IdOrder {
  // The two earliest starts of each id. A request without a time may be the earliest.
  const starts = new Map<string, readonly [number, number]>();
  const kept: AnswerToId[] = [];
  const isFirst = ({ id, span }: AnswerToId): boolean => {
    const [earliest, next] = starts.get(id) ?? [-Infinity, -Infinity];
    const other = earliest === (span?.start ?? -Infinity) ? next : earliest;
    return other === Infinity || (span !== undefined && span.end < other);
  };
  return {
    note: (id, span) => {
      const known = starts.get(id) ?? [Infinity, Infinity];
      if (starts.size >= MOST.ids && !starts.has(id)) return;
      const [earliest = Infinity, next = Infinity] = [...known, span?.start ?? -Infinity].toSorted((a, b) =>
        a < b ? -1 : 1,
      );
      starts.set(id, [earliest, next]);
    },
    keep: (answer, sample) => {
      if (kept.length >= MOST.answers) return false;
      const shared = kept.length < MOST.samples ? undefined : kept[0]?.sample;
      kept.push({ ...answer, sample: shared ?? sample() });
      return true;
    },
    answers: () => {
      const first = kept.filter(isFirst);
      return { first, others: kept.length - first.length };
    },
  };
}
