/**
 * Providers whose one fault shows only in a way of sending that no fixed check uses, or in one together with a certain
 * body: conformant without fuzzing, and wrong with it.
 */
import type { Behaviour, ConnectionHistory, Request } from "../behaviour.ts";
import {
  answerError,
  authenticate,
  but,
  decode,
  json,
  notANewPlant,
  parse,
  plantBody,
  validate,
  withHeaders,
} from "../correct.ts";
import type { Value } from "../json-text.ts";
import { keepAnything, number } from "../mutants/mutant.ts";
import type { Hidden } from "./providers.ts";

export interface HiddenInVariant extends Hidden {
  /** The features that the report names, after "only with". */
  readonly only: RegExp;
  /** With this many cases, the fault shows three times or more on average, by the weights of the draw. */
  readonly cases: number;
}

const anyPlant = /^\{"name":"a{5} [A-Z][a-z]{6}","id":\d+\}$/;

function contentType({ headers }: Request): string {
  return headers["content-type"] ?? "";
}

function isInCapitals(request: Request): boolean {
  return contentType(request) === "APPLICATION/JSON";
}

/** `CHARSET` or the whole media type in capitals, which no fixed check sends. */
function hasWordInCapitals(request: Request): boolean {
  return /[A-Z]{7}/.test(contentType(request));
}

/** The media type with a charset, without a space or quotes. */
function hasNoBlank(request: Request): boolean {
  return contentType(request) === "application/json;charset=utf-8";
}

/** An ordinary value instead of one of another type. */
function ofItsType(name: string, value: Value): Value {
  const wanted = name === "id" ? number("7") : ({ type: "string", value: "Fern" } as const);
  return value.type === wanted.type ? value : wanted;
}

/** Accepts the token behind another scheme than Bearer, for requests of a certain kind. */
function lettingOthersIn(isLetIn: (request: Request) => boolean): Behaviour["authenticate"] {
  return (request) => {
    const refused = authenticate(request);
    const isOther = /^(?!bearer\b)\w+ .*token/iu.test(request.headers.authorization ?? "");
    return refused !== undefined && isOther && isLetIn(request) ? undefined : refused;
  };
}

/** Answers another status to requests of a certain kind. */
function failing(isFailing: (request: Request, status: number) => boolean): Behaviour {
  return but({
    finish: (answer, request) =>
      isFailing(request, answer.status) ? json(500, { error: 500, message: "Out of order" }) : answer,
  });
}

/** The connections whose last request was chunked and accepted. */
function afterChunked(): Pick<Behaviour, "authenticate" | "finish" | "store"> {
  const chunked = new WeakSet<ConnectionHistory>();
  return {
    authenticate: lettingOthersIn(({ connection }) => chunked.has(connection)),
    store: keepAnything,
    finish: (answer, { connection, headers }) => {
      if (answer.status === 200 && headers["transfer-encoding"] !== undefined) chunked.add(connection);
      else chunked.delete(connection);
      return answer;
    },
  };
}

export const hiddenInVariants: readonly HiddenInVariant[] = [
  {
    name: "takes members of any type where the media type is in capitals",
    breaks: ["refuses-invalid-member"],
    smallest: ["refuses-invalid-member/fuzz", /^\{"name":.*,"id":.*\}$/],
    only: /the media type `APPLICATION\/JSON`/,
    cases: 3000,
    behaviour: but({
      validate: (value, request) => {
        if (!isInCapitals(request) || value.type !== "object") return validate(value);
        const members = [...value.members()].map(([name, one]) => [name, ofItsType(name, one)] as const);
        return validate({ type: "object", members: () => new Map(members) });
      },
      store: keepAnything,
    }),
  },
  {
    name: "answers 500 to a refused body where `CHARSET` is in capitals",
    breaks: ["refuses-with-400", "answers-without-server-error"],
    smallest: ["answers-without-server-error/fuzz", /^/],
    only: /the media type `application\/json; CHARSET=UTF-8`/,
    cases: 1500,
    behaviour: failing((request, status) => status === 400 && contentType(request).includes("CHARSET")),
  },
  {
    name: "refuses escapes where `CHARSET` is in capitals",
    breaks: ["accepts-json-spellings"],
    smallest: ["accepts-json-spellings/fuzz", /^\{"(?:n|\\u).*\}$/],
    only: /(?:.*escapes.* and )?the media type `application\/json; CHARSET=UTF-8`/,
    cases: 3000,
    behaviour: but({
      parse: (text, request) =>
        contentType(request).includes("CHARSET") && text.includes("\\u00")
          ? notANewPlant("Unexpected escape")
          : parse(text),
    }),
  },
  {
    name: "lets other schemes in where the media type has a word in capitals",
    breaks: ["requires-bearer-scheme"],
    smallest: ["requires-bearer-scheme/fuzz", anyPlant],
    only: /the media type `(?:APPLICATION\/JSON|.*CHARSET=UTF-8)` and `Authorization: .*TOKEN.*`/,
    cases: 3000,
    behaviour: but({ authenticate: lettingOthersIn(hasWordInCapitals) }),
  },
  {
    name: "lets other schemes in right after a chunked request on its connection",
    breaks: ["requires-bearer-scheme"],
    smallest: ["requires-bearer-scheme/fuzz", anyPlant],
    only: /a chunked request before it on its connection and `Authorization: .*TOKEN.*`/,
    cases: 10_000,
    behaviour: but(afterChunked()),
  },
  {
    name: "answers 500 to escapes where there is no space before the charset",
    breaks: ["accepts-json-spellings", "answers-without-server-error"],
    smallest: ["accepts-json-spellings/fuzz", /^\{"(?:n|\\u).*\}$/],
    only: /(?:.*escapes.* and )?the media type `application\/json;charset=utf-8`/,
    cases: 3000,
    behaviour: failing((request) => hasNoBlank(request) && decodedText(request).includes("\\u00")),
  },
  {
    name: "answers a page to what is not JSON where there is no space before the charset",
    breaks: ["error-media-type", "error-encoding"],
    smallest: ["error-media-type/fuzz", /^/],
    only: /the media type `application\/json;charset=utf-8`/,
    cases: 6000,
    behaviour: but({
      answerError: (refusal, request) => {
        const answer = answerError(refusal);
        const isPage = refusal.refused === "not-json" && hasNoBlank(request);
        return isPage
          ? { ...withHeaders(answer, { "Content-Type": "text/html" }), body: "<h1>Bad Request</h1>" }
          : answer;
      },
    }),
  },
  {
    name: "drops the tag where the media type is in capitals",
    breaks: ["returns-tag"],
    smallest: ["returns-tag/fuzz", /^\{"name":"a{5} [A-Z][a-z]{6}","id":\d+,"tag":"a[a-z]{7}"\}$/],
    only: /the media type `APPLICATION\/JSON`/,
    cases: 1500,
    behaviour: but({
      answerPlant: (plant, request) => json(200, isInCapitals(request) ? { name: plant.name } : plantBody(plant)),
    }),
  },
];

function decodedText(request: Request): string {
  const text = decode(request);
  return typeof text === "string" ? text : "";
}
