/** Requests without a bearer token that differ in more than that, and the schemes that are confused with Bearer. */
import type { Check, Label } from "./checks/check.ts";
import { judgeRefusal } from "./checks/judges.ts";
import { checkOf, idOf, refusal, repeatedRefusal } from "./checks/check-forms.ts";
import { otherSchemes } from "./checks/authorization.ts";
import { notAllowed } from "./authentication.ts";
import type { Difference, Requests } from "./checks/requests.ts";

const basis = "the operation is secured by the HTTP bearer scheme, for the whole service";

/** None of these is let in, whatever else the request is like. */
export function keptOutChecks(requests: Requests): readonly Check[] {
  return [
    ...withoutAuthorization(requests),
    afterAccepted(requests),
    askedAgain(requests),
    ...otherSchemes.map((refused) => notAllowed(requests, refused)),
  ];
}

/** A request that carries no token, or another scheme. */
function keptOut(requests: Requests, label: Label, difference: Difference, which: "all" | "required" = "all"): Check {
  return refusal(requests, label, (varied, n) => ({ ...varied.ordinary(n, which, difference), kind: "not-allowed" }));
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
  const { requestMediaType } = requests.operation;
  return [
    keptOut(requests, labelOf("chunked", "in chunked framing and with no other header than the media type"), {
      headers: { ...none, Accept: null, "User-Agent": null },
      framing: "chunked",
    }),
    keptOut(
      requests,
      labelOf("with-charset", "with a charset and with required members alone"),
      {
        headers: { ...none, "Content-Type": `${requestMediaType}; charset=utf-8` },
      },
      "required",
    ),
    refusal(requests, labelOf("wrong-body", "where its body is no NewPlant"), (varied, n) =>
      varied.lacking("not-allowed", n, { headers: none }),
    ),
  ];
}

/** The same bytes again, right after they were refused: a request does not become authorized by being repeated. */
function askedAgain(requests: Requests): Check {
  const label = labelOf("asked-again", "when it is sent again, byte for byte");
  const connection = idOf(label);
  // When no other request is sent, so that it comes right after the first one.
  return repeatedRefusal(
    label,
    (n) => ({ ...requests.ordinary(n, "all", { headers: none, connection }), kind: "not-allowed" }),
    "late",
  );
}

/** On a connection that has carried the token, which speaks for its own request alone (RFC 9110 section 3.3). */
function afterAccepted(requests: Requests): Check {
  const label = labelOf("after-accepted", "after an accepted one on the same connection");
  const connection = idOf(label);
  return checkOf("refusal", label, {
    next: (fresh, own) => {
      if (own.length === 0) return [{ ...requests.ordinary(fresh(0), "all", { connection }), kind: "valid" }];
      if (own.length > 1) return [];
      return [{ ...requests.ordinary(fresh(1), "all", { headers: none, connection }), kind: "not-allowed" }];
    },
    judge: (own, run) => judgeRefusal(own.slice(1), run),
  });
}
