/** Mutants that are wrong about media types, framing and connections, or about consecutive requests. */
import type { ProviderAnswer, Behaviour, NewPlant, Request } from "../behaviour.ts";
import { refuse } from "../behaviour.ts";
import { but, checkMediaType, correct, json, mediaTypeOf, plantBody } from "../correct.ts";
import { type Mutant, page } from "./mutant.ts";

/** Also accepts bodies of another media type. */
function takesAlso(mediaType: string): Behaviour {
  return but({
    checkMediaType: (request) => (mediaTypeOf(request) === mediaType ? undefined : checkMediaType(request)),
  });
}

/** Refuses bodies because of the spelling of their media type. */
function refuseType(pattern: RegExp): Behaviour {
  return but({
    checkMediaType: (request) =>
      pattern.test(request.headers["content-type"] ?? "")
        ? refuse("media-type", 415, "Unknown")
        : checkMediaType(request),
  });
}

/** Does not find the media type if the name of the field is spelled differently. */
function namesOnlyAs(isKnown: (name: string) => boolean): Behaviour {
  return but({
    checkMediaType: (request) =>
      request.headerNames.every(isKnown) ? checkMediaType(request) : refuse("media-type", 415, "No Content-Type"),
  });
}

/** Requests that the client sends over a separate connection take another path through the server. */
const goesAnotherWay = ({ headers, body }: Request): boolean =>
  body.length === 0 ||
  headers.expect !== undefined ||
  headers.connection === undefined ||
  headers["transfer-encoding"] === "Chunked";

const isChunked = ({ headers }: Request): boolean => headers["transfer-encoding"] !== undefined;

/** Answers some valid plants in another way. */
function plantsAs(applies: (plant: NewPlant) => boolean, answer: ProviderAnswer): Behaviour {
  return but({ answerPlant: (plant) => (applies(plant) ? answer : json(200, plantBody(plant))) });
}

/** Answers a request with `Expect` before it reads the body. */
function toExpect(status: number, contentType: string, body: string): Behaviour {
  return but({
    expect: (_incoming, response) => {
      response.writeHead(status, { "Content-Type": contentType }).end(body);
      return true;
    },
  });
}

const busy = json(503, { error: 503, message: "Busy" });

const mediaTypes: readonly Mutant[] = [
  {
    name: "refuses-a-charset-parameter",
    breaks: ["accepts-media-type-spellings"],
    behaviour: refuseType(/charset/i),
  },
  {
    name: "knows-media-types-in-lower-case-only",
    breaks: ["accepts-media-type-spellings"],
    behaviour: refuseType(/[A-Z]/),
  },
  {
    name: "knows-header-names-in-capitalised-words-only",
    breaks: ["accepts-header-names-in-any-case"],
    why: "A map of header fields whose keys are compared letter by letter.",
    behaviour: namesOnlyAs((name) => name !== "content-type"),
  },
  {
    name: "does-not-know-header-names-in-capitals",
    breaks: ["accepts-header-names-in-any-case"],
    behaviour: namesOnlyAs((name) => name !== "CONTENT-TYPE"),
  },
  {
    name: "takes-every-media-type",
    breaks: ["refuses-other-media-types"],
    behaviour: but({ checkMediaType: () => undefined }),
  },
  {
    name: "takes-json-as-plain-text",
    breaks: ["refuses-other-media-types"],
    why: "Browsers send it so without asking first.",
    behaviour: takesAlso("text/plain"),
  },
  {
    name: "takes-json-as-plain-text-with-a-charset",
    breaks: ["refuses-other-media-types"],
    why: "What a browser declares for a string.",
    behaviour: but({
      checkMediaType: (request) =>
        /^text\/plain *;/i.test(request.headers["content-type"] ?? "") ? undefined : checkMediaType(request),
    }),
  },
  {
    name: "takes-json-as-a-form",
    breaks: ["refuses-other-media-types"],
    why: "What curl declares where nothing is declared.",
    behaviour: takesAlso("application/x-www-form-urlencoded"),
  },
];

const framing: readonly Mutant[] = [
  {
    name: "demands-a-content-length",
    breaks: ["accepts-chunked-body"],
    behaviour: but({
      checkHeaders: (request) => (isChunked(request) ? refuse("headers", 400, "Content-Length is needed") : undefined),
    }),
  },
  {
    name: "reads-no-chunked-body",
    breaks: ["accepts-chunked-body"],
    why: "It reads as many bytes as Content-Length says.",
    behaviour: but({
      decode: (request) => (isChunked(request) ? refuse("no-body", 400, "There is no body") : correct.decode(request)),
    }),
  },
  {
    name: "reads-the-first-chunk-alone",
    breaks: ["accepts-chunked-body"],
    why: "One read of the connection is taken for the body.",
    behaviour: but({
      decode: (request) =>
        correct.decode({
          ...request,
          body: isChunked(request) ? request.body.subarray(0, request.body.length / 2) : request.body,
        }),
    }),
  },
  {
    name: "answers-500-to-chunked-bodies",
    breaks: ["accepts-chunked-body", "answers-without-server-error"],
    behaviour: but({
      checkHeaders: (request) => (isChunked(request) ? refuse("fault", 500, "NaN") : undefined),
    }),
  },
  {
    name: "answers-417-to-expect-continue",
    breaks: ["survives-expect-continue"],
    behaviour: toExpect(417, "application/json", '{"error":417,"message":"No"}'),
  },
  {
    name: "answers-a-page-with-400-to-expect-continue",
    breaks: ["survives-expect-continue", "error-media-type", "error-encoding"],
    behaviour: toExpect(400, "text/html", String(page.body)),
  },
  {
    name: "waits-for-a-body-that-the-client-holds-back",
    breaks: ["survives-expect-continue", "answers-every-request"],
    isSilent: true,
    why: "It never says 100.",
    behaviour: but({ expect: () => true }),
  },
];

/**
 * Requests that fail by their id, one in so many, so that the failures do not depend on what else is in flight. The ids
 * are chosen so that the seed of the kill matrix draws enough of them among the ordinary plants.
 */
const someOfMany: readonly Mutant[] = [
  {
    name: "refuses-two-plants-in-a-hundred",
    breaks: ["accepts-every-ordinary-request"],
    why: "Two of them meet a lock that is held; sent again they are taken. Both have ordinary values: of others the document says nothing.",
    behaviour: but({
      constrain: ({ name, tag }, { memory }) => {
        if (!/^[a-z ]{3,40}$/i.test(name) || !/^[a-z]{3,12}$/.test(tag ?? "tag")) return undefined;
        const count = (memory.notes.get("plants") ?? 0) + 1;
        memory.notes.set("plants", count);
        return count === 20 || count === 30 ? refuse("constraint", 409, "Busy") : undefined;
      },
    }),
  },
  {
    name: "refuses-a-quoted-charset",
    breaks: ["accepts-media-type-spellings"],
    why: "The media type is cut at the equals sign, and the quotes stay in the value.",
    behaviour: refuseType(/"/),
  },
  {
    name: "refuses-a-space-before-the-semicolon",
    breaks: ["accepts-media-type-spellings"],
    behaviour: refuseType(/ ;/),
  },
  {
    name: "refuses-chunks-without-a-user-agent",
    breaks: ["accepts-chunked-body"],
    why: "A firewall finds each of the two odd, and both of them too much.",
    behaviour: but({
      checkHeaders: ({ headers }) =>
        headers["transfer-encoding"] !== undefined && headers["user-agent"] === undefined
          ? refuse("headers", 400, "Who are you?")
          : undefined,
    }),
  },
  {
    name: "answers-503-for-one-shard-in-three",
    breaks: ["accepts-every-ordinary-request", "answers-without-server-error"],
    why: "One machine of three is down.",
    behaviour: plantsAs(({ id }) => id % 3n === 0n, busy),
  },
  {
    name: "answers-409-for-one-shard-in-five",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    why: "A hash of the id stands for the id. One in five, so that in each run three of the ordinary plants are of it.",
    behaviour: plantsAs(({ id }) => id % 5n === 3n, json(409, { error: 409, message: "This id is taken" })),
  },
  {
    name: "answers-202-for-one-queue-in-ten",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    breaksByChance: ["accepts-every-positive-id", "tells-large-ids-apart"],
    why: "Another success is not an accident, whichever request it is seen at.",
    behaviour: plantsAs(({ id }) => id % 10n === 7n, json(202, {})),
  },
  {
    name: "answers-500-to-ids-that-end-in-three",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request", "answers-without-server-error"],
    why: "One worker of ten is stuck, and the id decides who works.",
    behaviour: plantsAs(({ id }) => id % 10n === 3n, json(500, { error: 500, message: "Stuck" })),
  },
];

const afterRefusals: readonly Mutant[] = [
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
    name: "refuses-new-connections-after-a-refusal-on-one",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    why: "What the first request of a connection left behind is never taken away.",
    behaviour: but({
      checkHeaders: (request) =>
        request.connection.requests < 3 && !goesAnotherWay(request) && request.memory.notes.has("left behind")
          ? refuse("fault", 400, "Out of step")
          : undefined,
      answerError: (refusal, request) => {
        if (request.connection.requests < 3) request.memory.notes.set("left behind", 1);
        return correct.answerError(refusal, request);
      },
    }),
  },
  {
    name: "refuses-a-new-connection-right-after-a-refusal",
    breaks: ["recovers-after-refusal"],
    why: "The worker that refused is still at its work when the next connection is given to it.",
    behaviour: but({
      checkHeaders: (request) => {
        const isNew = request.connection.requests === 0 && !goesAnotherWay(request);
        const isRightAfter = request.memory.notes.delete("refused on a new connection") && isNew;
        return isRightAfter ? refuse("fault", 400, "Out of step") : undefined;
      },
      answerError: (refusal, request) => {
        const isFirst = request.connection.requests === 0 && refusal.refused !== "fault" && !goesAnotherWay(request);
        if (isFirst) request.memory.notes.set("refused on a new connection", 1);
        return correct.answerError(refusal, request);
      },
    }),
  },
];

export const httpMutants: readonly Mutant[] = [...mediaTypes, ...framing, ...someOfMany, ...afterRefusals];
