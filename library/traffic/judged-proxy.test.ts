/** What passes goes to a judge beside the traffic, and comes back as findings and a result. */
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { openJudging } from "./judged-proxy.ts";
import type { Channel } from "../channel.ts";
import { type FromJudge, type ToJudge, judgeAt } from "./judging-end.ts";
import { type WireEvent, eventsOf, openWireBatch } from "./wire-batch.ts";

const stop = (): Promise<void> => Promise.resolve();
const origin = "http://x.invalid";
const wishes = { side: "provider", strict: false, baseUrls: [], consumerHeader: "user-agent", origin } as const;
const judgedBy = { ...wishes, tool: { name: "test", version: "0" } };
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);

const plant = '{"id":1234567,"name":"Rose"}';
const fields = "Content-Type: application/json\r\n";
const request = bytes(
  `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a-token-of-it\r\n${fields}Content-Length: ${plant.length}\r\n\r\n${plant}`,
);
const answered = (body: string): Uint8Array =>
  bytes(`HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`);
const right = answered('{"name":"Rose"}');

/** The events of a connection on which requests are answered so. */
function eventsOfConnection(connection: number, ...answers: readonly Uint8Array[]): readonly WireEvent[] {
  const exchanges = answers.flatMap((answer) => [
    { kind: "client", connection, bytes: request } as const,
    { kind: "server", connection, bytes: answer } as const,
  ]);
  return [...exchanges, { kind: "closed", connection, bytes: bytes("") }];
}

function batchOf(events: readonly WireEvent[]): Uint8Array {
  const batches: Uint8Array[] = [];
  const { add, flush } = openWireBatch(1_000_000, (batch) => batches.push(batch));
  events.forEach(add);
  flush();
  return Buffer.concat(batches);
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

test("what is broken is said once, and the result has every exchange", async () => {
  const [here, there] = channel();
  await judgeAt(there, judgedBy);
  const said: FromJudge[] = [];
  const judging = openJudging({ port: here, stop, atOnce: 100_000, later: setImmediate }, (one) => said.push(one));
  await judging.ready;
  const wrong = answered('{"name":7}');
  for (const answers of [[right, wrong], [wrong]]) {
    const { fromClient, fromServer, closed } = judging.look();
    for (const answer of answers) {
      fromClient(request);
      fromServer(answer);
    }
    closed();
    await new Promise((resolve) => void setImmediate(resolve));
  }
  const { summary, verdict } = await judging.end();
  expect([summary.judged, verdict]).toEqual([3, "traffic-broken"]);
  expect(said.map((one) => "found" in one && [one.answered, one.found.map(({ id }) => id)])).toEqual([
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
  // Three chunks fill a message.
  const { look } = openJudging({ port: here, stop, atOnce: 3 * (9 + request.length), later }, () => undefined);
  const { fromClient } = look();
  const add = (count: number): void => Array.from({ length: count }, () => request).forEach(fromClient);
  add(2);
  flushes[0]?.();
  // The fourth of five is posted with the one after it, when it is time.
  add(5);
  flushes[1]?.();
  add(1);
  flushes[2]?.();
  expect(flushes).toHaveLength(3);
  while (posted.length < 4) await new Promise((resolve) => void setImmediate(resolve));
  expect(posted.map((one) => "batch" in one && [...eventsOf(one.batch)].length)).toEqual([2, 3, 2, 1]);
});

test("beyond what may wait, a connection is given up, and another is looked at once there is room", async () => {
  const [here, there] = channel();
  const posted: WireEvent[] = [];
  there.on("message", (message) => {
    if ("batch" in (message as ToJudge)) posted.push(...eventsOf((message as { readonly batch: Uint8Array }).batch));
  });
  const settled = async (count: number): Promise<void> => {
    while (posted.length < count) await new Promise((resolve) => void setImmediate(resolve));
  };
  const judging = openJudging({ port: here, stop, atOnce: 1_000, later: setImmediate }, () => undefined);
  const [one, other, third] = [judging.look(), judging.look(), judging.look()];
  const most = new Uint8Array(20 * 1024 * 1024);
  one.fromClient(most);
  one.fromServer(most);
  one.fromClient(request);
  one.closed();
  other.fromClient(request);
  await settled(3);
  there.post({ readBytes: most.length, answered: 0, found: [] });
  await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
  third.fromClient(most);
  await settled(4);
  expect(posted.map(({ kind, connection, bytes: { length } }) => [kind, connection, length])).toEqual([
    ["client", 1, most.length],
    ["given-up", 1, 0],
    ["client", 2, request.length],
    ["client", 3, most.length],
  ]);
});

/** What a judge says to batches, and its result. */
async function saidTo(...batches: readonly (readonly WireEvent[])[]): Promise<readonly FromJudge[]> {
  const [here, there] = channel();
  const said: FromJudge[] = [];
  here.on("message", (message) => said.push(message as FromJudge));
  await judgeAt(there, judgedBy);
  for (const events of batches) here.post({ batch: batchOf(events) });
  here.post({ end: true });
  while (!said.some((one) => "result" in one)) await new Promise((resolve) => void setImmediate(resolve));
  return said;
}

test("what is left out is in the result, with the reason", async () => {
  const none = bytes("");
  const said = await saidTo([
    ...eventsOfConnection(1, right),
    { kind: "client", connection: 2, bytes: request },
    { kind: "given-up", connection: 2, bytes: none },
    { kind: "unreached", connection: 0, bytes: bytes("the name is unknown") },
  ]);
  expect(said.at(-1)).toMatchObject({
    result: {
      recordings: [
        {
          exchanges: 3,
          notReadable: [
            { why: "the rest of a connection was not read, because the traffic was faster than the judging", count: 1 },
            { why: "the server could not be reached: the name is unknown", count: 1 },
          ],
        },
      ],
    },
  });
});

test("where more than eight mebibytes wait, exchanges are counted and not judged, and those after them are judged", async () => {
  // Of another operation, so that it takes no time.
  const long = `GET /x HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(9_000)}\r\n\r\n`;
  const many = bytes(long.repeat(1_000));
  const said = await saidTo(
    eventsOfConnection(1, right, right),
    [{ kind: "client", connection: 2, bytes: many }],
    eventsOfConnection(3, right),
  );
  expect(said.flatMap((one) => ("answered" in one ? [one.answered] : []))).toEqual([0, 0, 1]);
  const why = "the traffic was faster than the judging";
  expect(said.at(-1)).toMatchObject({
    result: { recordings: [{ exchanges: 3, notReadable: [{ why, count: 2 }] }], summary: { judged: 1 } },
  });
});

test("a judge that fails is reported when the proxy is closed, and not before", async () => {
  const [here, there] = channel();
  there.on("message", () => there.post({ fault: "a fault of the suite" }));
  const judging = openJudging({ port: here, stop, atOnce: 1, later: setImmediate }, () => undefined);
  judging.look().fromClient(request);
  const why = "The judging of the traffic failed: a fault of the suite";
  await expect(judging.end()).rejects.toThrow(why);
  await expect(judging.ready).rejects.toThrow(why);
});

test("a judge that cannot begin says why", async () => {
  const [here, there] = channel();
  const judging = openJudging({ port: here, stop, atOnce: 1, later: setImmediate }, () => undefined);
  await judgeAt(there, { ...judgedBy, baseUrls: ["no URL"] });
  await expect(judging.ready).rejects.toThrow(/^The judging of the traffic failed: .*no URL/);
});
