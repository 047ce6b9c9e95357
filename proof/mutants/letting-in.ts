/** Mutants that accept requests without the bearer token, or refuse requests with it. */
import type { Behaviour, Request } from "../behaviour.ts";
import { answerError, but, correct, json, unauthorized } from "../correct.ts";
import { type Mutant, refusalAs } from "./mutant.ts";

/** Accepts these values of Authorization as well as the token. */
function letIn(also: (authorization: string | undefined, token: string) => boolean): Behaviour {
  return but({
    authenticate: (request) =>
      also(request.headers.authorization, request.token) ? undefined : correct.authenticate(request),
  });
}

/** Accepts the requests that this applies to as well as those with the token. */
function letInRequest(applies: (request: Request) => boolean): Behaviour {
  return but({ authenticate: (request) => (applies(request) ? undefined : correct.authenticate(request)) });
}

/** The user and the password of a Basic Authorization. */
function basicOf(authorization = ""): readonly string[] {
  const [, credentials] = /^Basic ([\w+/]+=*)$/.exec(authorization) ?? [];
  return credentials === undefined ? [] : Buffer.from(credentials, "base64").toString("utf8").split(":");
}

/** A POST without a name and without Authorization. */
const isLetOffWith204 = ({ headers, method, body }: Request): boolean =>
  method === "POST" && headers.authorization === undefined && !body.includes('"name"');

/** How many consecutive requests had no Authorization, including this one. */
function inARow({ headers, memory }: Request): number {
  const before = memory.notes.get("without a token") ?? 0;
  const now = headers.authorization === undefined ? before + 1 : 0;
  memory.notes.set("without a token", now);
  return now;
}

const bodyKey = ({ body }: Request): string => `accepted ${body.toString("latin1")}`;

/** Whether the request has no Authorization, and a plant with the same body was accepted. */
function isKnown(request: Request): boolean {
  return request.headers.authorization === undefined && request.memory.notes.has(bodyKey(request));
}

export const lettingInMutants: readonly Mutant[] = [
  {
    name: "lets-in-who-sends-no-authorization",
    breaks: ["requires-authorization"],
    behaviour: letIn((value) => value === undefined),
  },
  {
    name: "answers-202-without-authorization",
    breaks: ["requires-authorization"],
    why: "It is put aside for later, which is a success.",
    behaviour: refusalAs(
      ({ refused }, { headers }) => refused === "authentication" && headers.authorization === undefined,
      () => json(202, {}),
    ),
  },
  {
    name: "lets-everybody-in",
    breaks: ["requires-authorization", "requires-bearer-scheme", "refuses-empty-token"],
    behaviour: letIn(() => true),
  },
  {
    name: "lets-in-any-authorization",
    breaks: ["requires-bearer-scheme", "refuses-empty-token"],
    why: "The gateway that looks at it is not there yet.",
    behaviour: letIn((value) => value !== undefined),
  },
  {
    name: "takes-any-scheme",
    breaks: ["requires-bearer-scheme"],
    why: "It splits at the space and reads what follows.",
    behaviour: letIn((value, token) => /^\S+ (.*)$/.exec(value ?? "")?.[1] === token),
  },
  {
    name: "takes-basic-with-the-token",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => value === `Basic ${token}`),
  },
  {
    name: "takes-basic-in-capitals-with-the-token",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => value === `BASIC ${token}`),
  },
  {
    name: "takes-the-scheme-of-its-first-version",
    breaks: ["requires-bearer-scheme"],
    why: "Drafts of OAuth 2.0 called it `OAuth`.",
    behaviour: letIn((value, token) => value === `OAuth ${token}`),
  },
  {
    name: "takes-bearer-with-a-colon",
    breaks: ["requires-bearer-scheme"],
    why: "Written as a field of its own.",
    behaviour: letIn((value, token) => value === `Bearer: ${token}`),
  },
  {
    name: "takes-basic-with-the-token-as-user",
    breaks: ["requires-bearer-scheme"],
    why: "As payment services do.",
    behaviour: letIn((value, token) => basicOf(value)[0] === token),
  },
  {
    name: "takes-basic-with-the-token-as-password",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => basicOf(value)[1] === token),
  },
  {
    name: "takes-an-empty-authorization-for-an-internal-call",
    breaks: ["requires-bearer-scheme"],
    why: "A gateway empties the field of requests that it has let in.",
    behaviour: letIn((value) => value === ""),
  },
  {
    name: "lets-in-who-repeats-a-refused-request",
    breaks: ["requires-authorization"],
    why: "What was refused is kept for a client that comes back with a token, and found without one.",
    behaviour: letInRequest(({ headers, body, memory }) => {
      if (headers.authorization !== undefined || body.length === 0) return false;
      const key = `refused ${body.toString("latin1")}`;
      const isKept = memory.notes.has(key);
      memory.notes.set(key, 1);
      return isKept;
    }),
  },
  {
    name: "lets-in-the-second-request-in-a-row-without-authorization",
    breaks: ["requires-authorization"],
    why: "A failed handler stays in its place for one request more, and is taken for one that let somebody in.",
    behaviour: letInRequest((request) => inARow(request) === 2),
  },
  {
    name: "lets-in-the-third-request-in-a-row-without-authorization",
    breaks: ["requires-authorization"],
    why: "Three failures open the breaker before the service of tokens, and an open one asks nobody.",
    behaviour: letInRequest((request) => inARow(request) === 3),
  },
  {
    name: "gives-who-sends-no-authorization-what-it-answered-to-the-same-body",
    breaks: ["requires-authorization"],
    why: "A store of answers before the filter, by a digest of the body.",
    behaviour: but({
      authenticate: (request) => (isKnown(request) ? undefined : correct.authenticate(request)),
      store: (plant, request) => {
        if (isKnown(request)) return undefined;
        const refused = correct.store(plant, request);
        if (refused === undefined) request.memory.notes.set(bodyKey(request), 1);
        return refused;
      },
    }),
  },
  {
    name: "takes-schemes-that-begin-like-bearer",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => /^Bearer\w* (.*)$/.exec(value ?? "")?.[1] === token),
  },
  {
    name: "takes-a-token-without-a-scheme",
    breaks: ["requires-bearer-scheme"],
    why: "It takes the word Bearer off, if it is there.",
    behaviour: letIn((value, token) => value === token),
  },
  {
    name: "finds-the-token-anywhere-in-the-header",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => value?.includes(token) === true),
  },
  {
    name: "finds-bearer-anywhere-in-the-header",
    breaks: ["requires-bearer-scheme"],
    why: "An expression without a beginning.",
    behaviour: letIn((value, token) => /bearer (\S+)/i.exec(value ?? "")?.[1] === token),
  },
  {
    name: "takes-schemes-for-keys",
    breaks: ["requires-bearer-scheme"],
    why: "Token of Django, JWT of older libraries, and keys of gateways.",
    behaviour: letIn((value, token) => /^(?:Token|JWT|ApiKey) (.*)$/.exec(value ?? "")?.[1] === token),
  },
  {
    name: "takes-basic-in-lower-case-and-capitals",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => new RegExp("^basic (.*)$", "i").exec(value ?? "")?.[1] === token),
  },
  {
    name: "needs-no-space-after-bearer",
    breaks: ["requires-bearer-scheme"],
    why: "It takes off six letters, and trims what is left.",
    behaviour: letIn((value, token) => value === `Bearer${token}`),
  },
  {
    name: "takes-the-response-of-a-digest",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => value?.startsWith("Digest ") === true && value.includes(token)),
  },
  {
    name: "remembers-the-token-of-a-connection",
    breaks: ["requires-authorization"],
    why: "As NTLM does, and pools of connections behind a proxy.",
    behaviour: letInRequest(
      ({ headers, connection }) => headers.authorization === undefined && connection.requests > connection.refusals,
    ),
  },
  {
    name: "asks-no-token-of-chunked-requests",
    breaks: ["requires-authorization"],
    why: "A filter that looks at the request once its length is known.",
    behaviour: letInRequest(
      ({ headers }) => headers.authorization === undefined && headers["transfer-encoding"] === "chunked",
    ),
  },
  {
    name: "asks-no-token-of-media-types-with-parameters",
    breaks: ["requires-authorization"],
    why: "The filter is registered for one media type by its text.",
    behaviour: letInRequest(
      ({ headers }) => headers.authorization === undefined && headers["content-type"]?.includes(";") === true,
    ),
  },
  {
    name: "answers-204-to-wrong-bodies-without-authorization",
    breaks: ["requires-authorization"],
    why: "What nobody may send is dropped, and said to be done.",
    behaviour: but({
      authenticate: (request) => (isLetOffWith204(request) ? undefined : correct.authenticate(request)),
      answerError: (refusal, request) =>
        isLetOffWith204(request) ? { ...json(204, null), body: "" } : answerError(refusal),
    }),
  },
  {
    name: "takes-an-empty-token",
    breaks: ["refuses-empty-token"],
    behaviour: letIn((value) => /^bearer *$/i.test(value ?? "")),
  },
  {
    name: "compares-as-much-of-the-token-as-was-sent",
    breaks: ["refuses-empty-token"],
    why: "Of an empty token nothing is compared.",
    behaviour: letIn((value, token) => token.startsWith(/^bearer(?: +|$)(.*)$/i.exec(value ?? "")?.[1] ?? "no token")),
  },
  {
    name: "knows-bearer-in-one-letter-case-only",
    breaks: ["accepts-bearer-in-any-case"],
    behaviour: but({
      authenticate: ({ headers, token }) => (headers.authorization === `Bearer ${token}` ? undefined : unauthorized()),
    }),
  },
  {
    name: "knows-bearer-in-two-letter-cases-only",
    breaks: ["accepts-bearer-in-any-case"],
    behaviour: but({
      authenticate: ({ headers, token }) =>
        [`Bearer ${token}`, `bearer ${token}`].includes(headers.authorization ?? "") ? undefined : unauthorized(),
    }),
  },
];
