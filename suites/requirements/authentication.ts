/** The bearer scheme: what it keeps out, how it is spelled, and what its answers hold. */
import type { Finding } from "../../result/result.ts";
import { header } from "../../http/headers.ts";
import type { Check, History, Label, Sent } from "../checks/check.ts";
import { foreign, headerFinding } from "../checks/findings.ts";
import { answersOfOperation } from "../checks/exchange-facts.ts";
import { judgeEach, notJudged, passed, ofHeader } from "../checks/judges.ts";
import { checkOf, invariant, refusal, repeatedRefusal } from "../checks/check-forms.ts";
import { type RefusedAuthorization, notBearer } from "../checks/authorization.ts";
import { drawnFrom } from "../bodies/drawn-from.ts";
import { INVALID_TOKEN, type Requests, TOKEN } from "../checks/requests.ts";

const basis = "the operation is secured by the HTTP bearer scheme, for the whole service";

/** The checks that requests without a valid token are refused. */
export function authenticationChecks(requests: Requests): readonly Check[] {
  return notBearer.map((refused) => notAllowed(requests, refused));
}

/** A request whose Authorization is refused; if there are several values, the number draws one. */
export function notAllowed(requests: Requests, { requirement, slug, title, values }: RefusedAuthorization): Check {
  return refusal(requests, { requirement, slug, title, basis }, (varied, n) => {
    const value = drawnFrom(values, n);
    // The profile is read from the plainest of these checks, which sends no header. The requests of the others are
    // varied.
    const written = value === null ? requests : varied;
    return { ...written.ordinary(n, "all", { headers: { Authorization: value } }), kind: "not-allowed" };
  });
}

/** A token that the user says is not valid must be kept out. */
export function invalidTokenCheck(requests: Requests): Check {
  return repeatedRefusal(
    {
      requirement: "requires-authorization",
      slug: "invalid-token",
      title: "The token of `--invalid-token` is refused, and again when it is repeated",
      basis,
    },
    (n) => ({
      ...requests.ordinary(n, "all", { headers: { Authorization: `Bearer ${INVALID_TOKEN}` } }),
      kind: "not-allowed",
    }),
  );
}

/** The same check, sent with all others whose requests have no valid token. */
export function unauthorized(check: Check): Check {
  return { ...check, stage: "unauthorized" };
}

/** The same check, not run because the provider is asked without a token. */
export function notAsked(check: Check): Check {
  const { reads: _, ...own } = check;
  const outcome = notJudged("not-run", "the provider was asked without a token (--no-auth)");
  return { ...own, next: () => [], judge: () => ({ outcome }) };
}

/** The checks of authentication that look at the answers of the whole run. */
export function authenticationInvariants(requests: Requests): readonly Check[] {
  const { path } = requests.operation;
  const all401 = (run: History): readonly Sent[] => answersOfOperation(run, path, (status) => status === 401);
  return [
    invariant(
      {
        requirement: "challenges-with-401",
        slug: "every-401",
        title: "Every 401 has a challenge that names Bearer",
      },
      {
        what: "a 401",
        select: all401,
        ask: ofHeader((sent) => {
          const value = header(sent.answer?.headers ?? [], "www-authenticate");
          if (namesBearer(value)) return [];
          const seen = value === null ? null : foreign(sent, value);
          return [headerFinding(sent, "www-authenticate", "a challenge that names Bearer", seen)];
        }),
      },
    ),
    keepsTokenSecret,
  ];
}

/** Whether one of the challenges is for the bearer scheme; quoted text is a parameter (RFC 9110 section 11.6.1). */
function namesBearer(value: string | null): boolean {
  return /(?:^|,)\s*bearer(?=[\s,]|$)/iu.test((value ?? "").replaceAll(/"(?:[^"\\]|\\.)*"/gu, '""'));
}

/** Whether a request carried a token: that of the run, or the one that is named as invalid. */
export function carriesToken({ request }: Sent): boolean {
  return request.headers.some(([, value]) => value.includes(TOKEN) || value.includes(INVALID_TOKEN));
}

const secretLabel: Label = {
  requirement: "keeps-token-secret",
  slug: "every-answer",
  title: "No response contains the token of its request",
  basis:
    "a token of eight characters or more is searched for, as it is and in its usual encodings; text that responses also contain without the token does not count",
};

/**
 * Searched in the answers to requests that carried the token. Text that answers also contain otherwise is not an echo.
 */
const keepsTokenSecret = checkOf("invariant", secretLabel, {
  next: () => [],
  context: (run) => run.filter((sent) => sent.answer !== null && !carriesToken(sent)),
  judge: (_own, run) => {
    const answered = run.filter(({ answer }) => answer !== null);
    const judged = judgeEach(answered.filter(carriesToken), echoes, "an answer to a request with the token");
    if (judged.outcome.status !== "failed") return judged;
    const without = answered.filter((sent) => !carriesToken(sent));
    if (without.length === 0)
      return {
        ...judged,
        outcome: notJudged(
          "no-occasion",
          "the token is in an answer, and none without it was asked for to compare with",
        ),
      };
    const [said] = without.filter(({ exchange }) => exchange.redacted.length > 0);
    return said === undefined ? judged : { outcome: passed, evidence: [said.index] };
  },
});

function echoes({ exchange, index }: Sent): readonly Finding[] {
  return exchange.redacted.map((where) => ({
    where: where === "body" ? "" : where,
    expected: "not the token, in any form",
    seen: "the token",
    exchange: index,
  }));
}
