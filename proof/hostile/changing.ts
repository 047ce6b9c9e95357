/** Providers that are correct at first, and then fail, restart or change their answers. */
import type { Socket } from "node:net";
import { type Hostile, KEEPS_ALL, WAITING, judged } from "./hostile.ts";
import { type Handler, asked, rightBut, whole } from "./raw-provider.ts";

/** The middle of a run, which has about 150 requests. */
const MIDDLE = 60;

const right: Handler = async (socket, request) => void socket.write(whole(await request.right()));

/** Handles the request in the middle of the run, and all later ones, in another way. */
function thenOtherwise(otherwise: Handler): Hostile["start"] {
  return asked((socket, request) => (request.at < MIDDLE ? right : otherwise)(socket, request));
}

const stopped = /^The provider stopped answering during the run: /;

export const changes: readonly Hostile[] = [
  judged(
    "resets from the middle of the run on",
    3,
    stopped,
    thenOtherwise((socket) => void socket.resetAndDestroy()),
  ),
  judged(
    "half an answer from the middle of the run on",
    3,
    stopped,
    thenOtherwise(async (socket, request) => {
      const bytes = whole(await request.right());
      socket.end(bytes.subarray(0, bytes.length - 5));
    }),
  ),
  judged(
    "no HTTP from the middle of the run on",
    3,
    stopped,
    thenOtherwise((socket) => void socket.end("panic: out of memory\n")),
  ),
  {
    ...judged(
      "silence from the middle of the run on",
      3,
      stopped,
      thenOtherwise(() => undefined),
    ),
    limits: WAITING,
  },
  // A body that no longer matches the document is a fault at any time.
  judged(
    "an answer in HTML from the middle of the run on",
    1,
    /broken: .*plant-media-type/,
    thenOtherwise(
      async (socket, request) => void socket.write(whole(await request.right(), [["Content-Type", "text/html"]])),
    ),
  ),
  judged(
    "an `id` from the middle of the run on",
    1,
    /broken: .*plant-has-no-id/,
    thenOtherwise(async (socket, request) => {
      const { status, body } = await request.right();
      socket.write(whole({ status, body: Buffer.from(body.toString().replace(/^\{"name"/, '{"id":1,"name"')) }));
    }),
  ),
  {
    ...judged("a start anew in the middle of the run", 0, KEEPS_ALL, restarting()),
    // One request at a time, so that no request is lost with an unknown answer.
    concurrency: 1,
  },
  // Different answers to requests of the same kind break only SHOULDs; each refusal counts. On a slow machine the
  // answer is even later, and is still read.
  judged(
    "every third answer late",
    0,
    KEEPS_ALL,
    asked(async (socket, request) => {
      const bytes = whole(await request.right());
      setTimeout(() => socket.write(bytes), request.at % 3 === 0 ? 30 : 0);
    }),
  ),
  judged(
    "a connection that is closed after every answer without a word",
    0,
    KEEPS_ALL,
    rightBut((answer) => whole(answer), { thenCloses: true }),
  ),
];

/** In the middle of the run, all connections close at once, even one with an unanswered request. */
function restarting(): Hostile["start"] {
  const connections = new Set<Socket>();
  return asked((socket, request) => {
    connections.add(socket);
    if (request.at !== MIDDLE) return right(socket, request);
    for (const one of connections) one.destroy();
    connections.clear();
  });
}
