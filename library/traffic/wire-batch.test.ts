/** What is written into batches is read back as it was. */
import { expect, test } from "vitest";
import { type WireEvent, eventsOf, openWireBatch } from "./wire-batch.ts";

const CAPACITY = 64;

/** The events of each batch. */
function through(events: readonly WireEvent[]): readonly (readonly WireEvent[])[] {
  const batches: Uint8Array[] = [];
  const { add, flush } = openWireBatch(CAPACITY, (batch) =>
    batches.push(structuredClone(batch, { transfer: [batch.buffer] })),
  );
  events.forEach(add);
  flush();
  flush();
  return batches.map((batch) =>
    [...eventsOf(batch)].map((event) => ({ ...event, bytes: new Uint8Array(event.bytes) })),
  );
}

const event = (kind: WireEvent["kind"], connection: number, length: number): WireEvent => {
  return { kind, connection, bytes: Uint8Array.from({ length }, (_, k) => (k * 37) % 256) };
};

test("every kind of event, with bytes of any value, and whatever the number of its connection", () => {
  const events = [
    event("client", 0, 20),
    event("server", 2 ** 32 - 1, 1),
    event("server-ended", 7, 0),
    event("given-up", 7, 0),
    event("closed", 256, 0),
    event("unreached", 65_536, 5),
  ];
  expect(through(events).flat()).toEqual(events);
});

test("a batch is handed over when the next event has no room in it, and a longer event has one of its own", () => {
  const events = [event("client", 1, 40), event("server", 1, 40), event("client", 1, 500), event("closed", 1, 0)];
  expect(through(events)).toEqual(events.map((one) => [one]));
});

test("the events of a batch may not change what was added before", () => {
  const added = event("client", 1, 10);
  const [[read] = []] = through([{ ...added, bytes: new Uint8Array(added.bytes) }]);
  expect(read).toEqual(added);
});

test("nothing is handed over where nothing was added", () => {
  expect(through([])).toEqual([]);
});
