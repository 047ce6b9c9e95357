/** Open points about the rest of the request: other methods and paths, duplicates, tokens. */
import { ifAny } from "../../spec/defined.ts";
import { ifRun } from "../../spec/pattern.ts";
import type { Member } from "../../spec/shape.ts";
import type { Validator } from "../../spec/validators.ts";
import { withMember } from "../bodies/drafts.ts";
import { acceptedOrNot, checkOf, idOf, observation, reading } from "../checks/check-forms.ts";
import type { AnsweredSent, Check, CheckId, History, Label, PlannedRequest, Sent } from "../checks/check.ts";
import { sameAgain, withOtherTexts } from "../checks/duplicates.ts";
import { isAccepted, isSuccess } from "../checks/exchange-facts.ts";
import { foreign } from "../checks/findings.ts";
import { judgeObservation } from "../checks/judges.ts";
import { type Requests, withIdentityOf } from "../checks/requests.ts";
import { memberFor } from "../checks/role-members.ts";
import { unauthorized } from "./authentication.ts";

const methods = ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

/** Headers of a request to another path than the operation's, which must not carry the token. */
const withoutToken = { Authorization: null } as const;

/** Other methods on the path, and other paths. */
export function otherRequestChecks(requests: Requests): readonly Check[] {
  const { path } = requests.operation;
  const hasBody = (method: string): boolean => method === "PUT" || method === "PATCH";
  return [
    observation(
      { requirement: "no-content-type", slug: "value", title: "A valid body without Content-Type" },
      [(fresh) => ({ ...requests.ordinary(fresh(0), "all", { headers: { "Content-Type": null } }), kind: "open" })],
      acceptedOrNot,
    ),
    observation(
      { requirement: "unknown-query", slug: "value", title: "A query that is not in the document" },
      [(fresh) => ({ ...requests.ordinary(fresh(0), "all", { path: `${path}?colour=green` }), kind: "open" })],
      acceptedOrNot,
    ),
    ...otherTargetChecks(requests),
    ...methods.map((method) =>
      observation({ requirement: `method-${method.toLowerCase()}`, slug: "value", title: `${method} on the path` }, [
        (fresh) =>
          hasBody(method)
            ? { ...requests.ordinary(fresh(0), "all", { method }), kind: "open" }
            : requests.raw("open", null, { method, headers: { "Content-Type": null } }),
      ]),
    ),
  ];
}

/** Requests to other paths, which do not carry the token. */
function otherTargetChecks(requests: Requests): readonly Check[] {
  const { path } = requests.operation;
  return [
    observation(
      {
        requirement: "trailing-slash",
        slug: "value",
        title: `${requests.operation.method} to the path with a trailing slash`,
      },
      [
        (fresh) => ({
          ...requests.ordinary(fresh(0), "all", { path: `${path}/`, headers: withoutToken }),
          kind: "open",
        }),
      ],
    ),
    observation({ requirement: "other-paths", slug: "value", title: "GET on a path that is not in the document" }, [
      (fresh) =>
        requests.raw("open", null, {
          method: "GET",
          path: `${path}-${fresh(0)}`,
          headers: { ...withoutToken, "Content-Type": null },
        }),
    ]),
  ].map(unauthorized);
}

/** The checks of an identity that exists, and of one that was refused once. */
export function duplicateChecks(requests: Requests): readonly Check[] {
  const { identity } = requests.operation.roles;
  const label = memberFor(requests.operation, "label");
  if (identity === null) return [];
  const other = label === undefined ? "other values" : `another ${label.name}`;
  return [
    observation(
      { requirement: "duplicate-id", slug: "value", title: "The same body again" },
      [(fresh) => requests.ordinary(fresh(0)), (fresh) => ({ ...requests.ordinary(fresh(0)), kind: "open" })],
      (last, _own, run) => statusesOfDuplicates(last, sameAgain(run)),
    ),
    observation(
      { requirement: "duplicate-id-other-body", slug: "value", title: `The same ${identity} with ${other}` },
      [(fresh) => requests.ordinary(fresh(0)), (fresh) => withIdentityOf(requests, fresh(1), fresh(0))],
      (last, _own, run) => statusesOfDuplicates(last, withOtherTexts(run)),
    ),
    ...ifAny(label, (refused) => [identityAfterRefusal(requests, identity, refused)]),
  ];
}

/** The statuses of all duplicates of a kind in the run: nodes may differ, or have stores of their own. */
function statusesOfDuplicates(last: Sent, duplicates: History): string {
  const statuses = [last, ...duplicates].flatMap(({ answer }) => (answer === null ? [] : [String(answer.status)]));
  return [...new Set(statuses)].toSorted().join(", ");
}

/** Whether an identity is free after its body was refused for the label. */
function identityAfterRefusal(requests: Requests, identity: string, { name }: Member): Check {
  const title = `The ${identity} of a body that was refused for its ${name}`;
  return observation(
    { requirement: "id-after-refusal", slug: "value", title },
    [
      (fresh) => requests.of("not-a-plant", withMember(requests.draft(fresh(0)), name, "null")),
      (fresh) => ({ ...requests.ordinary(fresh(0)), kind: "open" }),
    ],
    (last, own) => {
      if (own[0] !== undefined && isSuccess(own[0])) return `the ${name} was not refused`;
      return isAccepted(last) ? "free" : acceptedOrNot(last);
    },
  );
}

/** The answers to a missing, malformed or unknown token: their status and their body. */
export function openTokenChecks(requests: Requests, error: Validator, plant: Validator): readonly Check[] {
  const asking = (n: number, value: string): PlannedRequest => ({
    ...requests.ordinary(n, "all", { headers: { Authorization: value } }),
    kind: "open",
  });
  const labelOf = (requirement: string, what: string): Label => {
    return { requirement, slug: "value", title: `The status code for a request with ${what}` };
  };
  const body = (requirement: string, what: string, from: CheckId): Check =>
    reading({ requirement, slug: "value", title: `The body of the response to a request with ${what}` }, from, (sent) =>
      bodyKindOf(sent, error, plant),
    );
  const missing = idOf({ requirement: "requires-authorization", slug: "no-header" });
  return [
    reading(
      { requirement: "missing-token", slug: "value", title: "The status code for a request without Authorization" },
      missing,
      ({ answer }) => String(answer.status),
    ),
    body("missing-token-body", "no Authorization header", missing),
    observation(labelOf("malformed-token", "a bearer token with spaces in it"), [
      (fresh) => asking(fresh(0), "Bearer not a token"),
    ]),
    body(
      "malformed-token-body",
      "a bearer token with spaces in it",
      idOf({ requirement: "malformed-token", slug: "value" }),
    ),
    checkOf("observation", labelOf("unknown-token", "another bearer token"), {
      next: (fresh, own, known) => {
        // If nothing is known about a provider, as in a vector, there is one request.
        const isOver = own.length > (known === undefined ? 0 : 1);
        return isOver ? [] : [asking(fresh(0), "Bearer another-token.that~nobody+gave/out==")];
      },
      judge: (own, run) => judgeObservation(own[0], run, () => statusesInTurn(own)),
    }),
    body("unknown-token-body", "another bearer token", idOf({ requirement: "unknown-token", slug: "value" })),
  ];
}

/**
 * The statuses of a request that was sent several times: one, unless the answers differ. Once it is accepted, its plant
 * exists.
 */
function statusesInTurn(all: History): string {
  const upToSuccess = all.findIndex(isSuccess) + 1;
  const own = upToSuccess === 0 ? all : all.slice(0, upToSuccess);
  const statuses = own.flatMap(({ answer }) => (answer === null ? [] : [String(answer.status)]));
  return [...new Set(statuses)].join(", then ");
}

/** The kind of body that an answer has. */
export function bodyKindOf(sent: AnsweredSent, error: Validator, plant: Validator): string {
  const { answer } = sent;
  if (answer.readTo !== "end") return "cut off";
  if (answer.size === 0) return "empty";
  if (answer.reading.as === "json" && answer.mediaType === "application/json") {
    const { value } = answer.reading;
    const matches = (validate: Validator): boolean =>
      ifRun(
        () => validate(value).length === 0,
        () => false,
      );
    if (matches(error)) return "an Error";
    if (matches(plant)) return "a Plant";
  }
  return answer.mediaType === null ? "no media type" : foreign(sent, answer.mediaType);
}
