/** Open points about the request beside its body: other methods and paths, duplicates, tokens. */
import type { Validator } from "../spec/validators.ts";
import type { Check, CheckId, Sent } from "./checks/check.ts";
import { foreign } from "./checks/findings.ts";
import { acceptedOrNot, observation, reading } from "./checks/check-forms.ts";
import type { Requests } from "./checks/requests.ts";
import { withMember } from "./bodies/drafts.ts";

const methods = ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

/** Headers of a request that leaves the path of the operation: the token stays behind. */
const withoutToken = { Authorization: null } as const;

/** Other methods on the path, and other paths. */
export function otherRequestChecks(requests: Requests): readonly Check[] {
  const { path } = requests.operation;
  const hasBody = (method: string): boolean => method === "PUT" || method === "PATCH";
  return [
    observation(
      { id: "no-content-type/value", title: "A valid body without Content-Type" },
      [(fresh) => ({ ...requests.ordinary(fresh(0), "all", { headers: { "Content-Type": null } }), kind: "open" })],
      acceptedOrNot,
    ),
    observation(
      { id: "unknown-query/value", title: "A query that the document does not know" },
      [(fresh) => ({ ...requests.ordinary(fresh(0), "all", { path: `${path}?colour=green` }), kind: "open" })],
      acceptedOrNot,
    ),
    observation({ id: "trailing-slash/value", title: "POST to the path with a slash after it" }, [
      (fresh) => ({
        ...requests.ordinary(fresh(0), "all", { path: `${path}/`, headers: withoutToken }),
        kind: "open",
      }),
    ]),
    observation({ id: "other-paths/value", title: "GET on a path that the document does not know" }, [
      (fresh) =>
        requests.raw("open", null, {
          method: "GET",
          path: `${path}-${fresh(0)}`,
          headers: { ...withoutToken, "Content-Type": null },
        }),
    ]),
    ...methods.map((method) =>
      observation({ id: `method-${method.toLowerCase()}/value`, title: `${method} on the path` }, [
        (fresh) =>
          hasBody(method)
            ? { ...requests.ordinary(fresh(0), "all", { method }), kind: "open" }
            : requests.raw("open", null, { method, headers: { "Content-Type": null } }),
      ]),
    ),
  ];
}

/** An id that exists, and an id that was refused once. */
export function duplicateChecks(requests: Requests): readonly Check[] {
  return [
    observation({ id: "duplicate-id/value", title: "The same body again" }, [
      (fresh) => requests.ordinary(fresh(0)),
      (fresh) => ({ ...requests.ordinary(fresh(0)), kind: "open" }),
    ]),
    observation({ id: "duplicate-id-other-body/value", title: "The same id with another name" }, [
      (fresh) => requests.ordinary(fresh(0)),
      (fresh) =>
        requests.of("open", withMember(requests.draft(fresh(1)), "id", String(fresh(0))), { idMayBeTaken: true }),
    ]),
    observation(
      { id: "id-after-refusal/value", title: "The id of a body that was refused for its name" },
      [
        (fresh) => requests.of("not-a-plant", withMember(requests.draft(fresh(0)), "name", "null")),
        (fresh) => ({ ...requests.ordinary(fresh(0)), kind: "open" }),
      ],
      (last, own) => {
        if (own[0]?.answer?.status === 200) return "the name was not refused";
        return last.answer?.status === 200 ? "free" : acceptedOrNot(last);
      },
    ),
  ];
}

/** The answers to a token that is missing, malformed or unknown: their status, and their body. */
export function openTokenChecks(requests: Requests, error: Validator, plant: Validator): readonly Check[] {
  const sends = (id: string, what: string, value: string): Check =>
    observation({ id: `${id}/value`, title: `The status of a request with ${what}` }, [
      (fresh) => ({ ...requests.ordinary(fresh(0), "all", { headers: { Authorization: value } }), kind: "open" }),
    ]);
  const body = (id: string, what: string, from: CheckId): Check =>
    reading({ id: `${id}/value`, title: `The body of the answer to a request with ${what}` }, from, (sent) =>
      bodyOf(sent, error, plant),
    );
  const missing = "requires-authorization/no-header";
  return [
    reading(
      { id: "missing-token/value", title: "The status of a request without Authorization" },
      missing,
      ({ answer }) => String(answer?.status),
    ),
    body("missing-token-body", "no Authorization header", missing),
    sends("malformed-token", "a bearer token with blanks in it", "Bearer not a token"),
    body("malformed-token-body", "a bearer token with blanks in it", "malformed-token/value"),
    sends("unknown-token", "another bearer token", "Bearer another-token.that~nobody+gave/out=="),
    body("unknown-token-body", "another bearer token", "unknown-token/value"),
  ];
}

/** What kind of body an answer has. */
function bodyOf(sent: Sent, error: Validator, plant: Validator): string {
  const { answer } = sent;
  if (answer === null || answer.size === 0) return "empty";
  if (answer.reading.as === "json" && answer.mediaType === "application/json") {
    if (error(answer.reading.value).length === 0) return "an Error";
    if (plant(answer.reading.value).length === 0) return "a Plant";
  }
  return answer.mediaType === null ? "no media type" : foreign(sent, answer.mediaType);
}
