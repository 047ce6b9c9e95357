/** Causes of requests that are accepted without a bearer token. */
import { type FoundFailure, type Failures, isSuccess } from "./found-failures.ts";

const ofAuthentication = new Set(["requires-authorization", "requires-bearer-scheme", "refuses-empty-token"]);

/** A token is required but not looked up, required of no request, or of some requests only. */
export function withoutToken(failure: FoundFailure, failures: Failures): string | undefined {
  if (!ofAuthentication.has(failure.requirement.id)) return undefined;
  return invalidToken(failure, failures) ?? anyScheme(failures) ?? bypass(failure, failures);
}

const NO_HEADER = "requires-authorization/no-header";
const INVALID_TOKEN = "requires-authorization/invalid-token";

function invalidToken({ check }: FoundFailure, { checks }: Failures): string | undefined {
  return check.id === INVALID_TOKEN && !checks.has(NO_HEADER) ? "invalid-token-accepted" : undefined;
}

/**
 * The provider accepts every header that is not a bearer token, so it does not check the scheme or does not require a
 * token. Checking the token last is not a cause: a request without a token is still refused, with a status that is
 * open.
 */
function anyScheme({ requirement, checks }: Failures): string | undefined {
  const schemes = requirement("requires-bearer-scheme")?.checks.filter(({ status }) => status !== "not-judged") ?? [];
  if (schemes.length === 0 || schemes.some(({ status }) => status !== "failed")) return undefined;
  return checks.has(NO_HEADER) ? "no-authentication" : "requires-bearer-scheme";
}

/**
 * The check of the token is left out for a feature of the request beside its credentials: the same credentials were refused
 * when they were sent in the ordinary way, or a request without Authorization is, or an empty field counts as a token.
 */
function bypass({ requirement: of, check, seen }: FoundFailure, { requirement, seenAt }: Failures): string | undefined {
  const isRefusedPlainly = isSuccess(seen) && check.exchanges.some((at) => (seenAt(at)?.status ?? 0) >= 400);
  const none = requirement("requires-authorization")?.checks.find(({ id }) => id === NO_HEADER);
  const isLikeNone = of.id === "requires-authorization" || check.id === "requires-bearer-scheme/empty-value";
  const isBypassed = isLikeNone ? none?.status === "passed" : isRefusedPlainly;
  return isBypassed ? "authentication-bypassed" : undefined;
}
