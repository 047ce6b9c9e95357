/** Mutants that refuse an invalid plant with another status than 400, fail on a request, or do not answer it. */
import type { Behaviour, NewPlant, RefusalKind, Request } from "../behaviour.ts";
import { answerError, but, correct, json, plantBody, withHeaders } from "../correct.ts";
import { type Mutant, kindAs, refusalAs, refusing, statusAs } from "./mutant.ts";

/** Refuses invalid plants of one kind with another status. */
function otherStatus(kind: RefusalKind, status: number, name: string, why?: string): Mutant {
  const reason = why === undefined ? {} : { why };
  return { name, breaks: ["refuses-with-400"], ...reason, behaviour: statusAs(kind, status) };
}

/** Answers 500 to invalid plants of one kind. */
function crash(kind: RefusalKind, name: string): Mutant {
  return { name, breaks: ["refuses-with-400", "answers-without-server-error"], behaviour: statusAs(kind, 500) };
}

/** Answers 5xx to a valid plant with an odd value, or to an odd request: the result is open, but a crash is a fault. */
function fails(name: string, applies: (plant: NewPlant, request: Request) => boolean, why?: string): Mutant {
  const reason = why === undefined ? {} : { why };
  return { name, breaks: ["answers-without-server-error"], ...reason, behaviour: refusing(500, applies) };
}

/** Does not answer some requests. */
function unanswered(applies: (request: Request, status: number) => boolean, how: undefined | "never"): Behaviour {
  return but({ finish: (answer, request) => (applies(request, answer.status) ? how : answer) });
}

const refusals: readonly Mutant[] = [
  otherStatus("not-a-new-plant", 422, "answers-422-to-what-is-no-plant", "FastAPI, Rails and Laravel as they come."),
  otherStatus("not-json", 422, "answers-422-to-malformed-json"),
  otherStatus("no-body", 406, "answers-406-to-an-empty-body"),
  otherStatus("not-utf8", 415, "answers-415-to-bytes-that-are-not-utf-8", "Express does, for a charset."),
  {
    name: "answers-422-to-ids-beyond-int64-alone",
    breaks: ["refuses-with-400"],
    behaviour: refusalAs(
      ({ message }) => message === "id is beyond int64",
      (refusal) => answerError({ ...refusal, status: 422 }),
    ),
  },
  {
    name: "redirects-refusals-to-the-form",
    breaks: ["refuses-with-400"],
    why: "Laravel sends a browser back to where it came from, and takes every client for one.",
    behaviour: kindAs("not-a-new-plant", (refusal) =>
      withHeaders(answerError({ ...refusal, status: 302 }), { Location: "/" }),
    ),
  },
  crash("not-json", "answers-500-to-malformed-json"),
  crash("not-a-new-plant", "answers-500-to-what-is-no-plant"),
  crash("no-body", "answers-500-to-an-empty-body"),
  crash("not-utf8", "answers-500-to-bytes-that-are-not-utf-8"),
  {
    name: "answers-500-to-ids-beyond-int64",
    breaks: ["refuses-with-400", "answers-without-server-error"],
    why: "The overflow is thrown where nobody catches it.",
    behaviour: refusalAs(
      ({ message }) => message === "id is beyond int64",
      (refusal) => answerError({ ...refusal, status: 500 }),
    ),
  },
];

const serverErrors: readonly Mutant[] = [
  {
    name: "answers-500-to-duplicates",
    breaks: ["answers-without-server-error"],
    behaviour: statusAs("duplicate", 500),
  },
  {
    name: "answers-500-to-other-media-types",
    breaks: ["answers-without-server-error"],
    why: "It is not a success, so nothing but the crash is wrong.",
    behaviour: statusAs("media-type", 500),
  },
  {
    name: "answers-500-without-a-token",
    breaks: ["answers-without-server-error"],
    why: "The filter in front reads the header without asking whether it is there.",
    behaviour: statusAs("authentication", 500),
  },
  fails("answers-500-to-u-0000-in-a-name", ({ name }) => name.includes("\u0000"), "PostgreSQL has no U+0000."),
  fails("answers-500-to-lone-surrogates", ({ name }) => /\p{Surrogate}/u.test(name), "Python cannot encode them."),
  fails("answers-500-to-emoji", ({ name }) => /[\u{10000}-\u{10ffff}]/u.test(name), "MySQL's utf8 of three bytes."),
  fails("answers-500-to-names-beyond-255-characters", ({ name }) => name.length > 255, "A column's width."),
  fails("answers-500-to-tags-beyond-50-characters", ({ tag = "" }) => tag.length > 50),
  fails("answers-500-to-empty-names", ({ name }) => name === "", "The first letter is read."),
  fails("answers-500-to-negative-ids", ({ id }) => id < 0n, "An unsigned column."),
  fails("answers-500-to-the-id-0", ({ id }) => id === 0n),
  fails("answers-500-to-unknown-members", (_plant, { body }) => body.includes('"colour"')),
  fails("answers-500-to-deep-nesting", (_plant, { body }) => body.includes("[[[["), "A stack runs over."),
  fails("answers-503-to-bodies-of-a-mebibyte", (_plant, { body }) => body.length > 1_000_000),
  fails("answers-500-to-unknown-queries", (_plant, { query }) => query !== undefined),
  {
    name: "answers-500-to-ids-beyond-32-bits",
    breaks: ["answers-without-server-error", "accepts-every-positive-id"],
    why: "An INTEGER column under a type of 64 bits.",
    behaviour: refusing(500, ({ id }) => id > 2n ** 31n - 1n),
  },
];

const noAnswers: readonly Mutant[] = [
  {
    name: "closes-the-connection-on-an-empty-name",
    breaks: ["answers-every-request"],
    behaviour: unanswered(({ body }) => body.includes('"name":""'), undefined),
  },
  {
    name: "closes-the-connection-on-duplicates",
    breaks: ["answers-every-request"],
    behaviour: unanswered((_request, status) => status === 409, undefined),
  },
  {
    name: "closes-the-connection-on-other-media-types",
    breaks: ["answers-every-request"],
    behaviour: unanswered((_request, status) => status === 415, undefined),
  },
  {
    name: "closes-the-connection-on-who-has-no-token",
    breaks: ["answers-every-request"],
    why: "A firewall drops what it does not like. What is never answered is not taken, so the MUSTs are met.",
    behaviour: unanswered((_request, status) => status === 401, undefined),
  },
  {
    name: "closes-the-connection-in-place-of-400",
    breaks: ["refuses-with-400", "answers-every-request"],
    why: "The process dies of what it cannot read, and is started again.",
    behaviour: unanswered((_request, status) => status === 400, undefined),
  },
  {
    name: "never-answers-duplicates",
    breaks: ["answers-every-request"],
    isSilent: true,
    why: "A lock that nobody gives back.",
    behaviour: unanswered((_request, status) => status === 409, "never"),
  },
  {
    name: "never-answers-an-empty-body",
    breaks: ["refuses-with-400", "answers-every-request"],
    isSilent: true,
    why: "It waits for the bytes of a body that has none.",
    behaviour: unanswered(({ method, body }) => method === "POST" && body.length === 0, "never"),
  },
  {
    name: "never-answers-bodies-from-256-kib-on",
    breaks: ["answers-every-request"],
    isSilent: true,
    why: "A buffer is full, and nobody reads on.",
    behaviour: unanswered(({ body }) => body.length >= 262_144, "never"),
  },
  {
    name: "promises-longer-refusals-than-it-sends",
    breaks: ["answers-every-request"],
    why: "Its status counts. Its body never arrives whole, so that nothing can be said of the Error.",
    exitCode: 3,
    behaviour: but({
      send: (answer, response) => {
        const more = answer.status === 400 ? 10 : 0;
        const length = { "Content-Length": String(Buffer.byteLength(answer.body) + more), Connection: "close" };
        response.writeHead(answer.status, { ...answer.headers, ...length } as Record<string, string>);
        response.end(answer.body);
      },
    }),
  },
  {
    name: "writes-something-else-than-http-on-an-empty-tag",
    breaks: ["answers-every-request"],
    why: "A message for the log goes to the client.",
    behaviour: but({
      send: (answer, response, socket) => {
        if (answer.headers["X-Trace"] === undefined) return correct.send(answer, response, socket);
        socket.end("Traceback (most recent call last):\n");
      },
      answerPlant: (plant, request) =>
        plant.tag === ""
          ? withHeaders(json(200, plantBody(plant)), { "X-Trace": "1" })
          : correct.answerPlant(plant, request),
    }),
  },
];

export const statusMutants: readonly Mutant[] = [...refusals, ...serverErrors, ...noAnswers];
