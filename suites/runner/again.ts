/** What is asked again before its answer counts: a provider that is busy, a token that has expired. */
import type { PlannedRequest, Sent } from "./check.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Tokens } from "./tokens.ts";
import type { Lane } from "./wire.ts";

/** Sends one request on a lane and records it. */
export type Ask = (request: PlannedRequest, lane: Lane) => Promise<Sent>;

/** Why a run ended before everything was sent. */
export interface Stop {
  readonly cause:
    | "unreachable"
    | "token-refused"
    | "not-here"
    | "seed-used"
    | "silent"
    | "rate-limited"
    | "deadline"
    | "interrupted";
  /** In a sentence. */
  readonly reason: string;
}

/** How a run is ended, and how it is known to have ended. */
interface Ending {
  readonly stop: (why: Stop) => void;
  readonly ended: AbortSignal;
}

/** Asks until the provider no longer answers 429 (RFC 6585 section 4), or has been waited for too long. */
export function untilHeard(ask: Ask, { rateLimit, stop, ended }: Ending & { readonly rateLimit: RateLimit }): Ask {
  return async (request, lane) => {
    let sent = await ask(request, lane);
    for (let time = 1; sent.answer?.status === 429 && !ended.aborted; time += 1) {
      const reason = rateLimit.note(sent, time);
      if (reason === null) sent = await ask(request, lane);
      else stop({ cause: "rate-limited", reason });
    }
    return sent;
  };
}

/** Asks once more with another token where the token has expired; what the old one was answered is set aside. */
export function withFreshToken(
  ask: Ask,
  { tokens, setAside, stop, ended }: Ending & { readonly tokens: Tokens; readonly setAside: (sent: Sent) => void },
): Ask {
  return async (request, lane) => {
    const used = tokens.current();
    const sent = await ask(request, lane);
    const renewal = ended.aborted ? "kept" : await tokens.renewAfter(sent, used);
    if (renewal === "kept") return sent;
    if (renewal !== "renewed") {
      stop({ cause: "token-refused", reason: renewal.failed });
      return sent;
    }
    setAside(sent);
    return ask(request, lane);
  };
}
