/** A provider that keeps everybody out for a while after a wrong token: what it refused then is asked again. */
import { isValid, refusesToken } from "../checks/judges.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { TOKEN } from "../checks/requests.ts";
import { header } from "../../http/headers.ts";
import type { RateLimit } from "../../http/rate-limit.ts";
import type { Ask } from "./retry.ts";

interface Waiting {
  readonly rateLimit: RateLimit;
  readonly ended: AbortSignal;
  readonly amend: (sent: Sent) => Sent;
  /** Whether a request of the run was accepted. */
  readonly hasAccepted: () => boolean;
}

/** How often a request is sent again: other requests of the run may prolong the wait. */
const MOST_AGAIN = 12;

/**
 * Asks again, after a pause, where the token was refused that was accepted before. The document does not say what a wrong
 * token leads to, so that this is no fault. Where the requests of a kind are refused for good, it is for what they are,
 * or the token has expired: they are not asked again. Another spelling of `Bearer` that is refused before a request without
 * the token was sent is refused for its spelling: nothing could have locked it out.
 */
export function untilLetIn(ask: Ask, { rateLimit, ended, amend, hasAccepted }: Waiting): Ask {
  const refusedForGood = new Set<string>();
  let mayBeLockedOut = false;
  return async (request, connection) => {
    mayBeLockedOut ||= !carriesToken(request);
    let sent = await ask(request, connection);
    const scheme = schemeOf(request);
    if (isKeptOut(sent) && scheme !== "Bearer" && !mayBeLockedOut) refusedForGood.add(scheme);
    const kind = `${isValid({ request }) ? "valid" : request.kind} ${scheme}`;
    const isForGood = (): boolean => refusedForGood.has(kind) || refusedForGood.has(scheme);
    for (let time = 1; isKeptOut(sent) && hasAccepted() && !isForGood() && !ended.aborted; time += 1) {
      // It is the first time to the limit, because more of them do not say that requests come too fast.
      if (time > MOST_AGAIN || sent.answer === null || rateLimit.note(sent.answer, 1) !== null) {
        refusedForGood.add(kind);
        return sent;
      }
      amend({ ...sent, isAskedAgain: true });
      sent = await ask(request, connection);
    }
    return sent;
  };
}

function isKeptOut(sent: Sent): boolean {
  return refusesToken(sent) && carriesToken(sent.request);
}

function carriesToken({ headers }: PlannedRequest): boolean {
  const [scheme = "", ...token] = (header(headers, "authorization") ?? "").split(" ");
  return scheme.toLowerCase() === "bearer" && token.join(" ") === TOKEN;
}

/** As it is spelled: a provider may know `Bearer` alone. */
function schemeOf({ headers }: PlannedRequest): string {
  return header(headers, "authorization")?.split(" ")[0] ?? "";
}
