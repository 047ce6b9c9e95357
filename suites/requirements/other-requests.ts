/** Open points about other requests: other methods and paths, a query, no media type. */
import { notApplicable } from "../checks/check-applicability.ts";
import { acceptedOrNot, observation, openPoint } from "../checks/check-forms.ts";
import type { Check } from "../checks/check.ts";
import type { Requests } from "../checks/check-requests.ts";
import { unauthorized } from "./authentication.ts";

const methods = ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;

/** Headers of a request to another path than the operation's, which must not carry the token. */
const withoutToken = { Authorization: null } as const;

/** Other methods on the path, and other paths. */
export function otherRequestChecks(requests: Requests): readonly Check[] {
  const { path, method: own } = requests.operation;
  const noType = { "Content-Type": null } as const;
  const hasBody = (method: string): boolean => method === "PUT" || method === "PATCH";
  return [
    observation(
      openPoint("no-content-type", "A valid body without Content-Type"),
      [(fresh) => requests.plant("open", fresh(0), { headers: noType })],
      acceptedOrNot,
    ),
    observation(
      openPoint("unknown-query", "A query that is not in the document"),
      [(fresh) => requests.plant("open", fresh(0), { path: `${path}?colour=green` })],
      acceptedOrNot,
    ),
    ...[
      observation(openPoint("trailing-slash", `${own} to the path with a trailing slash`), [
        (fresh) => requests.plant("open", fresh(0), { path: `${path}/`, headers: withoutToken }),
      ]),
      observation(openPoint("other-paths", "GET on a path that is not in the document"), [
        (fresh) =>
          requests.raw("open", null, {
            method: "GET",
            path: `${path}-${fresh(0)}`,
            headers: { ...withoutToken, ...noType },
          }),
      ]),
    ].map(unauthorized),
    ...methods.map((method) => {
      const check = observation(openPoint(`method-${method.toLowerCase()}`, `${method} on the path`), [
        (fresh) =>
          hasBody(method)
            ? requests.plant("open", fresh(0), { method })
            : requests.raw("open", null, { method, headers: noType }),
      ]);
      return method === own ? notApplicable(check, `${own} is the method of the operation`) : check;
    }),
  ];
}
