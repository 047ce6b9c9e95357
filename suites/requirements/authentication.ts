/** Who is let in: the valid token only, whatever else a request is like; and the token is kept secret. */
import type { Finding } from "../../result/result.ts";
import { header } from "../../http/message.ts";
import type { Check, History, Label, Sent, Judgement, Known, PlannedRequest } from "../checks/check.ts";
import { foreign, headerFinding } from "../checks/findings.ts";
import { answersOfOperation } from "../checks/exchange-facts.ts";
import { judgeEach, notJudged, passed, ofHeader, judgeRefusal } from "../checks/judges.ts";
import { checkOf, invariant, refusal, repeatedRefusal, idOf, notSent, unlessRefused } from "../checks/check-forms.ts";
import { type RefusedAuthorization, notBearer, otherSchemes, schemeAlone } from "../checks/authorization.ts";
import { pickInTurn } from "../bodies/body-drafts.ts";
import { INVALID_TOKEN, type Requests, TOKEN, type Difference } from "../checks/check-requests.ts";
import { largestAccepted, singleFeatures, withCharset } from "../checks/request-variants.ts";

const basis = "the operation is secured by the HTTP bearer scheme, for the whole service";

/** The checks that requests without a valid token are refused, and of the answers of the whole run. */
export function authenticationChecks(requests: Requests): readonly Check[] {
  const refused = notBearer.map((one) => notAllowed(requests, one));
  return ofTokens(requests, [...refused, ...authenticationInvariants(requests)]);
}

/** A request whose Authorization is refused; if there are several values, the number draws one. */
export function notAllowed(requests: Requests, { requirement, slug, title, values }: RefusedAuthorization): Check {
  return refusal(requests, { requirement, slug, title, basis }, (varied, n) => {
    const value = pickInTurn(values, n);
    // The profile is read from the plainest of these checks, which sends no header. The requests of the others are
    // varied.
    const written = value === null ? requests : varied;
    return written.plant("not-allowed", n, { headers: { Authorization: value } });
  });
}

/** A token that the user says is not valid must be kept out. */
export function invalidTokenCheck(requests: Requests): readonly Check[] {
  const check = repeatedRefusal(
    {
      requirement: "requires-authorization",
      slug: "invalid-token",
      title: "The token of `--invalid-token` is refused, and again when it is repeated",
      basis,
    },
    (n) => requests.plant("not-allowed", n, { headers: { Authorization: `Bearer ${INVALID_TOKEN}` } }),
  );
  return ofTokens(requests, [check]);
}

/** The same check, sent with all others whose requests have no valid token. */
export function unauthorized(check: Check): Check {
  return { ...check, stage: "unauthorized" };
}

/** Checks of tokens, which are sent with all others without a valid one, or not at all. */
export function ofTokens({ authentication }: Requests, checks: readonly Check[]): readonly Check[] {
  return checks.map(authentication === "none" ? notAsked : unauthorized);
}

/** The same check, not run because the provider is asked without a token. */
export function notAsked(check: Check): Check {
  return notSent(check, notJudged("not-run", "the provider was asked without a token (--no-auth)"));
}

function authenticationInvariants(requests: Requests): readonly Check[] {
  const { path } = requests.operation;
  const all401 = (run: History): readonly Sent[] => answersOfOperation(run, path, (status) => status === 401);
  return [
    invariant(
      {
        requirement: "challenges-with-401",
        slug: "every-401",
        title: "Every 401 has a challenge that names Bearer",
        occasion: "no-token",
      },
      {
        what: "a 401",
        select: all401,
        ask: ofHeader((sent) => {
          const value = header(sent.answer?.headers ?? [], "www-authenticate");
          if (namesBearer(value)) return [];
          const seen = value === null ? null : foreign(sent, value);
          return [headerFinding(sent, "www-authenticate", { expected: "a challenge that names Bearer", seen })];
        }),
      },
    ),
    keepsTokenSecret,
  ];
}

/**
 * Whether one of the challenges is for the bearer scheme; quoted text is a parameter (RFC 9110 section 11.6.1). A quote
 * that has no end is looked for once, and not again from each quote within it.
 */
function namesBearer(value: string | null): boolean {
  const bare = (value ?? "").replaceAll(/"(?:[^"\\]|\\.)*("?)/gsu, (quoted, end) => (end === "" ? quoted : '""'));
  return /(?:^|,)\s*bearer(?=[\s,]|$)/iu.test(bare);
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

/** Searched in the answers to requests with the token. Text that answers contain anyway is no echo. */
const keepsTokenSecret = checkOf("invariant", secretLabel, {
  context: (run) => run.filter((sent) => sent.answer !== null && !carriesToken(sent)),
  judge: (_own, run) => {
    const answered = run.filter(({ answer }) => answer !== null);
    const judged = judgeEach(answered.filter(carriesToken), echoes, "an answer to a request with the token");
    if (judged.outcome.status !== "failed") return judged;
    const without = answered.filter((sent) => !carriesToken(sent));
    if (without.length === 0) {
      const why = "the token is in an answer, and none without it was asked for to compare with";
      return { ...judged, outcome: notJudged("no-occasion", why) };
    }
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

// Requests without a bearer token that also differ in other ways, and schemes that are confused with Bearer.

/** The checks that none of these requests is accepted, whatever else it contains. */
export function noBearerTokenChecks(requests: Requests): readonly Check[] {
  const ofSchemes = otherSchemes.map((refused) => notAllowed(requests, refused));
  return ofTokens(requests, [...withoutAuthorization(requests), afterAccepted(requests), ...ofSchemes]);
}

/** The name of a scheme without credentials. */
export function schemeAloneCheck(requests: Requests): readonly Check[] {
  return ofTokens(requests, [notAllowed(requests, schemeAlone)]);
}

function labelOf(slug: string, how: string): Label {
  return {
    requirement: "requires-authorization",
    slug,
    title: `A request without Authorization is refused ${how}`,
    basis,
  };
}

const none = { Authorization: null } as const;

function withoutAuthorization(requests: Requests): readonly Check[] {
  return [
    refusal(
      requests,
      labelOf("chunked", "in chunked framing and with no other header than the media type"),
      (varied, n) => withoutToken(varied, n, { headers: { Accept: null, "User-Agent": null }, framing: "chunked" }),
    ),
    refusal(requests, labelOf("wrong-body", "where its body is not a NewPlant"), (varied, n) =>
      varied.lacking("not-allowed", n, { headers: none }),
    ),
    withQuery(requests),
  ];
}

/**
 * With a query, `Expect` and a large identity at once: a provider that accepts one of them without a token accepts the
 * request with all. The last two are used only if the provider accepted them. Whether it accepts queries is open: if
 * not, this refusal shows nothing.
 */
function withQuery(requests: Requests): Check {
  const { path, requestMediaType } = requests.operation;
  const expecting = singleFeatures(requestMediaType).filter(({ change }) => change.framing === "expect-continue");
  const check = refusal(
    requests,
    labelOf("with-query", "with a query, with `Expect` and with a large identity"),
    (varied, n) => withoutToken(varied, n, { path: `${path}?colour=green` }),
    (plain, known = { variants: [], refused: [] }) => {
      const taken = expecting.filter(({ name }) => known.variants.some((names) => names.includes(name)));
      return plain.varied([...taken, ...largestAccepted(known)]);
    },
  );
  return unlessRefused(check, "unknown-query", "requests with a query are refused, with the token as well");
}

/**
 * After an accepted request, whose token is valid only for that request (RFC 9110 section 3.3): on the same connection,
 * the same bytes again, in another form, and with the accepted body. The last three are sent at once while no other
 * request is, so that no request with the token comes between them.
 */
function afterAccepted(requests: Requests): Check {
  const label = labelOf(
    "after-accepted",
    "after an accepted one on the same connection, when it is sent again, as if from the machine itself or a browser, and with a body that was accepted",
  );
  const connection = idOf(label);
  return checkOf("refusal", label, {
    goesFirst: true,
    next: (fresh, own, known) => {
      const first = withoutToken(requests, fresh(1), { connection });
      switch (own.length) {
        case 0:
          return [requests.ordinary(fresh(0), "all", { connection })];
        case 1:
          return [first];
        case 2:
          // The accepted body is sent last: its id is taken, so it may be refused for that.
          return [
            first,
            withoutToken(requests, fresh(2), { which: "required", ...inAnotherForm(requests, known) }),
            withoutToken(requests, fresh(0)),
          ];
        default:
          return [];
      }
    },
    judge: ([, ...refused], run) => {
      const judged = FIRST_AND_AGAIN.map((place) => judgeRefusal(refused.slice(place, place + 1), run));
      return judged.find(isFailed) ?? judged.find(({ outcome }) => outcome.status !== "passed") ?? { outcome: passed };
    },
  });
}

const FIRST_AND_AGAIN = [0, 1, 2, 3] as const;

function isFailed({ outcome }: Judgement): boolean {
  return outcome.status === "failed";
}

function withoutToken(
  requests: Requests,
  n: number,
  difference: Parameters<Requests["plant"]>[2] = {},
): PlannedRequest {
  return requests.plant("not-allowed", n, { ...difference, headers: { ...none, ...difference.headers } });
}

/** Fields of requests that some filters let pass: from the machine itself, and from a browser that asks beforehand. */
const LET_PASS = {
  "X-Forwarded-For": "127.0.0.1",
  "X-Real-IP": "127.0.0.1",
  Origin: "http://localhost",
  "Access-Control-Request-Method": "POST",
} as const;

/** With these fields, and a charset in the media type unless the provider is known to refuse that. */
function inAnotherForm({ operation }: Requests, known: Known | undefined): Difference {
  const isTaken = known === undefined || known.variants.some((features) => features.includes("charset"));
  const declared = isTaken ? { "Content-Type": withCharset(operation.requestMediaType, "; charset=utf-8") } : {};
  return { headers: { ...declared, ...LET_PASS } };
}
