/** How much a run keeps of its requests and answers in total. */
import type { Exchange, Finding, RecordedBody } from "../../result/result.ts";
import { sizeInJson } from "../../result/safe-text.ts";
import type { Answer, FoundOnArrival } from "../checks/decoded-answer.ts";
import type { Check, Sent } from "../checks/check.ts";

/** An exchange with its content, and what is left of it without. */
export interface Weighed {
  readonly sent: Sent;
  readonly bare: () => Exchange;
}

/** Space for evidence. Once it is used up, the oldest content in which nothing was found makes room for new content. */
export interface Evidence {
  /** Returns the exchange as it is to be kept, and calls `replace` for those that lose their content. */
  readonly keep: (weighed: Weighed, replace: (sent: Sent) => void) => Sent;
}

/** What the checks of each answer find in one, before its content is dropped. */
export function foundOnArrival(checks: readonly Check[], sent: Sent): FoundOnArrival {
  const ofAnswers = checks.filter(({ form }) => form === "invariant" || form === "comparison");
  const found = new Map<string, readonly Finding[]>();
  for (const { id, judge } of ofAnswers) {
    const { outcome } = judge([], [sent]);
    if (outcome.status === "failed") found.set(id, outcome.findings);
    else if (outcome.status === "passed") found.set(id, []);
  }
  return found;
}

interface Keeping {
  /** In bytes. */
  readonly limit: number;
  /** The exchange with this index, as it is known now. */
  readonly latest: (index: number) => Sent | undefined;
  /** What the checks find in an answer. */
  readonly look: (sent: Sent) => FoundOnArrival;
}

/** An exchange that is kept, as long as it may make room for others. */
interface Kept {
  readonly bare: Exchange;
  readonly index: number;
  readonly weight: number;
}

/** A smaller exchange makes little room. */
const WORTH_DROPPING = 4 * 1024;

/** Opens a store of evidence. */
export function openEvidence({ limit, latest, look }: Keeping): Evidence {
  let taken = 0;
  let droppable: readonly Kept[] = [];
  /** Makes room for a number of bytes, unless the rest could not make enough. */
  const makeRoom = (weight: number, replace: (sent: Sent) => void): void => {
    if (weight > limit) return;
    const left: Kept[] = [];
    for (const [at, kept] of droppable.entries()) {
      if (taken + weight <= limit) {
        left.push(...droppable.slice(at));
        break;
      }
      const sent = latest(kept.index);
      // What shows a fault is kept for the report.
      const found = sent === undefined ? undefined : look(sent);
      if (sent === undefined || found === undefined || hasFindings(sent, found)) continue;
      taken -= kept.weight;
      replace(withoutContent(sent, kept.bare, found));
    }
    droppable = left;
  };
  return {
    keep: ({ sent, bare }, replace) => {
      const weight = weightOf(sent.exchange, sent.answer);
      if (taken + weight > limit) makeRoom(weight, replace);
      if (taken + weight > limit) return withoutContent(sent, bare(), look(sent));
      taken += weight;
      if (weight >= WORTH_DROPPING && !isReadLater(sent))
        droppable = [...droppable, { index: sent.index, weight, bare: bare() }];
      return sent;
    },
  };
}

/** Whether a check reads the answer to a request of its own when the run is over: the document leaves it open. */
function isReadLater({ request }: Sent): boolean {
  return request.kind === "open";
}

function hasFindings({ exchange }: Sent, found: FoundOnArrival): boolean {
  return exchange.redacted.length > 0 || [...found.values()].some((findings) => findings.length > 0);
}

function withoutContent(sent: Sent, bare: Exchange, found: FoundOnArrival): Sent {
  const { output } = sent.exchange;
  const exchange = output === undefined ? bare : { ...bare, output };
  return { ...sent, exchange, answer: sent.answer === null ? null : lookedAt(sent.answer, found) };
}

/** An answer of which only the status, the header and the size are kept, and what was found. */
function lookedAt(answer: Answer, found: FoundOnArrival): Answer {
  const why = `a body of ${answer.size} bytes that was not kept`;
  return answer.reading.as === "json" ? { ...answer, reading: { as: "looked-at", why, found } } : answer;
}

/** The bytes of a header field besides its letters, in memory and in a report; measured. */
const FIELD_BYTES = 256;

/** The bytes of an exchange in the result, with escapes, and of its answer until the run is judged. */
function weightOf({ request, response }: Exchange, answer: Answer | null): number {
  const headers =
    response?.headers.reduce((sum, [name, value]) => sum + sizeInJson(name) + sizeInJson(value) + FIELD_BYTES, 0) ?? 0;
  const read = answer?.reading.as === "json" ? answer.size : 0;
  return contentOf(request.body) + contentOf(response?.body ?? null) + headers + read;
}

function contentOf(body: RecordedBody | null): number {
  return body === null ? 0 : sizeInJson(body.content);
}
