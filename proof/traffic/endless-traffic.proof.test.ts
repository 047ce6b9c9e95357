/** Recordings of any length are judged in constant memory. `TRAFFIC_LINES` sets the number of lines (default 6,000). */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openShippedTraffic } from "../../traffic/judge-recordings.ts";
import { exchangeOfLine } from "../../traffic/read/read-exchange.ts";
import { openRecording } from "../../traffic/read/read-recordings.ts";

const lines = Number(process.env["TRAFFIC_LINES"] ?? "6000");

/** An exchange of one of many clients, with a separate token and id. Each hundredth has a separate fault. */
function lineOf(k: number): string {
  const name = k % 100 === 0 ? k : `Rose of client ${"abcdefghij"[k % 10]}`;
  const headers = {
    Authorization: `Bearer token-${k}-of-a-client`,
    "Content-Type": "application/json",
    "User-Agent": `c/${k}`,
  };
  const request = {
    method: "POST",
    url: `/plants`,
    headers,
    body: JSON.stringify({ id: 1_000_000 + k, name: "Rose" }),
  };
  const answer = { status: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name }) };
  return `${JSON.stringify({ request, response: answer })}\n`;
}

const PART = 1000;

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at += PART) {
    yield Buffer.from(Array.from({ length: Math.min(PART, count - at) }, (_, k) => lineOf(at + k)).join(""));
  }
}

test(`a log of ${lines} lines leaves counts and a few samples`, async () => {
  const wishes = { side: "both", strict: false, baseUrls: [], consumerHeader: "user-agent" } as const;
  const traffic = await openShippedTraffic({ ...wishes, tool: { name: "test", version: "0" } });
  const { items } = await openRecording(chunks(lines));
  const recording = traffic.open("log", "ndjson");
  const heap: number[] = [];
  const started = performance.now();
  for await (const some of items) {
    for (const item of some) recording.add(item);
    heap.push(process.memoryUsage().heapUsed);
  }
  const result = traffic.result();
  const shape = result.requirements.find(({ id }) => id === "plant-shape");
  expect([result.summary.judged, shape?.failed]).toEqual([lines, lines / 100]);
  expect(JSON.stringify(result).length).toBeLessThan(300_000);
  if (process.env["TRAFFIC_LINES"] !== undefined) {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const most = (from: number, to: number): string => (Math.max(...heap.slice(from, to)) / 2 ** 20).toFixed(0);
    const half = Math.floor(heap.length / 2);
    // oxlint-disable-next-line no-console -- asked for by hand
    console.log(
      `${lines} lines in ${seconds} s; heap at most ${most(0, half)} MiB, then ${most(half, heap.length)} MiB`,
    );
  }
});

/** The size of the heap after garbage collection. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes per exchange: fewer than its smallest part, such as its header fields, would take. */
const LEAST_OF_ONE = 200;

test("a log that goes on with the same clients and ids holds no more memory for it", async () => {
  const [few, more] = [1_000, 6_000];
  const wishes = { side: "both", strict: false, baseUrls: [], consumerHeader: "user-agent" } as const;
  const traffic = await openShippedTraffic({ ...wishes, tool: { name: "test", version: "0" } });
  const recording = traffic.open("log", "ndjson");
  const held: number[] = [];
  for (let k = 0; k < more; k += 1) {
    if (k === few) held.push(heldBytes());
    recording.add(exchangeOfLine(JSON.parse(lineOf(k % 500))));
  }
  held.push(heldBytes());
  const [before = 0, after = 0] = held;
  expect(traffic.result().summary.judged).toBe(more);
  expect(after - before).toBeLessThan(LEAST_OF_ONE * (more - few));
});
