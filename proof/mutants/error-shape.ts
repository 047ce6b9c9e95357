/** Mutants whose 400 is JSON but not an Error: always, or only for one kind of refusal. */
import type { Behaviour, RefusalKind } from "../behaviour.ts";
import { answerError, json } from "../correct.ts";
import { type Mutant, errorAs, kindAs, refusalAs, refusing } from "./mutant.ts";

/** Every 400 has another shape. */
function always(name: string, body: (message: string) => unknown, why?: string): Mutant {
  const reason = why === undefined ? {} : { why };
  return { name, breaks: ["error-shape"], ...reason, behaviour: errorAs(({ message }) => body(message)) };
}

/** The 400 for one kind of refusal has another shape. */
function onlyFor(kind: RefusalKind, name: string, body: unknown, why?: string): Mutant {
  const reason = why === undefined ? {} : { why };
  return { name, breaks: ["error-shape"], ...reason, behaviour: kindAs(kind, () => json(400, body)) };
}

/** A refusal by the provider's choice is a 400 of another shape. */
function chosen(name: string, behaviour: Behaviour, why?: string): Mutant {
  return { name, breaks: ["error-shape"], behaviour, ...(why === undefined ? {} : { why }) };
}

const detail = (): ReturnType<typeof json> => json(400, { detail: "Value error" });

const shapes: readonly Mutant[] = [
  always("leaves-error-out", (message) => ({ message })),
  always("leaves-the-message-out", () => ({ error: 400 })),
  always("writes-error-as-a-string", (message) => ({ error: "400", message })),
  always(
    "writes-error-as-a-word",
    (message) => ({ statusCode: 400, error: "Bad Request", message }),
    "Fastify, NestJS and Spring Boot as they come.",
  ),
  always("writes-error-as-true", (message) => ({ error: true, message })),
  always("writes-error-as-null", (message) => ({ error: null, message })),
  always("writes-error-as-an-object", (message) => ({ error: { code: 400, message } })),
  always("writes-error-beyond-int32", (message) => ({ error: 3_000_000_000, message })),
  always("writes-error-one-above-int32", (message) => ({ error: 2_147_483_648, message })),
  always("writes-error-one-below-int32", (message) => ({ error: -2_147_483_649, message })),
  always(
    "writes-error-as-a-time",
    (message) => ({ error: 1_795_219_200_000, message }),
    "Milliseconds, to find the entry in a log.",
  ),
  always("writes-error-as-a-fraction", (message) => ({ error: 400.5, message }), "A code and the code below it."),
  always("writes-message-as-null", () => ({ error: 400, message: null })),
  always("writes-messages-as-a-list", (message) => ({ error: 400, message: [message] }), "class-validator does."),
  always("writes-messages-as-an-object", (message) => ({ error: 400, message: { body: message } })),
  always("writes-member-names-of-errors-in-capitals", (message) => ({ Error: 400, Message: message })),
  always("answers-a-list-of-errors", (message) => [{ error: 400, message }]),
  always("wraps-errors-in-errors", (message) => ({ errors: [{ error: 400, message }] }), "JSON:API."),
  always("answers-the-message-alone", (message) => message, "A JSON string."),
  {
    name: "writes-error-as-a-fraction-that-a-double-rounds-away",
    breaks: ["error-shape"],
    behaviour: refusalAs(
      ({ status }) => status === 400,
      (refusal) => {
        const answer = answerError(refusal);
        return { ...answer, body: String(answer.body).replace("400", "400.00000000000000000001") };
      },
    ),
  },
];

const forOneKind: readonly Mutant[] = [
  onlyFor("not-json", "answers-another-shape-to-malformed-json-alone", { detail: "JSON parse error" }),
  onlyFor("no-body", "answers-another-shape-to-an-empty-body-alone", { detail: "No body" }),
  onlyFor("not-utf8", "answers-another-shape-to-bytes-that-are-not-utf-8-alone", { detail: "codec" }),
  onlyFor(
    "not-a-new-plant",
    "answers-another-shape-to-what-is-no-plant-alone",
    { detail: [{ loc: ["body", "name"], msg: "Field required" }] },
    "The validator's own answer.",
  ),
  onlyFor("duplicate", "answers-another-shape-to-duplicates-alone", { error: "duplicate" }),
  onlyFor("authentication", "answers-another-shape-without-a-token-alone", { code: 401 }),
  onlyFor("media-type", "answers-another-shape-to-other-media-types-alone", { detail: "Unsupported" }),
  chosen(
    "answers-another-shape-to-malformed-tokens-alone",
    refusalAs(
      ({ refused }, { headers }) => refused === "authentication" && /^Bearer \S+ /.test(headers.authorization ?? ""),
      () => json(400, { error: "invalid_request" }),
    ),
    "RFC 6750 gives such a token a 400, and its libraries give it a body of their own.",
  ),
  chosen(
    "answers-another-shape-to-unknown-members-alone",
    refusing(400, (_plant, { body }) => body.includes('"colour"'), detail),
    "A strict binder refuses them before the provider does.",
  ),
  chosen(
    "answers-another-shape-to-long-names-alone",
    refusing(400, ({ name }) => name.length > 255, detail),
  ),
  chosen(
    "answers-another-shape-to-long-tags-alone",
    refusing(400, ({ tag = "" }) => tag.length > 255, detail),
  ),
  chosen(
    "answers-another-shape-to-negative-ids-alone",
    refusing(400, ({ id }) => id < 0n, detail),
  ),
  chosen(
    "answers-another-shape-to-the-id-0-alone",
    refusing(400, ({ id }) => id === 0n, detail),
    "Not set, to a framework that cannot tell.",
  ),
  chosen(
    "answers-another-shape-to-control-characters-alone",
    refusing(400, ({ name }) => name.includes("\u0000"), detail),
    "The database refuses U+0000.",
  ),
  chosen(
    "answers-another-shape-to-blank-tags-alone",
    refusing(400, ({ tag }) => tag?.trim() === "", detail),
  ),
  chosen(
    "answers-another-shape-to-unknown-queries-alone",
    refusing(400, (_plant, { query }) => query !== undefined, detail),
  ),
];

export const errorShapeMutants: readonly Mutant[] = [...shapes, ...forOneKind];
