/** The end of a channel that reads and judges traffic: in its own thread, or in the thread of the traffic. */
import { type Recording, addSafely } from "../../traffic/open-traffic.ts";
import { type TrafficWishes, openShippedTraffic } from "../../traffic/read/judge-recordings.ts";
import type { TrafficExchange } from "../../traffic/recorded-traffic.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import { type WirePairs, openWirePairs } from "../../traffic/wire/wire-pairs.ts";
import type { Channel } from "../channel.ts";
import { type WireEvent, eventsOf } from "./wire-batch.ts";

/** The wishes for judging traffic, in a form that a thread can receive. */
export interface ProxyWishes extends Omit<TrafficWishes, "pactDrafts"> {
  /** The origin of the server, which requests do not contain. */
  readonly origin: string;
}

/** A message to the judge: events of connections, or a request for the result. */
export type ToJudge = { readonly batch: Uint8Array } | { readonly end: true };

/** The outcome of a batch: the number of answered exchanges, and the new findings. */
interface Judged {
  readonly answered: number;
  readonly found: readonly NewFinding[];
}

/** A message from the judge: it is loaded, the outcome and size of a batch, the result, or why there is none. */
export type FromJudge =
  | { readonly isReady: true }
  | ({ readonly readBytes: number } & Judged)
  | { readonly result: TrafficResult }
  | { readonly fault: string };

/** If more bytes than this wait, exchanges are only counted and not judged, which is several times as fast. */
const MOST_LATE = 8 * 1024 * 1024;

const TOO_FAST = "the traffic was faster than the judging";

/** Judges the traffic that arrives at a port, until a message requests the result. */
export async function judgeAt(port: Channel<FromJudge>, wishes: ProxyWishes): Promise<void> {
  try {
    const traffic = await openShippedTraffic(wishes);
    const read = openReader(traffic.open("the proxy", "proxy", true), wishes.origin);
    inTurn(port, (message, lateBytes) =>
      "end" in message
        ? { result: traffic.result() }
        : { readBytes: message.batch.length, ...read(message.batch, lateBytes > MOST_LATE) },
    );
    port.post({ isReady: true });
  } catch (error) {
    port.post(faultOf(error));
  }
}

/**
 * Answers one message per turn of the event loop. So the number of waiting bytes is known, and traffic in the same
 * thread waits for only one message.
 * @param answer called with a message and the number of bytes in the messages behind it
 */
function inTurn(port: Channel<FromJudge>, answer: (message: ToJudge, lateBytes: number) => FromJudge): void {
  const queue: ToJudge[] = [];
  let lateBytes = 0;
  const next = (): void => {
    const message = queue.shift();
    if (message === undefined) return;
    lateBytes -= bytesOf(message);
    if (queue.length > 0) setImmediate(next);
    try {
      port.post(answer(message, lateBytes));
    } catch (error) {
      port.post(faultOf(error));
    }
  };
  port.on("message", (value) => {
    const message = value as ToJudge;
    queue.push(message);
    lateBytes += bytesOf(message);
    if (queue.length === 1) setImmediate(next);
  });
}

function bytesOf(message: ToJudge): number {
  return "end" in message ? 0 : message.batch.length;
}

/** Ignores a connection that is not read any more. */
const BLIND: WirePairs = {
  fromClient: () => undefined,
  fromServer: () => undefined,
  serverEnded: () => undefined,
  closed: () => undefined,
};

/**
 * Reads exchanges from the bytes of connections, and adds them to a recording.
 * @returns a function that reads a batch; it only counts the exchanges of a late batch
 */
function openReader(recording: Recording, origin: string): (batch: Uint8Array, isLate: boolean) => Judged {
  const connections = new Map<number, WirePairs>();
  let [answered, isLate]: [number, boolean] = [0, false];
  let found: NewFinding[] = [];
  const count = (lost: string): void => void found.push(...addSafely(recording, { lost }));
  const seen = (exchange: TrafficExchange): void => {
    if (isLate) return count(TOO_FAST);
    if (exchange.response !== null) answered += 1;
    found.push(...addSafely(recording, exchange));
  };
  const take = ({ kind, connection, bytes }: WireEvent): void => {
    if (kind === "unreached") return count(`the server could not be reached: ${Buffer.from(bytes).toString("utf8")}`);
    const pairs = connections.get(connection) ?? openWirePairs(origin, seen);
    connections.set(connection, pairs);
    if (kind === "closed" || kind === "given-up") connections.delete(connection);
    if (kind === "given-up") return count(`the rest of a connection was not read, because ${TOO_FAST}`);
    try {
      look(pairs, kind, bytes);
    } catch {
      // A fault of the suite is not a finding.
      if (connections.has(connection)) connections.set(connection, BLIND);
    }
  };
  return (batch, late) => {
    [answered, isLate, found] = [0, late, []];
    for (const event of eventsOf(batch)) take(event);
    return { answered, found };
  };
}

function look(pairs: WirePairs, kind: "client" | "server" | "server-ended" | "closed", bytes: Uint8Array): void {
  if (kind === "client") pairs.fromClient(bytes);
  else if (kind === "server") pairs.fromServer(bytes);
  else if (kind === "server-ended") pairs.serverEnded();
  else pairs.closed();
}

function faultOf(error: unknown): FromJudge {
  return { fault: error instanceof Error ? error.message : String(error) };
}
