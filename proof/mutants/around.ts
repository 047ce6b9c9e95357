/** Mutants wrong in what is around the body: authentication, media types, framing, connections. */
import { type Request, refuse } from "../behaviour.ts";
import { answerError, but, checkMediaType, correct, json, plantBody, unauthorized, withHeaders } from "../correct.ts";
import { type Mutant, refusalAs } from "./mutant.ts";

/** Lets in whom this lets in, beside those who have the token. */
function letIn(also: (authorization: string | undefined, token: string) => boolean): Mutant["behaviour"] {
  return but({
    authenticate: (request) =>
      also(request.headers.authorization, request.token) ? undefined : correct.authenticate(request),
  });
}

/** Counts requests in a note of this behaviour alone. */
function count({ memory }: Request, note: string): number {
  const counted = (memory.notes.get(note) ?? 0) + 1;
  memory.notes.set(note, counted);
  return counted;
}

export const authenticationMutants: readonly Mutant[] = [
  {
    name: "lets-in-who-sends-no-authorization",
    breaks: ["requires-authorization"],
    behaviour: letIn((value) => value === undefined),
  },
  {
    name: "lets-everybody-in",
    breaks: ["requires-authorization", "requires-bearer-scheme", "refuses-empty-token"],
    behaviour: letIn(() => true),
  },
  {
    name: "takes-any-scheme",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => /^\S+ (.*)$/.exec(value ?? "")?.[1] === token),
  },
  {
    name: "takes-a-token-without-a-scheme",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => value === token),
  },
  {
    name: "takes-an-empty-token",
    breaks: ["refuses-empty-token"],
    behaviour: letIn((value) => /^bearer *$/i.test(value ?? "")),
  },
  {
    name: "knows-bearer-in-one-letter-case-only",
    breaks: ["accepts-bearer-in-any-case"],
    behaviour: but({
      authenticate: ({ headers, token }) => (headers.authorization === `Bearer ${token}` ? undefined : unauthorized()),
    }),
  },
  {
    name: "answers-401-without-a-challenge",
    breaks: ["challenges-with-401"],
    behaviour: refusalAs(
      ({ refused }) => refused === "authentication",
      ({ message }) => json(401, { error: 401, message }),
    ),
  },
  {
    name: "echoes-the-token-in-a-header",
    breaks: ["keeps-token-secret"],
    behaviour: but({
      finish: (answer, { headers }) =>
        withHeaders(answer, { "X-Request-Authorization": headers.authorization ?? "none" }),
    }),
  },
  {
    name: "echoes-the-token-in-refusals-in-base64",
    breaks: ["keeps-token-secret"],
    behaviour: but({
      answerError: (refusal, { token }) =>
        answerError({ ...refusal, message: `${refusal.message} ${Buffer.from(`Bearer ${token}`).toString("base64")}` }),
    }),
  },
];

export const headerMutants: readonly Mutant[] = [
  {
    name: "refuses-a-charset-parameter",
    breaks: ["accepts-media-type-spellings"],
    behaviour: but({
      checkMediaType: (request) =>
        /charset/i.test(request.headers["content-type"] ?? "")
          ? refuse("media-type", 415, "No charset")
          : checkMediaType(request),
    }),
  },
  {
    name: "knows-media-types-in-lower-case-only",
    breaks: ["accepts-media-type-spellings"],
    behaviour: but({
      checkMediaType: (request) =>
        /[A-Z]/.test(request.headers["content-type"] ?? "")
          ? refuse("media-type", 415, "Unknown")
          : checkMediaType(request),
    }),
  },
  {
    name: "takes-every-media-type",
    breaks: ["refuses-other-media-types"],
    behaviour: but({ checkMediaType: () => undefined }),
  },
];

export const httpMutants: readonly Mutant[] = [
  {
    name: "demands-a-content-length",
    breaks: ["accepts-chunked-body"],
    behaviour: but({
      checkHeaders: ({ headers }) =>
        headers["transfer-encoding"] === undefined ? undefined : refuse("headers", 411, "Content-Length is needed"),
    }),
  },
  {
    name: "answers-417-to-expect-continue",
    breaks: ["survives-expect-continue"],
    behaviour: but({
      expect: (_incoming, response) => {
        response.writeHead(417, { "Content-Type": "application/json" }).end('{"error":417,"message":"No"}');
        return true;
      },
    }),
  },
  {
    name: "refuses-what-follows-a-refusal-on-its-connection",
    breaks: ["recovers-after-refusal"],
    why: "Something of the refused request is left in the parser. Only on a connection's first two requests, so that no other check sees it.",
    behaviour: but({
      checkHeaders: ({ connection }) =>
        connection.requests === 1 && connection.refusals === 1 ? refuse("fault", 400, "Out of step") : undefined,
    }),
  },
  {
    name: "answers-409-to-every-tenth-plant",
    breaks: ["accepts-every-ordinary-request"],
    behaviour: but({
      answerPlant: (plant, request) =>
        count(request, "valid") % 10 === 0
          ? json(409, { error: 409, message: "Try again" })
          : json(200, plantBody(plant)),
    }),
  },
  {
    name: "fails-every-tenth-request",
    breaks: ["accepts-every-ordinary-request", "answers-without-server-error"],
    why: "Every tenth valid request, so that no refusal is touched.",
    behaviour: but({
      answerPlant: (plant, request) =>
        count(request, "valid") % 10 === 0 ? json(503, { error: 503, message: "Busy" }) : json(200, plantBody(plant)),
    }),
  },
  {
    name: "answers-500-to-u-0000-in-a-name",
    breaks: ["answers-without-server-error"],
    behaviour: but({
      answerPlant: (plant) =>
        plant.name.includes("\u0000")
          ? json(500, { error: 500, message: "invalid byte sequence" })
          : json(200, plantBody(plant)),
    }),
  },
  {
    name: "closes-the-connection-on-an-empty-name",
    breaks: ["answers-every-request"],
    behaviour: but({ finish: (answer, { body }) => (/"name":""/.test(body.toString()) ? undefined : answer) }),
  },
];
