/** Exchanges go to a judge beside the traffic, and come back as findings and a result. */
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { TrafficExchange, TrafficItem } from "../../traffic/recorded-traffic.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import { openJudging } from "./judged-proxy.ts";
import type { Channel } from "../channel.ts";
import { type FromJudge, type ToJudge, batchOf, itemsOf, judgeAt, textOfItem } from "./judging-end.ts";

const stop = (): Promise<void> => Promise.resolve();
const wishes = { side: "provider", strict: false, baseUrls: [], consumerHeader: "user-agent" } as const;
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

function exchange(body: string): TrafficExchange {
  const headers = [["Content-Type", "application/json"]] as const;
  const request = { method: "POST", url: "http://x.invalid/plants", body: text('{"id":1234567,"name":"Rose"}') };
  const response = { status: 200, headers, body: text(body), isDecoded: false };
  return { request: { ...request, headers: [...headers, ["Authorization", "Bearer a-token-of-it"]] }, response };
}

/** Two ends in one thread, which pass what is posted on in the next turn, and copies of it. */
function channel(): readonly [Channel<ToJudge>, Channel<FromJudge>] {
  const ends = [new EventEmitter(), new EventEmitter()] as const;
  const endOf = <Message>(own: EventEmitter, other: EventEmitter): Channel<Message> => ({
    on: (event, listener) => own.on(event, listener),
    post: (message) => void setImmediate(() => other.emit("message", structuredClone(message))),
  });
  return [endOf(ends[0], ends[1]), endOf(ends[1], ends[0])];
}

test("an exchange arrives as it was sent, whatever its bytes are and whatever was lost of it", () => {
  const { request, response } = exchange("{}");
  const all: readonly TrafficItem[] = [
    {
      request: { ...request, body: bytes(0, 255, 128, 10) },
      response: { status: 500, headers: { lost: "a" }, body: bytes(), isDecoded: true },
    },
    { request: { ...request, body: null, headers: { lost: "b" } }, response: null },
    { request: { ...request, body: { lost: "c" } }, response: response && { ...response, body: { lost: "d" } } },
    { lost: "e" },
  ];
  const plain = (items: readonly TrafficItem[]): unknown =>
    JSON.parse(JSON.stringify(items, (_, one: unknown) => (one instanceof Uint8Array ? [...one] : one)));
  const read = itemsOf(batchOf(all.map(textOfItem))).map((item) => structuredClone(item));
  expect(plain(read)).toEqual(plain(all));
});

test("what is broken is said once, and the result has every exchange", async () => {
  const [here, there] = channel();
  await judgeAt(there, { ...wishes, tool: { name: "test", version: "0" } });
  const said: FromJudge[] = [];
  const judging = openJudging({ port: here, stop, atOnce: 2, later: setImmediate }, (one) => said.push(one));
  await judging.ready;
  for (const body of ['{"name":"Rose"}', '{"name":7}', '{"name":7}']) judging.add(exchange(body));
  const { summary, verdict } = await judging.end();
  expect([summary.judged, verdict]).toEqual([3, "traffic-broken"]);
  expect(said.map((one) => "judged" in one && [one.judged, one.found.map(({ id }) => id)])).toEqual([
    [2, expect.arrayContaining(["plant-shape"])],
    [1, []],
  ]);
});

test("what passes in a while is posted together, and what passes after that in the next while", async () => {
  const [here, there] = channel();
  const posted: ToJudge[] = [];
  there.on("message", (message) => posted.push(message as ToJudge));
  const flushes: (() => void)[] = [];
  const later = (flush: () => void): void => void flushes.push(flush);
  const judging = openJudging({ port: here, stop, atOnce: 3, later }, () => undefined);
  const add = (count: number): void => Array.from({ length: count }, () => exchange("{}")).forEach(judging.add);
  add(2);
  flushes[0]?.();
  // The third of five is posted with those before it, and the rest when it is time.
  add(5);
  flushes[1]?.();
  add(1);
  flushes[2]?.();
  expect(flushes).toHaveLength(3);
  while (posted.length < 4) await new Promise((resolve) => void setImmediate(resolve));
  expect(posted.map((one) => "batch" in one && itemsOf(one.batch).length)).toEqual([2, 3, 2, 1]);
});

test("beyond what may wait, exchanges are counted and not judged", async () => {
  const [here, there] = channel();
  const posted: ToJudge[] = [];
  there.on("message", (message) => posted.push(message as ToJudge));
  const judging = openJudging({ port: here, stop, atOnce: 1_000, later: setImmediate }, () => undefined);
  for (let k = 0; k < 10_007; k += 1) judging.add(exchange("{}"));
  const ended = judging.end();
  while (posted.every((one) => !("end" in one))) await new Promise((resolve) => void setImmediate(resolve));
  const batches = posted.filter((one) => "batch" in one);
  expect(batches.map(({ batch }) => itemsOf(batch).length).reduce((sum, one) => sum + one)).toBe(10_000);
  expect(batches.map(({ leftOut }) => leftOut).reduce((sum, one) => sum + one)).toBe(7);
  there.post({ result: { verdict: "inconclusive" } as TrafficResult });
  expect(await ended).toEqual({ verdict: "inconclusive" });
});

test("what is left out is in the result, with the reason", async () => {
  const [here, there] = channel();
  await judgeAt(there, { ...wishes, tool: { name: "test", version: "0" } });
  const result = new Promise<FromJudge>((resolve) => {
    here.on("message", (message) => {
      if ("result" in (message as FromJudge)) resolve(message as FromJudge);
    });
  });
  here.post({ batch: batchOf([textOfItem(exchange('{"name":"Rose"}'))]), leftOut: 3 });
  here.post({ end: true });
  expect(await result).toMatchObject({
    result: {
      recordings: [{ exchanges: 4, notReadable: [{ why: "the traffic was faster than the judging", count: 3 }] }],
    },
  });
});

test("a judge that fails is reported when the proxy is closed, and not before", async () => {
  const [here, there] = channel();
  there.on("message", () => there.post({ fault: "a fault of the suite" }));
  const judging = openJudging({ port: here, stop, atOnce: 1, later: setImmediate }, () => undefined);
  judging.add(exchange("{}"));
  const why = "The judging of the traffic failed: a fault of the suite";
  await expect(judging.end()).rejects.toThrow(why);
  await expect(judging.ready).rejects.toThrow(why);
});

test("a judge that cannot begin says why", async () => {
  const [here, there] = channel();
  const judging = openJudging({ port: here, stop, atOnce: 1, later: setImmediate }, () => undefined);
  await judgeAt(there, { ...wishes, baseUrls: ["no URL"], tool: { name: "test", version: "0" } });
  await expect(judging.ready).rejects.toThrow(/^The judging of the traffic failed: .*no URL/);
});
