/** Header fields beyond the two required: a provider may use or ignore them (RFC 9110 section 12.5). */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Behaviour, type RefusalKind, refuse } from "../behaviour.ts";
import { answerError, but, correct, withHeaders } from "../correct.ts";
import { type Right, constrained } from "./right.ts";

/** The supported codings, the best first. */
const CODINGS = [
  ["br", brotliCompressSync],
  ["gzip", gzipSync],
] as const;

function closingAfter(...kinds: readonly RefusalKind[]): Behaviour {
  return but({
    answerError: (refusal) =>
      kinds.includes(refusal.refused)
        ? withHeaders(answerError(refusal), { Connection: "close" })
        : answerError(refusal),
  });
}

export const negotiation: readonly Right[] = [
  {
    name: "writes messages in the language of the client",
    behaviour: but({
      answerError: (refusal, { headers }) => {
        const isGerman = headers["accept-language"]?.startsWith("de") === true;
        const answer = answerError(isGerman ? { ...refusal, message: "Das gef\u00e4llt mir nicht" } : refusal);
        return withHeaders(answer, { "Content-Language": isGerman ? "de" : "en", Vary: "Accept-Language" });
      },
    }),
  },
  {
    name: "names the charset where the client names some",
    behaviour: but({
      finish: (answer, { headers }) =>
        headers["accept-charset"] === undefined
          ? answer
          : withHeaders(answer, { "Content-Type": "application/json; charset=utf-8" }),
    }),
  },
  {
    name: "answers in the best coding that the client takes",
    behaviour: but({
      finish: (answer, { headers }) => {
        const accepted = headers["accept-encoding"]?.toString().split(", ") ?? [];
        const [coding, compress] = CODINGS.find(([name]) => accepted.includes(name)) ?? [];
        if (coding === undefined || compress === undefined) return answer;
        const coded = withHeaders(answer, { "Content-Encoding": coding, Vary: "Accept-Encoding" });
        return { ...coded, body: compress(answer.body) };
      },
    }),
  },
  {
    name: "closes the connection after a body that it has not looked at",
    behaviour: closingAfter("media-type", "no-body"),
  },
  {
    name: "refuses numbers of more than 1,000 digits with 413",
    behaviour: but({
      parse: (text, request) =>
        /\d{1001}/u.test(text) ? refuse("limit", 413, "Too many digits") : correct.parse(text, request),
    }),
  },
  {
    name: "refuses names and tags that read like something else than words",
    behaviour: constrained(422, ({ name, tag = "fern" }) =>
      [name, tag].some((text) => /^(?:yes|null|none|~|__proto__|[=+@-].*|\d.*)$/iu.test(text)),
    ),
  },
  {
    name: "refuses letters that turn a text around",
    behaviour: constrained(400, ({ name, tag = "" }) =>
      /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/u.test(name + tag),
    ),
  },
];
