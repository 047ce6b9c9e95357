/** "The response for a missing or invalid token: not shown". Its format, lifetime and scope are not shown either. */
import { type Refusal, type Request, refuse } from "../behaviour.ts";
import { answerError, authenticate, but, json, route, store, withHeaders } from "../correct.ts";
import { type Right, answeredBy, page, statusFor, withEveryAnswer } from "./right.ts";

/** Answers another status to an unknown bearer token, or to a token that breaks the grammar. */
function forToken(status: (isToken: boolean) => number): (request: Request) => Refusal | undefined {
  return (request) => {
    const refused = authenticate(request);
    const [, token] = /^bearer +(.+)$/iu.exec(request.headers.authorization ?? "") ?? [];
    if (refused === undefined || token === undefined) return refused;
    return { ...refused, status: status(/^[\w.~+/-]+=*$/u.test(token)) };
  };
}

function challenging(challenges: string | readonly string[]): Right["behaviour"] {
  return answeredBy("authentication", (refusal) =>
    withHeaders(answerError(refusal), { "WWW-Authenticate": challenges }),
  );
}

const statuses: readonly Right[] = [
  {
    name: "answers 403 without a token",
    behaviour: statusFor("authentication", 403),
    profile: { "missing-token": "403", "unknown-token": "403", "malformed-token": "403" },
  },
  {
    name: "answers 404 without a token",
    behaviour: statusFor("authentication", 404),
    profile: { "missing-token": "404", "unknown-token": "404" },
  },
  {
    name: "answers 400 without a token",
    behaviour: statusFor("authentication", 400),
    profile: { "missing-token": "400", "missing-token-body": "an Error" },
  },
  {
    name: "sends who has no token to a page where one is given",
    behaviour: answeredBy("authentication", () => page(302, { Location: "https://login.invalid/" })),
    profile: { "missing-token": "302", "missing-token-body": "text/html" },
  },
  {
    name: "sends who does not write `Bearer` in these letters to a page where a token is given",
    behaviour: but({
      authenticate: ({ headers, token }) =>
        headers.authorization === `Bearer ${token}` ? undefined : refuse("authentication", 302, "No token"),
      answerError: (refusal) =>
        refusal.refused === "authentication" ? page(302, { Location: "https://login.invalid/" }) : answerError(refusal),
    }),
    profile: { "missing-token": "302", "missing-token-body": "text/html" },
    warns: ["accepts-bearer-in-any-case"],
  },
  {
    name: "answers 403 to an unknown token and 401 without one",
    behaviour: but({ authenticate: forToken(() => 403) }),
    profile: { "missing-token": "401", "unknown-token": "403", "malformed-token": "403" },
  },
  {
    name: "answers 404 to an unknown token and 401 without one",
    behaviour: but({ authenticate: forToken(() => 404) }),
    profile: { "missing-token": "401", "unknown-token": "404" },
  },
  {
    name: "answers 400 to what is not a token by its grammar",
    behaviour: but({ authenticate: forToken((isToken) => (isToken ? 401 : 400)) }),
    profile: { "malformed-token": "400", "unknown-token": "401", "malformed-token-body": "an Error" },
  },
  {
    name: "takes every bearer token that is one",
    behaviour: but({
      authenticate: ({ headers }) =>
        /^bearer +[\w.~+/-]+=*$/iu.test(headers.authorization ?? "") ? undefined : refuse("authentication", 401, "No"),
    }),
    profile: { "unknown-token": "200", "unknown-token-body": "a Plant", "malformed-token": "401" },
  },
  {
    name: "takes whatever follows the scheme as a token",
    behaviour: but({
      authenticate: ({ headers }) =>
        /^bearer +\S/iu.test(headers.authorization ?? "") ? undefined : refuse("authentication", 401, "No"),
    }),
    profile: { "unknown-token": "200", "malformed-token": "200", "malformed-token-body": "a Plant" },
  },
];

const answers: readonly Right[] = [
  {
    name: "answers 401 without a body",
    behaviour: answeredBy("authentication", () => ({
      status: 401,
      headers: { "WWW-Authenticate": 'Bearer realm="plants"' },
      body: "",
    })),
    profile: { "missing-token-body": "empty", "malformed-token-body": "empty", "unknown-token-body": "empty" },
  },
  {
    name: "answers 401 with a page",
    behaviour: answeredBy("authentication", () => page(401, { "WWW-Authenticate": "Bearer" })),
    profile: { "missing-token-body": "text/html", "unknown-token-body": "text/html" },
  },
  {
    name: "answers 401 with a problem of RFC 9457",
    behaviour: answeredBy("authentication", () => ({
      ...json(401, { title: "No token" }),
      headers: { "Content-Type": "application/problem+json", "WWW-Authenticate": "Bearer" },
    })),
    profile: { "missing-token-body": "application/problem+json" },
  },
  {
    name: "challenges with several schemes in one field",
    behaviour: challenging('Negotiate, Basic realm="plants, all", Bearer error="invalid_token"'),
  },
  {
    name: "challenges with several schemes in a field each",
    behaviour: challenging(['DPoP algs="ES256"', 'Bearer realm="plants", scope="create"']),
  },
  {
    name: "says a word in every answer that the user chose as the token",
    behaviour: withEveryAnswer({ Server: "token-of-the-right", "X-Realm": "plants; token-of-the-right" }),
  },
  {
    name: "answers 401 without a challenge",
    behaviour: answeredBy("authentication", (refusal) => json(401, { error: 401, message: refusal.message })),
    profile: { "missing-token": "401" },
    warns: ["challenges-with-401"],
  },
];

const orders: readonly Right[] = [
  {
    name: "asks for the token before it looks at the path",
    behaviour: but({ route: (request) => authenticate(request) ?? route(request) }),
    profile: { "trailing-slash": "401", "other-paths": "401", "missing-token": "401" },
  },
  {
    name: "asks for the token after it has validated the body",
    behaviour: but({ authenticate: () => undefined, constrain: (_plant, request) => authenticate(request) }),
    profile: { "missing-token": "401" },
  },
  {
    name: "asks for the token after it has looked for the id in its store",
    behaviour: but({
      authenticate: () => undefined,
      store: (plant, request) =>
        (request.memory.plants.has(String(plant.id)) ? undefined : authenticate(request)) ?? store(plant, request),
    }),
    profile: { "missing-token": "401" },
  },
  {
    name: "answers a request without Authorization before it has read the body",
    behaviour: but({
      takeOver: (incoming, response) => {
        if (incoming.headers.authorization !== undefined || incoming.method !== "POST") return false;
        response.writeHead(401, { "WWW-Authenticate": "Bearer", "Content-Length": "0" }).end();
        incoming.resume();
        return true;
      },
    }),
    profile: { "missing-token": "401", "missing-token-body": "empty", "unknown-token-body": "an Error" },
  },
];

/** Answers the next two requests that it would otherwise let in with a status, after a request that this applies to. */
function lockingOut(status: number, applies: (request: Request, isRefused: boolean) => boolean): Right["behaviour"] {
  return but({
    authenticate: (request) => {
      const { notes } = request.memory;
      const left = notes.get("locked") ?? 0;
      const refused = authenticate(request);
      if (applies(request, refused !== undefined)) notes.set("locked", 2);
      else if (left > 0) notes.set("locked", left - 1);
      return refused ?? (left > 0 ? refuse("authentication", status, "Not for a while") : undefined);
    },
  });
}

/** "The response for a missing or invalid token: not shown": nobody may be let in for a while. */
const lockouts: readonly Right[] = [
  {
    name: "answers the next two requests with 403 after a wrong token",
    behaviour: lockingOut(403, (_request, isRefused) => isRefused),
  },
  {
    name: "answers the next two requests with 401 after three in a row without Authorization",
    behaviour: lockingOut(401, ({ headers, memory: { notes } }) => {
      const inARow = headers.authorization === undefined ? (notes.get("in a row") ?? 0) + 1 : 0;
      notes.set("in a row", inARow);
      return inARow >= 3;
    }),
  },
];

export const authentication: readonly Right[] = [...statuses, ...answers, ...orders, ...lockouts];
