/** Open points about other requests: other methods and paths, a query, no media type. */
import { acceptedOrNot, observation } from "../checks/check-forms.ts";
import type { Check } from "../checks/check.ts";
import type { Requests } from "../checks/requests.ts";
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
