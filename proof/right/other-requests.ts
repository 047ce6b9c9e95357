/** "Any other endpoint: not shown", and the base address, which can be anywhere. */
import { type Behaviour, refuse } from "../behaviour.ts";
import { answerError, but, correct, route, withHeaders } from "../correct.ts";
import { type Right, answeredBy, page } from "./right.ts";

type Method = "GET" | "PUT" | "PATCH" | "DELETE" | "HEAD" | "OPTIONS";

/** Answers each other method on the path with its own status. */
function methods(statuses: Readonly<Record<Method, number>>): Right {
  const behaviour = but({
    route: (request) => {
      const status: unknown = Reflect.get(statuses, request.method);
      if (request.path !== "/plants" || typeof status !== "number") return route(request);
      return refuse("other-method", status, "Another operation");
    },
  });
  const profile = Object.fromEntries(
    Object.entries(statuses).map(([method, status]) => [`method-${method.toLowerCase()}`, String(status)]),
  );
  return { name: `answers other methods with ${Object.values(statuses).join(", ")}`, behaviour, profile };
}

function slash(status: number): Behaviour {
  return but({
    route: (request) =>
      request.path === "/plants/" ? refuse("other-path", status, "It is at /plants") : route(request),
    answerError: (refusal) =>
      refusal.status === status ? withHeaders(answerError(refusal), { Location: "/plants" }) : answerError(refusal),
  });
}

export const otherRequests: readonly Right[] = [
  methods({ GET: 404, PUT: 404, PATCH: 404, DELETE: 404, HEAD: 404, OPTIONS: 404 }),
  methods({ GET: 501, PUT: 501, PATCH: 501, DELETE: 501, HEAD: 501, OPTIONS: 501 }),
  methods({ GET: 200, PUT: 201, PATCH: 202, DELETE: 204, HEAD: 200, OPTIONS: 204 }),
  methods({ GET: 401, PUT: 403, PATCH: 415, DELETE: 410, HEAD: 304, OPTIONS: 200 }),
  methods({ GET: 400, PUT: 400, PATCH: 400, DELETE: 400, HEAD: 400, OPTIONS: 400 }),
  methods({ GET: 500, PUT: 503, PATCH: 302, DELETE: 301, HEAD: 307, OPTIONS: 308 }),
  {
    name: "answers other methods with pages, a 400 among them",
    behaviour: answeredBy("other-method", () => page(400)),
    profile: { "method-get": "400", "error-values": "400" },
  },
  {
    name: "leaves other methods without an answer",
    behaviour: but({ finish: (answer, { method }) => (method === "POST" ? answer : undefined) }),
  },
  {
    name: "serves the path with a slash as well",
    behaviour: but({ route: (request) => route({ ...request, path: request.path.replace(/\/$/u, "") }) }),
    profile: { "trailing-slash": "401" },
  },
  {
    name: "sends the path with a slash to the one without",
    behaviour: slash(308),
    profile: { "trailing-slash": "308", "other-paths": "404" },
  },
  { name: "answers the path with a slash with 400", behaviour: slash(400), profile: { "trailing-slash": "400" } },
  {
    name: "answers other paths with a page",
    behaviour: answeredBy("other-path", () => page(404)),
    profile: { "other-paths": "404", "trailing-slash": "404" },
  },
  {
    name: "shows a page on every other path",
    behaviour: answeredBy("other-path", () => page(200)),
    profile: { "other-paths": "200", "trailing-slash": "200" },
  },
  { name: "lies behind a path prefix", behaviour: correct, basePath: "/store/v1" },
  { name: "lies behind a path prefix with an escape in it", behaviour: correct, basePath: "/a%20b/plants" },
];
