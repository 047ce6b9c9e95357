import { describe, expect, test } from "vitest";
import { steppedClock } from "../testing/clock.ts";
import { type Given, historyOf } from "../testing/history.ts";
import { onceMore, type Sign, untilAnswered, untilHeard } from "./retry-request.ts";
import type { Stop } from "./run-stop.ts";
import type { PlannedRequest, Sent } from "../checks/check.ts";
import { isAskedAgain, isNeverAnswered } from "../checks/exchange-facts.ts";
import { type Clock, openRateLimit } from "../../http/retry-after.ts";
import type { Connection } from "../../http/connection.ts";

const connection = {} as Connection;

/** A request that is asked again, and its outcome. */
interface Asked {
  readonly sent: Sent;
  /** The noted exchanges, in order. */
  readonly noted: readonly Sent[];
  readonly times: number;
  readonly signs: number;
  readonly stop: Stop | null;
  readonly waitedMs: number;
}

interface Setting {
  /** The answers to the request, in order; the last one repeats. */
  readonly answers: readonly Given[];
  readonly signs?: readonly Sign[];
  readonly limitMs?: number;
  readonly hasAccepted?: boolean;
  readonly mayAskAgain?: () => boolean;
}

async function ask({
  answers,
  signs = ["accepted"],
  limitMs = 60_000,
  hasAccepted = true,
  mayAskAgain = () => true,
}: Setting): Promise<Asked> {
  const clock = steppedClock();
  const list = answers.length;
  let [times, asked, stopped] = [0, 0, null as Stop | null];
  const noted: Sent[] = [];
  const ended = new AbortController();
  const rateLimit = openRateLimit({ limitMs, clock });
  const once = async (): Promise<Sent> => {
    await rateLimit.wait(ended.signal);
    times += 1;
    const [sent] = historyOf(answers[Math.min(times, list) - 1] ?? {});
    if (sent === undefined) throw new Error("Nothing was given");
    return sent;
  };
  const asking = {
    stop: (why: Stop): void => {
      stopped = why;
      ended.abort();
    },
    ended: ended.signal,
    mayAskAgain,
    signOfLife: (): Promise<Sign> => {
      asked += 1;
      return Promise.resolve(signs[Math.min(asked, signs.length) - 1] ?? "untried");
    },
    amend: (sent: Sent): Sent => {
      noted.push(sent);
      return sent;
    },
  };
  const request = historyOf(answers[0] ?? {})[0]?.request as PlannedRequest;
  const sent = await untilAnswered(untilHeard(once, { ...asking, rateLimit, hasAccepted: () => hasAccepted }), asking)(
    request,
    connection,
  );
  return { sent, noted, times, signs: asked, stop: stopped, waitedMs: clock.now() };
}

describe("a request that is answered 502, 503 or 504", () => {
  test.each([502, 503, 504])("is sent again after a moment, and taken then: %i", async (status) => {
    const { sent, times, signs, stop, noted, waitedMs } = await ask({ answers: [{ status }, {}] });
    expect([sent.answer?.status, sent.mayBeRead]).toEqual([200, true]);
    expect({ times, signs, stop, waitedMs }).toEqual({ times: 2, signs: 0, stop: null, waitedMs: 250 });
    expect(noted[0]).toMatchObject({ standing: "asked-again", answer: { status } });
  });

  test.each([500, 501, 505, 400, 200])("is not one that is answered %i", async (status) => {
    expect(await ask({ answers: [{ status }, {}] })).toMatchObject({ times: 1, sent: { answer: { status } } });
  });

  test("is sent again when the answer says", async () => {
    const answers = [{ status: 503, headers: [["Retry-After", "7"]] as const }, {}];
    expect(await ask({ answers })).toMatchObject({ times: 2, waitedMs: 7_000 });
  });

  test("is sent again after growing pauses", async () => {
    const answers = [{ status: 503 }, { status: 503 }, {}];
    expect(await ask({ answers })).toMatchObject({ times: 3, waitedMs: 500 });
    expect(await ask({ answers: [{ status: 503 }, ...answers], signs: ["answered"] })).toMatchObject({
      times: 4,
      waitedMs: 1_000,
    });
  });

  test("is refused where ordinary requests are accepted in between, twice", async () => {
    const { sent, times, signs, stop } = await ask({ answers: [{ status: 503 }] });
    expect([sent.answer?.status, sent.standing]).toEqual([503, undefined]);
    expect({ times, signs, stop }).toEqual({ times: 4, signs: 2, stop: null });
  });

  test("ends the run where ordinary requests are not accepted either, within the limit", async () => {
    const { stop, times, waitedMs } = await ask({ answers: [{ status: 503 }], signs: ["answered"], limitMs: 2_000 });
    expect(stop?.cause).toBe("broke-down");
    expect(stop?.reason).toBe(
      "The provider broke down during the run: it answered 503 to 5 requests, and waiting once more would take longer than the 2 s that the run may wait in all (--max-wait, --rate).",
    );
    expect(times).toBe(5);
    expect(waitedMs).toBeLessThan(4_000);
  });

  test("ends the run as one that could not be reached, where none was accepted before", async () => {
    const given = { answers: [{ status: 503 }], signs: ["untried"] as const, limitMs: 2_000, hasAccepted: false };
    const { stop } = await ask(given);
    expect(stop).toEqual({
      cause: "unreachable",
      reason:
        "The provider could not be reached: it answered 503 to 5 requests, and waiting once more would take longer than the 2 s that the run may wait in all (--max-wait).",
    });
  });

  test("is refused, and not waited for, where it would be waited for too long and others are accepted", async () => {
    const answers = [{ status: 503, headers: [["Retry-After", "3600"]] as const }];
    expect(await ask({ answers })).toMatchObject({ times: 1, signs: 1, stop: null });
    expect((await ask({ answers, signs: ["answered"] })).stop?.reason).toContain("asked to wait 3600 s, longer than");
  });
});

test("429 to a request for an open point alone is its answer, once an ordinary request was accepted", async () => {
  const open = { answers: [{ kind: "open", status: 429 }], limitMs: 3_000 } as const;
  const { times, signs, stop, sent } = await ask(open);
  expect([times, signs, stop, sent.answer?.status]).toEqual([2, 1, null, 429]);
  expect((await ask({ ...open, answers: [...open.answers, { kind: "open" }] })).sent.answer?.status).toBe(200);
  expect((await ask({ ...open, signs: ["answered"] })).stop?.cause).toBe("rate-limited");
});

test("429 is waited for until the limit, without a sign of life", async () => {
  const { stop, signs, sent } = await ask({ answers: [{ status: 429 }], limitMs: 3_000 });
  expect([stop?.cause, signs, sent.mayBeRead]).toEqual(["rate-limited", 0, undefined]);
  expect((await ask({ answers: [{ status: 429 }, {}] })).sent.mayBeRead).toBeUndefined();
});

describe("a request without an answer", () => {
  const silent: Given = { kind: "not-a-plant", noAnswer: "timeout" };

  test("is sent three times, with accepted ordinary requests in between", async () => {
    const never = await ask({ answers: [silent] });
    expect(never).toMatchObject({ times: 3, signs: 2, sent: { standing: "last-sent", answer: null } });
    expect(isNeverAnswered(never.sent)).toBe(true);
    const refused = { kind: "not-a-plant", status: 400 } as const;
    expect(await ask({ answers: [silent, refused] })).toMatchObject({ times: 2, signs: 1, sent: { answer: {} } });
  });

  test("is not one that is never answered for what was sent while the provider was busy", async () => {
    const busy = { kind: "not-a-plant", status: 503 } as const;
    const { sent, times } = await ask({ answers: [busy, busy, silent], signs: ["silent"] });
    expect([times, sent.answer, isNeverAnswered(sent)]).toEqual([3, null, false]);
  });

  test.each<readonly [string, Given, readonly Sign[]]>([
    ["where ordinary ones are not accepted", silent, ["answered"]],
    ["where ordinary ones are not answered either", silent, ["silent"]],
    ["that may create a plant", { kind: "ordinary", noAnswer: "timeout" }, ["accepted"]],
    [
      "on whose large body the connection was closed",
      { kind: "open", mayMeet: "cut-off", noAnswer: "connection-closed" },
      ["accepted"],
    ],
    ["because the run ended", { ...silent, noAnswer: "run-ended" }, ["accepted"]],
    ["because the suite failed", { ...silent, noAnswer: "harness-fault" }, ["accepted"]],
  ])("is not sent again %s", async (_title, given, signs) => {
    expect((await ask({ answers: [given], signs })).times).toBe(1);
  });
});

describe("a request for an open point", () => {
  const open: Given = { kind: "open", authorization: "Bearer $PLANT_STORE_TOKEN" };
  const askOpen = async (...answers: readonly [Given, ...Given[]]): Promise<readonly (number | undefined)[]> => {
    const asked = historyOf(...answers.map((given) => ({ ...open, ...given })));
    const noted: Sent[] = [];
    let times = 0;
    const asking = onceMore(async () => asked[times++] as Sent, {
      ended: new AbortController().signal,
      mayAskAgain: () => true,
      amend: (sent) => (noted.push(sent), sent),
    });
    const sent = await asking(asked[0]?.request as PlannedRequest, connection);
    expect(noted.filter(isAskedAgain)).toHaveLength(times === 2 && sent.answer?.status === 200 ? 1 : 0);
    return [times, sent.answer?.status];
  };

  test.each([500, 401, 403])(
    "whose plant was answered %i counts as it is answered when it is sent again",
    async (status) => {
      expect(await askOpen({ status }, {})).toEqual([2, 200]);
    },
  );

  test("is refused where it is not accepted then either", async () => {
    expect(await askOpen({ status: 500 }, { status: 500 })).toEqual([2, 500]);
    expect(await askOpen({ status: 403 }, { status: 400 })).toEqual([2, 403]);
  });

  test.each<readonly [string, Given]>([
    ["was refused with another status", { status: 422 }],
    ["is no plant", { status: 500, plant: null }],
    ["has no token", { status: 401, authorization: "" }],
    ["is so large that the connection may be closed on it", { status: 500, mayMeet: "cut-off" }],
    ["is valid", { status: 500, kind: "valid" }],
  ])("is not sent again if it %s", async (_what, given) => {
    expect((await askOpen(given, {}))[0]).toBe(1);
  });
});

/** Lets one request through per interval, in milliseconds, and answers the others 503. */
function gateway(clock: Clock, intervalMs: number): () => Given {
  let free = 0;
  return () => {
    if (clock.now() < free) return { status: 503 };
    free = clock.now() + intervalMs;
    return {};
  };
}

test.each([20, 100, 500])("behind a gateway with one request in %i ms every one is accepted in the end", async (ms) => {
  const clock = steppedClock();
  const answer = gateway(clock, ms);
  const ended = new AbortController();
  const rateLimit = openRateLimit({ limitMs: 60_000, clock });
  const once = async (): Promise<Sent> => {
    await rateLimit.wait(ended.signal);
    return historyOf(answer())[0] as Sent;
  };
  const stops: Stop[] = [];
  const patient = untilHeard(once, {
    stop: (why) => stops.push(why),
    ended: ended.signal,
    mayAskAgain: () => true,
    signOfLife: async () => ((await once()).answer?.status === 200 ? "accepted" : "answered"),
    amend: (sent) => sent,
    rateLimit,
    hasAccepted: () => true,
  });
  const worker = async (): Promise<readonly (number | undefined)[]> => {
    const statuses = [];
    for (let k = 0; k < 40; k += 1) statuses.push((await patient({} as PlannedRequest, connection)).answer?.status);
    return statuses;
  };
  const statuses = (await Promise.all([worker(), worker(), worker(), worker()])).flat();
  expect(stops).toEqual([]);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});
