/** Mutants that are wrong about the token: in how they challenge, and where they show it. */
import type { ServerResponse } from "node:http";
import type { ProviderAnswer, Behaviour, Request } from "../behaviour.ts";
import { answerError, but, json, plantBody, send, withHeaders } from "../correct.ts";
import { type Mutant, refusalAs } from "./mutant.ts";

/** Answers 401 without a challenge to the requests that this applies to. */
function unchallenged(applies: (request: Request) => boolean): Behaviour {
  return refusalAs(
    ({ refused }, request) => refused === "authentication" && applies(request),
    ({ message }) => json(401, { error: 401, message }),
  );
}

/** Changes every answer, or the answers that this applies to. */
function shows(change: (answer: ProviderAnswer, request: Request) => ProviderAnswer): Behaviour {
  return but({ finish: change });
}

const authorizationOf = ({ headers }: Request): string => headers.authorization ?? "none";

const challenges: readonly Mutant[] = [
  { name: "answers-401-without-a-challenge", breaks: ["challenges-with-401"], behaviour: unchallenged(() => true) },
  {
    name: "challenges-for-basic-alone",
    breaks: ["challenges-with-401"],
    why: "A gateway's default realm is for Basic.",
    behaviour: but({
      finish: (answer) =>
        answer.status === 401 ? withHeaders(answer, { "WWW-Authenticate": 'Basic realm="b"' }) : answer,
    }),
  },
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

/** Writes the Authorization of the request into an answer, outside its header and body. */
function sends(write: (answer: ProviderAnswer, response: ServerResponse, authorization: string) => void): Behaviour {
  return but({
    send: (answer, response) => write(answer, response, response.req.headers.authorization ?? "none"),
  });
}

const fieldsOf = ({ headers }: ProviderAnswer): Record<string, string | string[]> =>
  ({ ...headers }) as Record<string, string | string[]>;

const seldomRead: readonly Mutant[] = [
  {
    name: "echoes-the-token-in-the-reason-phrase",
    breaks: ["keeps-token-secret"],
    behaviour: sends((answer, response, authorization) => {
      const length = Buffer.byteLength(answer.body);
      response.writeHead(answer.status, `Hello ${authorization}`, { ...fieldsOf(answer), "Content-Length": length });
      response.end(answer.body);
    }),
  },
  {
    name: "echoes-the-token-in-a-trailer",
    breaks: ["keeps-token-secret"],
    why: "A signature or a trace after a body that is streamed.",
    behaviour: sends((answer, response, authorization) => {
      // A trailer needs a body.
      if (answer.status === 204 || response.req.method === "HEAD") return send(answer, response);
      response.writeHead(answer.status, { ...fieldsOf(answer), Trailer: "X-Signed-For" });
      response.write(answer.body);
      response.addTrailers({ "X-Signed-For": authorization });
      response.end();
    }),
  },
  {
    name: "echoes-the-token-in-an-interim-response",
    breaks: ["keeps-token-secret"],
    behaviour: sends((answer, response, authorization) => {
      response.writeEarlyHints({ link: "</plants.css>; rel=preload", "X-For": authorization });
      send(answer, response);
    }),
  },
  {
    name: "echoes-the-token-in-the-name-of-a-header",
    breaks: ["keeps-token-secret"],
    behaviour: shows((answer, request) =>
      withHeaders(answer, { [`X-For-${authorizationOf(request).replaceAll(/[^\w-]/g, "-")}`]: "1" }),
    ),
  },
];

export const authenticationMutants: readonly Mutant[] = [...challenges, ...showing, ...seldomRead];
