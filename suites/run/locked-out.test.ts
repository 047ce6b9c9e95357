/** A token that is refused although it was accepted before: which requests are sent again, and how often. */
import { describe, expect, test } from "vitest";
import type { HeaderFields } from "../../http/message.ts";
import type { Connection } from "../../http/connection.ts";
import { openRateLimit } from "../../http/rate-limit.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { steppedClock } from "../testing/clock.ts";
import { historyOf } from "../testing/history.ts";
import { untilLetIn } from "./locked-out.ts";

const connection = {} as Connection;
const bearer = "Bearer $PLANT_STORE_TOKEN";

interface Setting {
  /** The statuses of successive requests, whichever they are; the last one repeats. */
  readonly statuses: readonly number[];
  readonly hasAccepted?: boolean;
  readonly limitMs?: number;
}

/** Creates an asker, and records what it sends. */
function asking({ statuses, hasAccepted = true, limitMs = 60_000 }: Setting) {
  const clock = steppedClock();
  const ended = new AbortController();
  const rateLimit = openRateLimit({ limitMs, clock });
  const noted: Sent[] = [];
  let times = 0;
  const once = async (request: PlannedRequest): Promise<Sent> => {
    await rateLimit.wait(ended.signal);
    const status = statuses[Math.min(times, statuses.length - 1)] ?? 200;
    times += 1;
    const [sent] = historyOf({ status });
    if (sent === undefined) throw new Error("Nothing was given");
    return { ...sent, request };
  };
  const amend = (sent: Sent): Sent => {
    noted.push(sent);
    return sent;
  };
  const ask = untilLetIn(once, { rateLimit, ended: ended.signal, amend, hasAccepted: () => hasAccepted });
  const [ordinary] = historyOf({});
  return {
    ask: async (authorization: string, kind: PlannedRequest["kind"] = "ordinary"): Promise<number | undefined> => {
      const headers: HeaderFields = [["Authorization", authorization]];
      const sent = await ask({ ...(ordinary as Sent).request, kind, headers }, connection);
      return sent.answer?.status;
    },
    times: () => times,
    noted,
  };
}

describe("a token that is refused although it was accepted", () => {
  test("is sent again until it is let in, and what was refused counts for nothing", async () => {
    const { ask, times, noted } = asking({ statuses: [403, 401, 200] });

    expect(await ask(bearer)).toBe(200);
    expect(times()).toBe(3);
    expect(noted.map(({ answer, isAskedAgain }) => [answer?.status, isAskedAgain])).toEqual([
      [403, true],
      [401, true],
    ]);
  });

  test("is sent thirteen times at most, and later requests of its kind once", async () => {
    const { ask, times } = asking({ statuses: [401] });

    expect(await ask(bearer)).toBe(401);
    expect(times()).toBe(13);
    expect(await ask(bearer, "valid")).toBe(401);
    expect(times()).toBe(14);
    await ask(bearer, "not-a-plant");
    expect(times()).toBe(27);
  });

  test("is refused for the spelling of its scheme where no request without it was sent before", async () => {
    const { ask, times } = asking({ statuses: [401] });
    await ask("bearer $PLANT_STORE_TOKEN");
    expect(times()).toBe(1);
    await ask(bearer);
    expect(times()).toBe(14);
  });

  test.each(["Bearer another", "Basic $PLANT_STORE_TOKEN"])(
    "is sent again in each spelling by itself after %s, which may have locked it out",
    async (other) => {
      const { ask, times } = asking({ statuses: [401] });
      await ask(other, "not-allowed");
      await ask("bearer $PLANT_STORE_TOKEN");
      expect(times()).toBe(1 + 13);
      await ask("BEARER $PLANT_STORE_TOKEN");
      expect(times()).toBe(1 + 26);
    },
  );

  test("is sent again after a lockout in a spelling that was accepted before", async () => {
    const { ask, times } = asking({ statuses: [200, 401, 401, 200] });
    expect(await ask("bearer $PLANT_STORE_TOKEN")).toBe(200);
    await ask("Bearer another", "not-allowed");
    expect(await ask("bearer $PLANT_STORE_TOKEN")).toBe(200);
    expect(times()).toBe(4);
  });

  test("is not sent again where nothing was accepted before, or the waits are over their limit", async () => {
    const first = asking({ statuses: [401], hasAccepted: false });
    await first.ask(bearer);
    expect(first.times()).toBe(1);

    const late = asking({ statuses: [401], limitMs: 300 });
    await late.ask(bearer);
    expect(late.times()).toBe(2);
  });

  test.each(["Basic $PLANT_STORE_TOKEN", "Bearer another", "$PLANT_STORE_TOKEN", "Bearer"])(
    "is not what is refused in %s",
    async (authorization) => {
      const { ask, times } = asking({ statuses: [401, 200] });
      expect(await ask(authorization, "not-allowed")).toBe(401);
      expect(times()).toBe(1);
    },
  );

  test("is not what is refused with another status", async () => {
    const { ask, times } = asking({ statuses: [400, 200] });
    expect(await ask(bearer)).toBe(400);
    expect(times()).toBe(1);
  });
});
