/** A provider that refuses every token for a while after a wrong one: what it refused then is asked again. */
import { isValid, refusesToken } from "../checks/exchange-facts.ts";
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

/** The most times that a request is sent again. Other requests of the run may prolong the wait. */
const MOST_AGAIN = 12;

/**
 * Asks again, after a pause, if a token is refused that was accepted before. The document does not say what a wrong
 * token leads to, so this is not a fault. If the requests of a kind stay refused, the reason is their content or an
 * expired token, and they are not asked again. Another spelling of `Bearer` that is refused before any request without
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
      // Always noted as the first time, because repeated refusals do not mean that requests come too fast.
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

/** The scheme as spelled, because a provider may know only `Bearer`. */
function schemeOf({ headers }: PlannedRequest): string {
  return header(headers, "authorization")?.split(" ")[0] ?? "";
}
