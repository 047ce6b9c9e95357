/** Mutants wrong about the token: whom they let in, how they challenge, and where they show it. */
import type { Answer, Behaviour, Request } from "../behaviour.ts";
import { answerError, but, correct, json, plantBody, unauthorized, withHeaders } from "../correct.ts";
import { type Mutant, refusalAs } from "./mutant.ts";

/** Lets in whom this lets in, beside those who have the token. */
function letIn(also: (authorization: string | undefined, token: string) => boolean): Behaviour {
  return but({
    authenticate: (request) =>
      also(request.headers.authorization, request.token) ? undefined : correct.authenticate(request),
  });
}

/** Lets in requests that this applies to, beside those who have the token. */
function letInRequest(applies: (request: Request) => boolean): Behaviour {
  return but({ authenticate: (request) => (applies(request) ? undefined : correct.authenticate(request)) });
}

/** A body without a name, from who has not said who they are. */
const isLetOffWith204 = ({ headers, method, body }: Request): boolean =>
  method === "POST" && headers.authorization === undefined && !body.includes('"name"');

/** Answers who is not let in without a challenge, where this applies. */
function unchallenged(applies: (request: Request) => boolean): Behaviour {
  return refusalAs(
    ({ refused }, request) => refused === "authentication" && applies(request),
    ({ message }) => json(401, { error: 401, message }),
  );
}

/** Changes every answer, or those that this applies to. */
function shows(change: (answer: Answer, request: Request) => Answer): Behaviour {
  return but({ finish: change });
}

const authorizationOf = ({ headers }: Request): string => headers.authorization ?? "none";

const lettingIn: readonly Mutant[] = [
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
    name: "lets-in-whoever-sends-an-authorization",
    breaks: ["requires-bearer-scheme", "refuses-empty-token"],
    why: "The gateway that looks at it is not there yet.",
    behaviour: letIn((value) => value !== undefined),
  },
  {
    name: "takes-any-scheme",
    breaks: ["requires-bearer-scheme"],
    why: "It splits at the blank and reads what follows.",
    behaviour: letIn((value, token) => /^\S+ (.*)$/.exec(value ?? "")?.[1] === token),
  },
  {
    name: "takes-basic-with-the-token",
    breaks: ["requires-bearer-scheme"],
    behaviour: letIn((value, token) => value === `Basic ${token}`),
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
    name: "needs-no-blank-after-bearer",
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

const challenges: readonly Mutant[] = [
  { name: "answers-401-without-a-challenge", breaks: ["challenges-with-401"], behaviour: unchallenged(() => true) },
  {
    name: "challenges-only-where-a-token-was-sent",
    breaks: ["challenges-with-401"],
    behaviour: unchallenged(({ headers }) => headers.authorization === undefined),
  },
  {
    name: "challenges-only-where-no-token-was-sent",
    breaks: ["challenges-with-401"],
    behaviour: unchallenged(({ headers }) => headers.authorization !== undefined),
  },
  {
    name: "answers-duplicates-with-401",
    breaks: ["challenges-with-401"],
    why: "It takes the plant for somebody else's. A 401 is for who has to show a token, and says how.",
    behaviour: refusalAs(
      ({ refused }) => refused === "duplicate",
      ({ message }) => json(401, { error: 401, message }),
    ),
  },
];

const showing: readonly Mutant[] = [
  {
    name: "echoes-the-token-in-a-header",
    breaks: ["keeps-token-secret"],
    behaviour: shows((answer, request) => withHeaders(answer, { "X-Request-Authorization": authorizationOf(request) })),
  },
  {
    name: "sets-the-token-as-a-cookie",
    breaks: ["keeps-token-secret"],
    behaviour: shows((answer, { token }) =>
      answer.status === 200 ? withHeaders(answer, { "Set-Cookie": `session=${token}; HttpOnly` }) : answer,
    ),
  },
  {
    name: "echoes-the-authorization-in-400s",
    breaks: ["keeps-token-secret"],
    behaviour: but({
      answerError: (refusal, request) =>
        answerError({ ...refusal, message: `${refusal.message}; the headers were ${authorizationOf(request)}` }),
    }),
  },
  {
    name: "echoes-the-authorization-in-401s",
    breaks: ["keeps-token-secret"],
    why: "A token in a scheme that is not known is a token all the same.",
    behaviour: refusalAs(
      ({ refused }) => refused === "authentication",
      (refusal, request) => answerError({ ...refusal, message: `${authorizationOf(request)} is not known` }),
    ),
  },
  {
    name: "echoes-the-token-in-a-challenge",
    breaks: ["keeps-token-secret"],
    behaviour: refusalAs(
      ({ refused }) => refused === "authentication",
      (refusal, request) =>
        withHeaders(answerError(refusal), {
          "WWW-Authenticate": `Bearer error="invalid_token", error_description="${authorizationOf(request)}"`,
        }),
    ),
  },
  {
    name: "echoes-the-headers-in-405s",
    breaks: ["keeps-token-secret"],
    why: "The error page of a development server.",
    behaviour: refusalAs(
      ({ refused }) => refused === "other-method",
      (_refusal, { headers }) => json(405, { headers }),
    ),
  },
  {
    name: "echoes-the-token-in-refusals-in-base64",
    breaks: ["keeps-token-secret"],
    behaviour: but({
      answerError: (refusal, request) =>
        answerError({
          ...refusal,
          message: `${refusal.message} ${Buffer.from(authorizationOf(request)).toString("base64")}`,
        }),
    }),
  },
  {
    name: "echoes-the-authorization-in-mixed-escapes",
    breaks: ["keeps-token-secret"],
    why: "One escaper after the other, each for characters of its own.",
    behaviour: shows((answer, request) =>
      withHeaders(answer, {
        "X-Request-Authorization": authorizationOf(request).replaceAll("-", "\\u002d").replaceAll("o", "&#x6F;"),
      }),
    ),
  },
  {
    name: "names-the-token-in-hexadecimal-in-plants",
    breaks: ["keeps-token-secret", "plant-has-no-other-members"],
    behaviour: but({
      answerPlant: (plant, { token }) =>
        json(200, { ...plantBody(plant), createdBy: Buffer.from(token).toString("hex") }),
    }),
  },
];

export const authenticationMutants: readonly Mutant[] = [...lettingIn, ...challenges, ...showing];
