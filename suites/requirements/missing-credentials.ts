/** Requests without a bearer token that also differ in other ways, and schemes that are confused with Bearer. */
import { otherSchemes, schemeAlone } from "../checks/authorization.ts";
import { checkOf, idOf, refusal } from "../checks/check-forms.ts";
import type { Check, Judgement, Known, Label, PlannedRequest } from "../checks/check.ts";
import { isAccepted } from "../checks/exchange-facts.ts";
import { judgeRefusal, notJudged, passed } from "../checks/judges.ts";
import { largestAccepted } from "../checks/large-identities.ts";
import { singleFeatures, withCharset } from "../checks/request-variants.ts";
import type { Difference, Requests } from "../checks/requests.ts";
import { notAllowed } from "./authentication.ts";

const basis = "the operation is secured by the HTTP bearer scheme, for the whole service";

/** The checks that none of these requests is accepted, whatever else it contains. */
export function keptOutChecks(requests: Requests): readonly Check[] {
  return [
    ...withoutAuthorization(requests),
    afterAccepted(requests),
    ...otherSchemes.map((refused) => notAllowed(requests, refused)),
  ];
}

/** The name of a scheme without credentials. */
export function schemeAloneCheck(requests: Requests): Check {
  return notAllowed(requests, schemeAlone);
}

/** A request without a token, or with another scheme. */
function keptOut(requests: Requests, label: Label, difference: Difference): Check {
  return refusal(requests, label, (varied, n) => ({ ...varied.ordinary(n, "all", difference), kind: "not-allowed" }));
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
    keptOut(requests, labelOf("chunked", "in chunked framing and with no other header than the media type"), {
      headers: { ...none, Accept: null, "User-Agent": null },
      framing: "chunked",
    }),
    refusal(requests, labelOf("wrong-body", "where its body is not a NewPlant"), (varied, n) =>
      varied.lacking("not-allowed", n, { headers: none }),
    ),
    withQuery(requests),
  ];
}

const UNKNOWN_QUERY = idOf({ requirement: "unknown-query", slug: "value" });

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
    (varied, n) => without(varied, n, "all", { path: `${path}?colour=green` }),
    (plain, known = { variants: [], refused: [] }) => {
      const taken = expecting.filter(({ name }) => known.variants.some((names) => names.includes(name)));
      return plain.varied([...taken, ...largestAccepted(known)]);
    },
  );
  return {
    ...check,
    judge: (own, run) => {
      const judged = judgeRefusal(own, run);
      const parent = run.findLast(({ request }) => request.askedBy === UNKNOWN_QUERY);
      if (judged.outcome.status !== "passed" || parent === undefined || isAccepted(parent)) return judged;
      return { outcome: notJudged("no-occasion", "requests with a query are refused, with the token as well") };
    },
  };
}

/**
 * After an accepted request, whose token is valid only for that request (RFC 9110 section 3.3): on the same connection,
 * the same bytes again, in another form, and with the accepted body. The last three are sent at once while no other
 * request is, so that no request with the token comes between them.
 */
function afterAccepted(requests: Requests): Check {
  const label = labelOf(
    "after-accepted",
    "after an accepted one on the same connection, when it is sent again, and with a body that was accepted",
  );
  const connection = idOf(label);
  return checkOf("refusal", label, {
    goesFirst: true,
    next: (fresh, own, known) => {
      const first = without(requests, fresh(1), "all", { connection });
      switch (own.length) {
        case 0:
          return [requests.ordinary(fresh(0), "all", { connection })];
        case 1:
          return [first];
        case 2:
          // The accepted body is sent last: its id is taken, so it may be refused for that.
          return [
            first,
            without(requests, fresh(2), "required", inCharset(requests, known)),
            without(requests, fresh(0)),
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

/** The places of the requests without Authorization. */
const FIRST_AND_AGAIN = [0, 1, 2, 3] as const;

function isFailed({ outcome }: Judgement): boolean {
  return outcome.status === "failed";
}

/** An ordinary plant from a client that has no token. */
function without(
  requests: Requests,
  n: number,
  which: "all" | "required" = "all",
  difference: Difference = {},
): PlannedRequest {
  const headers = { ...difference.headers, ...none };
  return { ...requests.ordinary(n, which, { ...difference, headers }), kind: "not-allowed" };
}

/** With a charset in the media type, unless the provider is known to refuse that. */
function inCharset({ operation }: Requests, known: Known | undefined): Difference {
  const isTaken = known === undefined || known.variants.some((features) => features.includes("charset"));
  return isTaken ? { headers: { "Content-Type": withCharset(operation.requestMediaType, "; charset=utf-8") } } : {};
}
