/** Providers that are correct at first and then fail, and providers that keep a run from ending. */
import { type Behaviour, type Request, refuse } from "../behaviour.ts";
import { answerError, authenticate, but, correct, withHeaders } from "../correct.ts";
import { startInMemory } from "../seeds/in-memory.ts";
import { type Control, TOKEN } from "./control.ts";

/** The middle of a run, which has about 150 requests. */
const MIDDLE = 60;

/** Counts an arriving request. */
function count({ memory }: Request): number {
  const seen = (memory.notes.get("seen") ?? 0) + 1;
  memory.notes.set("seen", seen);
  return seen;
}

/** Refuses everything from the middle of the run on, before it looks at the request. */
function refusing(status: number): Behaviour {
  return but({
    route: (request) => (count(request) > MIDDLE ? refuse("fault", status, "No more") : correct.route(request)),
  });
}

function running(behaviour: Behaviour): Control["start"] {
  return async () => {
    const { url, stop } = startInMemory(behaviour, { token: TOKEN });
    return { url, stop, followed: () => 0 };
  };
}

function tooMany(retryAfter: string): Behaviour {
  return but({
    route: () => refuse("limit", 429, "Wait"),
    answerError: (refusal) => withHeaders(answerError(refusal), { "Retry-After": retryAfter }),
  });
}

const lateRefusals: readonly Control[] = [
  ...[401, 403].map((status): Control => ({
    name: `a token that is refused with ${status} from the middle of the run on`,
    exitCode: 3,
    cause: new RegExp(
      `^The provider ${status === 401 ? "took the token at first and then refused it" : "accepted no valid request any more"}: after \\d+ requests.* ${status} `,
      "u",
    ),
    start: running(
      but({
        authenticate: (request) =>
          count(request) > MIDDLE ? refuse("authentication", status, "It has expired") : authenticate(request),
      }),
    ),
  })),
  {
    name: "500 to valid requests from the middle of the run on",
    exitCode: 3,
    cause: /^The provider broke down during the run: after \d+ requests? every valid one was answered 500/u,
    start: running(
      but({
        route: (request) => (count(request), correct.route(request)),
        constrain: (_plant, { memory }) =>
          (memory.notes.get("seen") ?? 0) > MIDDLE ? refuse("fault", 500, "Oops") : undefined,
      }),
    ),
  },
  {
    name: "500 to everything from the middle of the run on",
    exitCode: 3,
    cause: /^The provider broke down during the run: after \d+ requests.* answered 500 /u,
    start: running(refusing(500)),
  },
  {
    name: "400 to everything from the middle of the run on",
    exitCode: 3,
    cause: /^The provider accepted no valid request any more: after \d+ requests.* answered 400 /u,
    start: running(refusing(400)),
  },
];

const afterRefusals: readonly Control[] = [
  {
    name: "400 to all that follows a refusal on its connection",
    // After the first refusal on the shared connection, it accepts plants only on connections that checks open
    // themselves.
    exitCode: 1,
    concurrency: 1,
    cause: /^1 requirement broken: accepts-valid-plant\./u,
    start: running(
      but({
        checkHeaders: ({ connection }) => (connection.refusals > 0 ? refuse("fault", 400, "Out of step") : undefined),
      }),
    ),
  },
  {
    name: "500 to all that follows the first refusal",
    exitCode: 3,
    cause: /^The provider broke down during the run: after \d+ requests.* answered 500 /u,
    start: running(
      but({ checkHeaders: ({ memory }) => (memory.refusals > 0 ? refuse("fault", 500, "Broken") : undefined) }),
    ),
  },
  {
    name: "400 to all plants after thirty",
    exitCode: 3,
    cause: /^The provider accepted no valid request any more: after \d+ requests every valid one was answered 400 /u,
    start: running(
      but({ constrain: (_plant, { memory }) => (memory.plants.size >= 30 ? refuse("limit", 400, "Full") : undefined) }),
    ),
  },
  {
    name: "409 to all plants after thirty",
    exitCode: 3,
    cause: /^The provider accepted no valid request any more: after \d+ requests every valid one was answered 409 /u,
    start: running(
      but({ constrain: (_plant, { memory }) => (memory.plants.size >= 30 ? refuse("limit", 409, "Full") : undefined) }),
    ),
  },
];

const ends: readonly Control[] = [
  {
    name: "closed connections from the middle of the run on",
    exitCode: 3,
    cause: /^The provider stopped answering during the run: the connection was/u,
    start: running(but({ finish: (answer, request) => (count(request) > MIDDLE ? undefined : answer) })),
  },
  {
    name: "silence from the middle of the run on",
    exitCode: 3,
    cause: /^The provider stopped answering during the run: the answer was not complete in time/u,
    start: running(but({ finish: (answer, request) => (count(request) > MIDDLE ? "never" : answer) })),
  },
  {
    name: "429 for all, for an hour",
    exitCode: 3,
    cause: /^The provider answered 429 and asked to wait 3600 s, longer than the 60 s/u,
    start: running(tooMany("3600")),
  },
  {
    name: "429 for all, for no time at all",
    limits: { rateLimitMs: 900 },
    exitCode: 3,
    cause: /^The provider answered 429 to 4 requests, and waiting once more would take longer than the 0.9 s/u,
    start: running(tooMany("0")),
  },
];

export const failing: readonly Control[] = [...lateRefusals, ...afterRefusals, ...ends];
