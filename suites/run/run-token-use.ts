/** Which requests of a run had the valid token, and what their answers say about a lockout. */
import { isAccepted, isValid, refusesToken } from "../checks/exchange-facts.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { TOKEN } from "../checks/check-requests.ts";
import { header } from "../../http/message.ts";

/** What the requests so far say about a lockout. Requests with the token may overlap with those without. */
export interface TokenUse {
  /** Notes a request before it is sent. Call the result with its outcome. */
  readonly begin: (request: PlannedRequest) => (sent: Sent) => void;
  /** Whether a request without the valid token was sent since the last accepted one. */
  readonly mayBeLockedOut: () => boolean;
  /** A moment, for `acceptedSince`. */
  readonly now: () => number;
  /** Whether a request was accepted that was sent after a moment. */
  readonly acceptedSince: (moment: number) => boolean;
  /** Whether a scheme in this spelling was accepted. */
  readonly knows: (scheme: string) => boolean;
}

/** Follows the tokens of a run. */
export function openTokenUse(): TokenUse {
  // Moments are counted, not timed: each begin and end of a request is one.
  let [moment, acceptedFrom, wrongUntil, wrongInFlight] = [0, -1, -1, 0];
  const known = new Set<string>();
  return {
    begin: (request) => {
      const from = (moment += 1);
      const use = useOf(request);
      if (use === "wrong") wrongInFlight += 1;
      return (sent) => {
        moment += 1;
        if (use === "wrong") wrongInFlight -= 1;
        // A provider that knows the scheme in one spelling alone sees no token in the others.
        if (use === "wrong" || (use === "respelled" && refusesToken(sent))) wrongUntil = moment;
        if (use === "wrong" || !isValid(sent) || !isAccepted(sent)) return;
        acceptedFrom = Math.max(acceptedFrom, from);
        known.add(schemeOf(request));
      };
    },
    mayBeLockedOut: () => wrongInFlight > 0 || wrongUntil > acceptedFrom,
    now: () => moment,
    acceptedSince: (since) => acceptedFrom > since,
    knows: (scheme) => known.has(scheme),
  };
}

/** Whether a request has the valid token, in any spelling of the scheme. */
export function hasToken(request: PlannedRequest): boolean {
  return useOf(request) !== "wrong";
}

/** Whether a request has the valid token; `respelled` if its scheme is not written as `Bearer`. */
function useOf({ headers }: PlannedRequest): "valid" | "respelled" | "wrong" {
  // If the document asks for a key, the token is the value of its own field.
  if (headers.some(([name, value]) => value === TOKEN && name.toLowerCase() !== "authorization")) return "valid";
  const [scheme = "", ...token] = (header(headers, "authorization") ?? "").split(" ");
  if (scheme.toLowerCase() !== "bearer" || token.join(" ") !== TOKEN) return "wrong";
  return scheme === "Bearer" ? "valid" : "respelled";
}

/** The scheme as spelled; empty for a key. */
export function schemeOf({ headers }: PlannedRequest): string {
  return header(headers, "authorization")?.split(" ")[0] ?? "";
}

/** Whether a request has the valid token, in a spelling of the scheme that the provider is known to accept. */
export function isLetInOtherwise(request: PlannedRequest, { knows }: TokenUse): boolean {
  return hasToken(request) && knows(schemeOf(request));
}
