/** A valid token that is refused: what is a lockout and sent again, and what is a refusal. */
import { describe, expect, test } from "vitest";
import type { Connection } from "../../http/connection.ts";
import type { HeaderFields } from "../../http/message.ts";
import { openRateLimit } from "../../http/retry-after.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { steppedClock } from "../testing/clock.ts";
import { historyOf } from "../testing/history.ts";
import { pastLockouts } from "./session.ts";
import { openTokenUse } from "./run-token-use.ts";

const connection = {} as Connection;
const bearer = "Bearer $PLANT_STORE_TOKEN";
const wrong = "Bearer another";

interface Setting {
  /** The statuses of successive requests, signs of life among them, whichever they are; the last one repeats. */
  readonly statuses: readonly number[];
  readonly limitMs?: number;
  readonly mayAskAgain?: () => boolean;
  readonly isBesideOthers?: boolean;
}

/** Creates an asker, and records what it sends. */
function asking({ statuses, limitMs = 60_000, mayAskAgain = () => true, isBesideOthers = false }: Setting) {
  const clock = steppedClock();
  const ended = new AbortController().signal;
  const rateLimit = openRateLimit({ limitMs, clock });
  const use = openTokenUse();
  const noted: Sent[] = [];
  let times = 0;
  const once = async (request: PlannedRequest): Promise<Sent> => {
    await rateLimit.wait(ended);
    const note = use.begin(request);
    const [sent] = historyOf({ status: statuses[Math.min(times, statuses.length - 1)] ?? 200 });
    times += 1;
    if (sent === undefined) throw new Error("Nothing was given");
    note({ ...sent, request });
    return { ...sent, request };
  };
  const amend = (sent: Sent): Sent => {
    noted.push(sent);
    return sent;
  };
  const requestOf = (authorization: string, kind: PlannedRequest["kind"] = "ordinary"): PlannedRequest => {
    const headers: HeaderFields = [["Authorization", authorization]];
    return { ...(historyOf({})[0] as Sent).request, kind, headers };
  };
  const ask = pastLockouts(once, {
    use,
    rateLimit,
    ended,
    amend,
    sign: () => requestOf(bearer),
    mayAskAgain,
    isBesideOthers,
  });
  return {
    ask: async (authorization: string, kind?: PlannedRequest["kind"]): Promise<number | undefined> =>
      (await ask(requestOf(authorization, kind), connection)).answer?.status,
    times: () => times,
    waitedMs: () => clock.now(),
    noted,
  };
}

describe("a valid token that is refused after a wrong one", () => {
  test("is sent again until it is let in, and what was refused counts for nothing", async () => {
    // A token that is accepted, a wrong one, the valid one, a sign of life, and the valid one again after pauses.
    const { ask, times, noted } = asking({ statuses: [200, 401, 403, 403, 403, 200] });
    await ask(bearer);
    await ask(wrong, "not-allowed");
    expect(await ask(bearer)).toBe(200);
    expect(times()).toBe(6);
    expect(noted.map(({ answer, standing }) => [answer?.status, standing])).toEqual([
      [403, "asked-again"],
      [403, "asked-again"],
      [403, "asked-again"],
    ]);
  });

  test("is refused where another request is accepted at once", async () => {
    const { ask, times, noted } = asking({ statuses: [200, 401, 403, 200] });
    await ask(bearer);
    await ask(wrong, "not-allowed");
    expect(await ask(bearer)).toBe(403);
    expect([times(), noted]).toEqual([4, []]);
  });

  test("is refused where another request was accepted since the wrong one", async () => {
    const { ask, times } = asking({ statuses: [200, 401, 200, 403] });
    await ask(bearer);
    await ask(wrong, "not-allowed");
    await ask(bearer);
    expect(await ask(bearer)).toBe(403);
    expect(times()).toBe(4);
  });

  test("is waited for within the limit of all waits, with growing pauses, and only once", async () => {
    const { ask, times, waitedMs } = asking({ statuses: [200, 401, 403] });
    await ask(bearer);
    await ask(wrong, "not-allowed");
    expect(await ask(bearer)).toBe(403);
    const sent = times();
    expect(sent).toBeLessThan(18);
    expect(waitedMs()).toBeGreaterThan(50_000);
    expect(waitedMs()).toBeLessThanOrEqual(60_000);
    expect(await ask(bearer)).toBe(403);
    expect(times()).toBe(sent + 1);
  });

  test("is refused where the run may send no more", async () => {
    const { ask, times } = asking({ statuses: [200, 401, 403], mayAskAgain: () => false });
    await ask(bearer);
    await ask(wrong, "not-allowed");
    expect(await ask(bearer)).toBe(403);
    expect(times()).toBe(4);
  });
});

describe("a valid token that is refused before any wrong one", () => {
  test.each([401, 403])("is refused like any other 4xx: %i", async (status) => {
    const { ask, times } = asking({ statuses: [200, status, 200] });
    await ask(bearer);
    expect(await ask(bearer)).toBe(status);
    expect(times()).toBe(2);
  });

  test("is sent again in a shard, because the wrong tokens of others may have locked it out", async () => {
    const { ask, times } = asking({ statuses: [200, 403, 403, 200], isBesideOthers: true });
    await ask(bearer);
    expect(await ask(bearer)).toBe(200);
    expect(times()).toBe(4);
  });

  test("is sent again where another spelling of its scheme was refused, which may be a wrong token", async () => {
    const { ask, times } = asking({ statuses: [200, 401, 403, 403, 200] });
    await ask(bearer);
    expect(await ask("bearer $PLANT_STORE_TOKEN")).toBe(401);
    expect(await ask(bearer)).toBe(200);
    expect(times()).toBe(5);
  });
});

test.each(["Basic $PLANT_STORE_TOKEN", wrong, "$PLANT_STORE_TOKEN", "Bearer", "bearer $PLANT_STORE_TOKEN"])(
  "%s is not sent again: it is no token that was accepted",
  async (authorization) => {
    const { ask, times } = asking({ statuses: [200, 401] });
    await ask(bearer);
    await ask(wrong, "not-allowed");
    expect(await ask(authorization, "not-allowed")).toBe(401);
    expect(times()).toBe(3);
  },
);

test("another status is not sent again", async () => {
  const { ask, times } = asking({ statuses: [200, 401, 400] });
  await ask(bearer);
  await ask(wrong, "not-allowed");
  expect(await ask(bearer)).toBe(400);
  expect(times()).toBe(3);
});
