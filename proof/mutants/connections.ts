/** Mutants that are wrong about connections: what they close, and what they remember of the previous request. */
import type { Behaviour, ProviderAnswer, RefusalKind, Request } from "../behaviour.ts";
import { refuse } from "../behaviour.ts";
import { answerError, but, correct, json, send, withHeaders } from "../correct.ts";
import { type Mutant, keepAnything } from "./mutant.ts";

/** Refuses the next request on a connection after certain refusals. */
function refusingAfter(kind: RefusalKind): Behaviour {
  const isUnread = new WeakSet();
  return but({
    constrain: (_plant, { connection }) =>
      isUnread.delete(connection) ? refuse("fault", 400, "There is something before the body") : undefined,
    answerError: (refusal, { connection }) => {
      if (refusal.refused === kind) isUnread.add(connection);
      else isUnread.delete(connection);
      return answerError(refusal);
    },
  });
}

/** Answers some valid plants in another way, or closes the connection if there is no such answer. */
function plantsAs(
  isOne: (request: Request) => boolean,
  answer: (connection: Request["connection"]) => ProviderAnswer | undefined,
): Behaviour {
  return but({
    // A repeated request is not a duplicate.
    store: keepAnything,
    finish: (plant, request) => (plant.status === 200 && isOne(request) ? answer(request.connection) : plant),
  });
}

const failure = (status: number): ProviderAnswer => json(status, { error: status, message: "No" });
const hasTag = ({ body }: Request): boolean => body.includes('"tag"');
/** One plant in ten, always the same ones. */
const isTenth = ({ body }: Request): boolean => body.reduce((sum, byte) => (31 * sum + byte) % 100_003, 7) % 10 === 0;

/** A 408 on a used connection ends it. What comes of the request on the next one is the answer to it. */
const onUsedConnections: readonly Mutant[] = [
  {
    name: "says-408-to-plants-with-a-tag-on-used-connections-and-refuses-them-on-new-ones",
    breaks: ["accepts-valid-plant"],
    why: "Every request with a tag comes over a new connection in the end, and is refused there.",
    behaviour: plantsAs(hasTag, ({ requests }) => failure(requests > 0 ? 408 : 400)),
  },
  {
    name: "says-408-to-one-plant-in-ten-on-used-connections-and-refuses-it-on-new-ones",
    breaks: ["accepts-valid-plant", "accepts-every-ordinary-request"],
    behaviour: plantsAs(isTenth, ({ requests }) => failure(requests > 0 ? 408 : 400)),
  },
  {
    name: "says-408-on-new-connections-and-closes-them",
    breaks: ["accepts-valid-plant"],
    why: "Nobody waited on them, so the status is its answer.",
    behaviour: but({ finish: () => withHeaders(failure(408), { Connection: "close" }) }),
  },
  {
    name: "resets-the-connection-under-each-plant-with-a-tag",
    breaks: ["accepts-valid-plant", "answers-every-request"],
    behaviour: plantsAs(hasTag, () => undefined),
  },
];

export const connectionMutants: readonly Mutant[] = [
  ...onUsedConnections,
  {
    name: "leaves-a-body-of-another-media-type-on-the-connection",
    breaks: ["recovers-after-refusal"],
    why: "It refuses before it reads.",
    behaviour: refusingAfter("media-type"),
  },
  {
    name: "waits-for-a-body-that-is-empty",
    breaks: ["recovers-after-refusal"],
    behaviour: refusingAfter("no-body"),
  },
  {
    name: "sends-more-than-the-length-of-its-refusals",
    breaks: ["answers-every-request"],
    why: "The length leaves out the line feed that a template ends with, and a brace. They are read as the next answer.",
    behaviour: but({
      send: (answer, response, socket) => {
        send(answer, response);
        if (answer.status === 400) socket.write("}\n");
      },
    }),
  },
  {
    name: "refuses-what-follows-malformed-json-on-its-connection",
    breaks: ["recovers-after-refusal"],
    why: "The parser of the connection is left in the middle of the text.",
    behaviour: afterMalformed(),
  },
  {
    name: "requires-a-connection-field",
    breaks: ["needs-no-other-headers"],
    why: "It asks whether the client wants to keep the connection, and knows no default.",
    behaviour: but({
      checkHeaders: ({ headers }) =>
        headers.connection === undefined ? refuse("headers", 400, "Connection is needed") : undefined,
    }),
  },
  {
    name: "knows-chunked-in-small-letters-only",
    breaks: ["accepts-chunked-body"],
    behaviour: but({
      checkHeaders: ({ headers: { "transfer-encoding": coding = "chunked" } }) =>
        coding === "chunked" ? undefined : refuse("headers", 400, "This transfer coding is not known"),
    }),
  },
  {
    name: "decodes-each-chunk-by-itself",
    breaks: ["returns-name"],
    // A body that contains half a character is read if a chunk of it ends there.
    breaksByChance: ["refuses-non-utf8"],
    why: "A character whose bytes are in two chunks becomes two that say that they cannot be read.",
    behaviour: readingPieces(withoutHalves),
  },
];

/** Reads the request in the pieces in which it arrives. */
function readingPieces(read: (piece: Buffer) => Buffer): Behaviour {
  return but({
    takeOver: (incoming) => {
      const push = incoming.push.bind(incoming);
      incoming.push = (piece: Buffer | null) => push(piece === null ? null : read(piece));
      return false;
    },
  });
}

/** Replaces half a character at either end. Other bytes that are not UTF-8 stay, and are refused. */
function withoutHalves(piece: Buffer): Buffer {
  const end = "\u{fffd}";
  const whole = piece
    .toString("latin1")
    .replace(/^[\x80-\xbf]+/u, end)
    .replace(/(?:[\xc2-\xdf]|[\xe0-\xec\xee\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/u, end);
  return Buffer.concat(Array.from(whole, (one) => Buffer.from(one, one === end ? "utf8" : "latin1")));
}

/** Refuses the next request on a connection after a body that is not JSON. */
function afterMalformed(): Behaviour {
  const inTheMiddle = new WeakSet();
  return but({
    checkHeaders: ({ connection }) =>
      inTheMiddle.delete(connection) ? refuse("fault", 400, "Out of step") : undefined,
    answerError: (refusal, request) => {
      if (refusal.refused === "not-json") inTheMiddle.add(request.connection);
      return correct.answerError(refusal, request);
    },
  });
}
