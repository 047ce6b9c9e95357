/** Mutants that are wrong about how a request arrives: in pieces, after a large one, or with `Connection: close`. */
import type { IncomingHttpHeaders } from "node:http";
import type { ConnectionHistory } from "../behaviour.ts";
import { isRefusal, refuse } from "../behaviour.ts";
import { but, correct, decode, json, plantBody } from "../correct.ts";
import { type Mutant, refusing } from "./mutant.ts";

/** Reads only the part of a body that arrives first, unless its framing is chunked. */
function firstPieceOnly(): Mutant["behaviour"] {
  const pieces = new WeakMap<IncomingHttpHeaders, Buffer>();
  return but({
    takeOver: (incoming) => {
      const push = incoming.push.bind(incoming);
      incoming.push = (piece: Buffer | null): boolean => {
        if (piece !== null && !pieces.has(incoming.headers)) pieces.set(incoming.headers, piece);
        return push(piece);
      };
      return false;
    },
    decode: (request) => {
      const isChunked = request.headers["transfer-encoding"] !== undefined;
      const piece = pieces.get(request.headers);
      return decode(isChunked || piece === undefined ? request : { ...request, body: piece });
    },
  });
}

/** Refuses the next plant on a connection after a large body, as if a rest of that body came first. */
function afterLarge(): Mutant["behaviour"] {
  const large = new WeakSet<ConnectionHistory>();
  return but({
    constrain: (_plant, { body, connection }) => {
      const isAfter = large.delete(connection);
      if (body.length > 16_384) large.add(connection);
      return isAfter ? refuse("fault", 400, "There is a rest of a body before the body") : undefined;
    },
  });
}

export const wayMutants: readonly Mutant[] = [
  {
    name: "reads-the-first-piece-of-a-body",
    breaks: ["accepts-valid-plant"],
    why: "A handler that reads the socket once: what the network delivers later is lost.",
    behaviour: firstPieceOnly(),
  },
  {
    name: "refuses-the-plant-after-a-large-body",
    breaks: ["accepts-every-ordinary-request"],
    behaviour: afterLarge(),
  },
  {
    name: "refuses-clients-that-close-their-connection",
    breaks: ["accepts-every-ordinary-request"],
    behaviour: refusing(400, (_plant, { headers }) => headers.connection === "close"),
  },
  {
    name: "refuses-clients-that-accept-anything",
    breaks: ["accepts-every-ordinary-request"],
    why: "It looks for its own media type in Accept, and knows no ranges.",
    behaviour: refusing(406, (_plant, { headers }) => headers.accept === "*/*"),
  },
  {
    name: "answers-203-to-chunked-bodies",
    breaks: ["accepts-valid-plant", "accepts-chunked-body"],
    why: "A proxy that changes what it passes on says so: the document says 200 all the same.",
    behaviour: but({
      answerPlant: (plant, { headers }) =>
        json(headers["transfer-encoding"] === undefined ? 200 : 203, plantBody(plant)),
    }),
  },
  {
    name: "keeps-the-backslash-of-an-escaped-slash",
    breaks: ["accepts-json-spellings"],
    behaviour: but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        const isEscaped = request.body.includes("\\/");
        return isRefusal(plant) || !isEscaped ? plant : { ...plant, name: plant.name.replaceAll("/", "\\/") };
      },
    }),
  },
  {
    name: "replaces-escaped-surrogates",
    breaks: ["accepts-json-spellings", "returns-name"],
    why: "Each escape is decoded by itself.",
    behaviour: but({
      validate: (value, request) => {
        const plant = correct.validate(value, request);
        const isEscaped = /\\ud[89ab]/iu.test(request.body.toString("latin1"));
        return isRefusal(plant) || !isEscaped
          ? plant
          : { ...plant, name: plant.name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, "\ufffd\ufffd") };
      },
    }),
  },
];
