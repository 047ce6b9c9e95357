/** How long an answer is waited for: a kind of request that went unanswered for the whole time limit is given less. */
import { header } from "../../http/headers.ts";
import type { PlannedRequest } from "../checks/check.ts";

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
 * A request is given so many times as long as the slowest of the last answers took. A machine that pauses makes the ordinary
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
  return {
    shortened: (request) => {
      const kind = kindOf(request);
      if (kind === undefined || !unanswered.has(kind)) return undefined;
      const ms = Math.max(LEAST_MS, Math.ceil(TIMES_THE_SLOWEST * Math.max(0, ...answers)));
      return ms < limitMs ? ms : undefined;
    },
    note: (request, ended, totalMs) => {
      const kind = kindOf(request);
      if (ended === "timeout" && kind !== undefined) unanswered.add(kind);
      if (ended === "timeout") return;
      answers.push(totalMs);
      if (answers.length > LAST) answers.shift();
    },
  };
}

/**
 * The kind of a request that others may go unanswered like. Ordinary requests have none, because the others are compared
 * with them, nor have large ones, which take longer for what they are.
 */
function kindOf({ kind, headers, mayBeCutOff }: PlannedRequest): string | undefined {
  if (kind === "ordinary" || mayBeCutOff === true) return undefined;
  return header(headers, "authorization") === null ? "without-token" : kind;
}
