/** How long an answer is waited for: a kind of request that went unanswered for the whole time limit is given less. */
import { header } from "../../http/headers.ts";
import type { PlannedRequest } from "../checks/check.ts";
import { isValid } from "../checks/judges.ts";

/** The time limits of a run's requests, in milliseconds. */
export interface Patience {
  /** What a request is given if that is less than the usual limit. */
  readonly shortened: (request: PlannedRequest) => number | undefined;
  /** Takes note of an exchange that ended, with an answer or at its time limit. */
  readonly note: (request: PlannedRequest, ended: "answered" | "timeout", totalMs: number) => void;
}

/** However fast the other answers are, a request is given so much. */
const LEAST_MS = 100;

/**
 * A valid request is given so much: a check asks again with one that is framed in the same way. A client that expects a 100
 * waits for a second before it sends its body.
 */
const LEAST_VALID_MS = 2_000;

/**
 * A request is given so many times as long as the slowest of the last answers took, and the slowest of its kind: a provider
 * may take its time for those, for example to slow down who guesses tokens. A machine that pauses makes the ordinary
 * requests in between slow as well, and so gives the request more time when it is asked again.
 */
const TIMES_THE_SLOWEST = 5;

/** The first answers of a run are slower than the others, so that only the last ones count: so many. */
const LAST = 20;

/**
 * Opens the time limits of a run. A request that is asked again, and others of its kind, would each wait for the whole
 * limit: against a provider that never answers without a token, longer than a run may take.
 * @param limitMs the usual limit
 */
export function openPatience(limitMs: number): Patience {
  const unanswered = new Set<string>();
  const answers: number[] = [];
  const slowest = new Map<string, number>();
  return {
    shortened: (request) => {
      const kind = kindOf(request);
      if (kind === undefined || !unanswered.has(kind)) return undefined;
      const longest = Math.max(slowest.get(kind) ?? 0, ...answers);
      const ms = Math.max(isValid({ request }) ? LEAST_VALID_MS : LEAST_MS, Math.ceil(TIMES_THE_SLOWEST * longest));
      return ms < limitMs ? ms : undefined;
    },
    note: (request, ended, totalMs) => {
      const kind = kindOf(request);
      if (ended === "timeout") {
        if (kind !== undefined) unanswered.add(kind);
        return;
      }
      if (kind !== undefined) slowest.set(kind, Math.max(slowest.get(kind) ?? 0, totalMs));
      answers.push(totalMs);
      if (answers.length > LAST) answers.shift();
    },
  };
}

/**
 * The kind of a request that others may go unanswered like. Of valid requests, those have one whose framing is in question,
 * which is no MUST: a MUST may be broken by another without an answer, and the others are compared with the ordinary ones.
 * Large ones have none, because they take longer for what they are.
 */
function kindOf(request: PlannedRequest): string | undefined {
  const { kind, headers, mayBeCutOff, framing } = request;
  if (mayBeCutOff === true) return undefined;
  if (isValid({ request })) return kind === "valid" && framing !== "content-length" ? `valid ${framing}` : undefined;
  return header(headers, "authorization") === null ? "without-token" : kind;
}
