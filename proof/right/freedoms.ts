/** Providers that are right, each using a freedom that the document leaves. None may fail a MUST or earn a warning. */
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { type Answer, type Behaviour, type Refusal, type RefusalKind, type Request, refuse } from "../behaviour.ts";
import { answerError, but, checkMediaType, correct, json, plantBody, route, send, withHeaders } from "../correct.ts";

export interface Right {
  readonly name: string;
  readonly behaviour: Behaviour;
  /** What open points come to, worked out by hand. */
  readonly profile?: Readonly<Record<string, string>>;
}

/** Refuses one kind of request with another status. */
function statusFor(kind: RefusalKind, status: number): Behaviour {
  return but({
    answerError: (refusal: Refusal) => answerError(refusal.refused === kind ? { ...refusal, status } : refusal),
  });
}

/** Answers with the plant's JSON written in another way. */
function written(change: (text: string) => string): Behaviour {
  return but({
    answerPlant: (plant) => ({ ...json(200, plantBody(plant)), body: change(JSON.stringify(plantBody(plant))) }),
  });
}

/** Writes every 400 in another way that is an Error still. */
function errorAs(body: (refusal: Refusal) => string): Behaviour {
  return but({
    answerError: (refusal) => {
      const answer = answerError(refusal);
      return refusal.status === 400 ? { ...answer, body: body(refusal) } : answer;
    },
  });
}

/** Refuses a valid plant that breaks a constraint of this provider's own. */
export function constrained(
  status: number,
  breaks: (plant: { id: bigint; name: string; tag?: string }, request: Request) => boolean,
): Behaviour {
  return but({
    constrain: (plant, request) => (breaks(plant, request) ? refuse("constraint", status, "Not here") : undefined),
  });
}

function sent(write: (answer: Answer, response: ServerResponse) => void | Promise<void>): Behaviour {
  return but({ send: write });
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const duplicates: readonly Right[] = [
  { name: "refuses duplicates with 400", behaviour: statusFor("duplicate", 400), profile: { "duplicate-id": "400" } },
  { name: "refuses duplicates with 422", behaviour: statusFor("duplicate", 422), profile: { "duplicate-id": "422" } },
  {
    name: "overwrites duplicates",
    behaviour: but({ store: (plant, { memory }) => void memory.plants.set(String(plant.id), plant) }),
    profile: { "duplicate-id": "200", "duplicate-id-other-body": "200" },
  },
];

const authentication: readonly Right[] = [
  {
    name: "answers 403 without a token",
    behaviour: statusFor("authentication", 403),
    profile: { "missing-token": "403", "unknown-token": "403" },
  },
  {
    name: "answers 404 without a token",
    behaviour: statusFor("authentication", 404),
    profile: { "missing-token": "404" },
  },
  {
    name: "answers 400 without a token",
    behaviour: statusFor("authentication", 400),
    profile: { "missing-token": "400", "missing-token-body": "an Error" },
  },
  {
    name: "answers 401 without a body",
    behaviour: but({
      answerError: (refusal) =>
        refusal.refused === "authentication"
          ? { status: 401, headers: { "WWW-Authenticate": 'Bearer realm="plants"' }, body: "" }
          : answerError(refusal),
    }),
    profile: { "missing-token-body": "empty" },
  },
  {
    name: "takes every bearer token that is one",
    behaviour: but({
      authenticate: ({ headers }) =>
        /^bearer +[\w.~+/-]+=*$/i.test(headers.authorization ?? "") ? undefined : refuse("authentication", 401, "No"),
    }),
    profile: { "unknown-token": "200", "unknown-token-body": "a Plant", "malformed-token": "401" },
  },
];

const constraints: readonly Right[] = [
  {
    name: "refuses names beyond 40 characters",
    behaviour: constrained(400, ({ name }) => Array.from(name).length > 40),
    profile: { "name-length": "refused above 40" },
  },
  {
    name: "refuses names beyond 255 characters with 422",
    behaviour: constrained(422, ({ name }) => name.length > 255),
    profile: { "name-length": "refused above 255" },
  },
  {
    name: "takes names of ASCII letters, digits and blanks alone",
    behaviour: constrained(400, ({ name }) => !/^[A-Za-z][A-Za-z0-9]*( [A-Za-z0-9]+)*$/.test(name)),
    profile: { "empty-name": "refused: 400" },
  },
  {
    name: "wants names to be unique",
    behaviour: constrained(409, ({ name }, { memory }) =>
      [...memory.plants.values()].some((plant) => plant.name === name),
    ),
  },
  {
    name: "refuses ids below 1",
    behaviour: constrained(400, ({ id }) => id < 1n),
    profile: { "id-zero": "refused: 400", "negative-id": "refused: 400", "smallest-id": "refused: 400" },
  },
  {
    name: "refuses tags beyond 12 letters",
    behaviour: constrained(400, ({ tag }) => (tag ?? "").length > 12),
    profile: { "tag-length": "refused at 40" },
  },
  {
    name: "refuses unknown members",
    behaviour: but({
      parse: (text, request) => {
        const value = correct.parse(text, request);
        const unknown =
          "type" in value &&
          value.type === "object" &&
          [...value.members().keys()].some((name) => !["id", "name", "tag"].includes(name));
        return unknown ? refuse("not-a-new-plant", 400, "An unknown member") : value;
      },
    }),
    profile: { "unknown-members": "refused: 400", "deep-nesting": "refused: 400" },
  },
  {
    name: "refuses bodies beyond 100 KiB",
    behaviour: but({
      decode: (request) =>
        request.body.length > 102_400 ? refuse("limit", 413, "Too large") : correct.decode(request),
    }),
    profile: { "body-size": "64 KiB accepted, 1 MiB refused: 413" },
  },
  {
    name: "refuses unknown queries",
    behaviour: but({
      route: (request) => (request.query === undefined ? route(request) : refuse("limit", 400, "No query")),
    }),
    profile: { "unknown-query": "refused: 400" },
  },
  {
    name: "takes a body without Content-Type",
    behaviour: but({
      checkMediaType: (request) =>
        request.headers["content-type"] === undefined ? undefined : checkMediaType(request),
    }),
    profile: { "no-content-type": "accepted" },
  },
];

const writings: readonly Right[] = [
  {
    name: "answers with a charset and in capitals",
    behaviour: but({ finish: (answer) => withHeaders(answer, { "Content-Type": "Application/JSON; Charset=UTF-8" }) }),
  },
  { name: "writes JSON over several lines", behaviour: written((text) => JSON.stringify(JSON.parse(text), null, 2)) },
  {
    name: "writes every character as an escape",
    behaviour: written((text) =>
      text.replaceAll(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ),
  },
  {
    name: "adds members to Error",
    behaviour: errorAs(({ message }) => JSON.stringify({ error: 400, message, details: [null, 1.5], timestamp: 1e21 })),
  },
  {
    name: "writes error as a number that is an integer by its value",
    behaviour: errorAs(() => '{"error":4.0e2,"message":""}'),
    profile: { "error-values": "400", "error-equals-status": "always" },
  },
  {
    name: "writes error as an int32 of its own",
    behaviour: errorAs(() => '{"error":-2147483648,"message":"x"}'),
    profile: { "error-values": "-2147483648", "error-equals-status": "never" },
  },
  {
    name: "speaks of versions and limits in headers",
    behaviour: but({ finish: (answer) => withHeaders(answer, { "X-API-Version": "1", "RateLimit-Limit": "100" }) }),
    profile: { "version-headers": "ratelimit-limit, x-api-version" },
  },
];

const transports: readonly Right[] = [
  {
    name: "closes every connection",
    behaviour: but({ finish: (answer) => withHeaders(answer, { Connection: "close" }) }),
  },
  {
    name: "answers in chunks",
    behaviour: sent((answer, response) => {
      response.writeHead(answer.status, answer.headers as Record<string, string>);
      response.write(answer.body.slice(0, 3));
      response.end(answer.body.slice(3));
    }),
  },
  {
    name: "takes its time",
    behaviour: but({
      finish: async (answer) => {
        await pause(5);
        return answer;
      },
    }),
  },
  {
    name: "compresses without being asked, which HTTP allows",
    behaviour: sent((answer, response) =>
      send({ ...withHeaders(answer, { "Content-Encoding": "gzip" }), body: gzipSync(answer.body) }, response),
    ),
  },
  {
    name: "gives hints before it answers",
    behaviour: sent((answer, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      send(answer, response);
    }),
  },
  {
    name: "asks to wait a moment after fifty requests",
    behaviour: but({
      finish: (answer, { memory }) => {
        const count = (memory.notes.get("all") ?? 0) + 1;
        memory.notes.set("all", count);
        return count === 50 ? withHeaders(json(429, { error: 429, message: "Wait" }), { "Retry-After": "1" }) : answer;
      },
    }),
    profile: { "rate-limit": "429 with Retry-After" },
  },
  {
    name: "answers GET",
    behaviour: but({
      route: (request) =>
        request.method === "GET" && request.path === "/plants" ? refuse("other-method", 200, "[]") : route(request),
    }),
    profile: { "method-get": "200" },
  },
];

export const rights: readonly Right[] = [...duplicates, ...authentication, ...constraints, ...writings, ...transports];
