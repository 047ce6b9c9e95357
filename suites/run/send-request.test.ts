/** Large answers are recorded one after another, so that the process looks at its timers and signals between them. */
import { expect, test } from "vitest";
import type { Connection } from "../../http/connection.ts";
import { openReuse } from "../../http/connection-pool.ts";
import type { WireResponse } from "../../http/message.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { openPace } from "../../http/retry-after.ts";
import { historyOf } from "../testing/history.ts";
import { openPatience } from "./answer-timeout.ts";
import { openTurns, send } from "./send-request.ts";

/** The turns of the event loop in which the answers to three requests at once are searched for the token. */
async function turnsFor(bodyBytes: number): Promise<readonly number[]> {
  const searchedIn = new Set<number>();
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const body = Buffer.alloc(bodyBytes, "a");
  const response: WireResponse = { status: 200, headers: [], body, truncated: false, firstByteAt: 0 };
  const connection = { carried: () => 0, send: async () => response } as unknown as Connection;
  const [{ request } = { request: undefined }] = historyOf({});
  if (request === undefined) throw new Error("There is no request");
  const sending = {
    provider: { baseUrl: "http://127.0.0.1:9", token: "a-token-of-this-test", limits: DEFAULT_LIMITS, concurrency: 4 },
    prefix: "",
    token: () => "a-token-of-this-test",
    redact: (text: string) => {
      if (text.length === bodyBytes) searchedIn.add(turns);
      return { text, found: false };
    },
    clean: (text: string) => text,
    reuse: openReuse(),
    patience: openPatience(DEFAULT_LIMITS.requestMs),
    ended: new AbortController().signal,
    pace: openPace(undefined),
    turn: openTurns(),
    startedAt: performance.now(),
  };
  await Promise.all([0, 1, 2].map(async (place) => send({ request, place }, connection, sending)));
  isOver = true;
  return [...searchedIn];
}

test("three large answers that arrive at once are searched for the token in three turns", async () => {
  expect(await turnsFor(128 * 1024)).toHaveLength(3);
});

test("three small answers that arrive at once wait for none", async () => {
  expect(await turnsFor(1024)).toHaveLength(1);
});
