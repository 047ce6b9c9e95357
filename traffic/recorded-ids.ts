/**
 * Finds out which request was the first with its id. Neither a HAR nor a folder of recordings has to be in the order of
 * time, so this is known at the end, and only by times.
 */
import type { Span } from "./recorded-traffic.ts";
import type { KeptFinding, Shown } from "./traffic-ledger.ts";

/** The most ids that are remembered, the most answers, and the most of these that are kept with their exchange. */
const MOST = { ids: 50_000, answers: 5_000, samples: 200 } as const;

/** An answer that is wrong if no earlier request had the same id. */
interface AnswerToId {
  readonly id: string;
  readonly span: Span | undefined;
  /** The digest of the token, which has to be accepted. */
  readonly digest: string;
}

/** Remembers ids and answers. */
export interface IdOrder {
  /**
   * Notes the id of a request, whatever the answer was, because a refused request may also reserve its id. Null if the
   * id is not known.
   */
  readonly note: (id: string | null, span: Span | undefined) => void;
  /** Keeps an answer until the order is known, if there is room. */
  readonly keep: (answer: AnswerToId, shown: Shown) => void;
  /**
   * The kept answers whose request was the first with its id.
   * @param isAccepted whether a token is accepted; only answers to such a token count
   */
  readonly first: (isAccepted: (digest: string) => boolean) => readonly KeptFinding[];
}

/** Creates an empty memory. */
export function openIdOrder(): IdOrder {
  // The two earliest starts of each id. A request without a time may be the earliest.
  const starts = new Map<string, readonly [number, number]>();
  const kept: (AnswerToId & KeptFinding)[] = [];
  // The requests whose id is not known, and the earliest start of one.
  const unknown = { count: 0, earliest: Infinity };
  const isFirst = ({ id, span }: AnswerToId): boolean => {
    const [earliest, next] = starts.get(id) ?? [-Infinity, -Infinity];
    const other = earliest === (span?.start ?? -Infinity) ? next : earliest;
    return other === Infinity || (span !== undefined && span.end < other);
  };
  const mayBeTaken = ({ span }: AnswerToId): boolean => (span?.end ?? Infinity) >= unknown.earliest;
  return {
    note: (id, span) => {
      if (id === null) {
        unknown.count += 1;
        unknown.earliest = Math.min(unknown.earliest, span?.start ?? -Infinity);
        return;
      }
      const known = starts.get(id) ?? [Infinity, Infinity];
      if (starts.size >= MOST.ids && !starts.has(id)) return;
      const [earliest = Infinity, next = Infinity] = [...known, span?.start ?? -Infinity].toSorted((a, b) =>
        a < b ? -1 : 1,
      );
      starts.set(id, [earliest, next]);
    },
    keep: (answer, shown) => {
      if (kept.length >= MOST.answers) return;
      const shared = kept.length < MOST.samples ? undefined : kept[0]?.sample;
      kept.push({ ...answer, findings: shown.findings(), sample: shared ?? shown.sample() });
    },
    first: (isAccepted) => {
      const judged = kept.filter((answer) => isFirst(answer) && isAccepted(answer.digest));
      // A request whose id is not known had one of these ids at most, so any more of them were new.
      const excused = new Set(unknown.count === 0 ? [] : judged.filter(mayBeTaken).slice(0, unknown.count));
      return judged.filter((answer) => !excused.has(answer));
    },
  };
}
