/**
 * How long a request waits for an answer. If one reached the time limit, the next of its kind may wait longer, in case
 * the answer is only late, and the others wait less.
 */
import { header, httpFraming } from "../../http/message.ts";
import type { PlannedRequest } from "../checks/check.ts";
import { isValid } from "../checks/exchange-facts.ts";

/** The time limits of a run's requests, in milliseconds. */
export interface Patience {
  /** The time limit of the next request, if it is not the usual one. */
  readonly next: (request: PlannedRequest) => number | undefined;
  /** Notes an exchange that ended with an answer or at its time limit. */
  readonly note: (request: PlannedRequest, ended: "answered" | "timeout", totalMs: number) => void;
}

/** The least time for a request, however fast the other answers are. */
const LEAST_MS = 100;

/**
 * The least time for a valid request, because a check asks again with the same framing. A client that expects a 100
 * waits for a second before it sends its body.
 */
const LEAST_VALID_MS = 2_000;

/**
 * A request gets this many times as long as the slowest of the last answers, and of the answers to its kind. A provider
 * may be slow for a kind on purpose, for example to slow down someone who guesses tokens. If the machine pauses, the
 * ordinary requests in between are slow as well, so the request gets more time when it is asked again.
 */
const TIMES_THE_SLOWEST = 5;

/** A request to be refused waits this many times the limit, once for each kind: a late success is a success. */
const TIMES_THE_LIMIT = 3;

/** How many of the last answers count. The first answers of a run are slower than the others. */
const LAST = 20;

/**
 * Opens the time limits of a run. Without them, a request that is asked again and the others of its kind would each
 * wait for the whole limit. If a provider never answers without a token, this would exceed the time of a run.
 * @param limitMs the usual limit
 */
export function openPatience(limitMs: number): Patience {
  const unanswered = new Map<string, "once" | "waited-longer">();
  const answers: number[] = [];
  const slowest = new Map<string, number>();
  return {
    next: (request) => {
      const kind = kindOf(request);
      if (kind === undefined || !unanswered.has(kind)) return undefined;
      if (unanswered.get(kind) === "once" && isToBeRefused(request)) {
        unanswered.set(kind, "waited-longer");
        return TIMES_THE_LIMIT * limitMs;
      }
      const longest = Math.max(slowest.get(kind) ?? 0, ...answers);
      const ms = Math.max(isValid({ request }) ? LEAST_VALID_MS : LEAST_MS, Math.ceil(TIMES_THE_SLOWEST * longest));
      return ms < limitMs ? ms : undefined;
    },
    note: (request, ended, totalMs) => {
      const kind = kindOf(request);
      if (ended === "timeout") {
        if (kind !== undefined && !unanswered.has(kind)) unanswered.set(kind, "once");
        return;
      }
      // A late answer says nothing of how long the others take.
      if (totalMs > limitMs) return;
      if (kind !== undefined) slowest.set(kind, Math.max(slowest.get(kind) ?? 0, totalMs));
      answers.push(totalMs);
      if (answers.length > LAST) answers.shift();
    },
  };
}

function isToBeRefused({ kind }: PlannedRequest): boolean {
  return kind === "not-a-plant" || kind === "not-allowed";
}

/**
 * The kind of a request; requests of a kind may go unanswered for the same reason. Valid requests have a kind only if
 * they test the framing, which is no MUST. Without an answer, the others may break a MUST, or are the ordinary requests
 * that the rest is compared with. Large requests have no kind, because they take longer by nature.
 */
function kindOf(request: PlannedRequest): string | undefined {
  const { kind, headers, mayMeet } = request;
  if (mayMeet === "cut-off") return undefined;
  const framing = httpFraming(request);
  if (isValid({ request })) return kind === "valid" && framing !== "content-length" ? `valid ${framing}` : undefined;
  return header(headers, "authorization") === null ? "without-token" : kind;
}
