/** The end of a channel at which exchanges are judged: in a thread of its own, or in the one that the traffic passes. */
import { addSafely } from "../../traffic/open-traffic.ts";
import { type TrafficWishes, openShippedTraffic } from "../../traffic/read/judge-recordings.ts";
import { type Lost, type TrafficItem, type TrafficResponse, isLost } from "../../traffic/recorded-traffic.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import type { Channel } from "../channel.ts";

/** What traffic is judged by, as it can be sent to a thread. */
export type ProxyWishes = Omit<TrafficWishes, "pactDrafts">;

/**
 * Exchanges as one text, which is copied faster than what it holds, and how many were left out before them; or the question
 * for the result.
 */
export type ToJudge = { readonly batch: string; readonly leftOut: number } | { readonly end: true };

/** What the judging says: that it is loaded; how many items it has looked at, how many of them were answered, and what is new; the result; or why there is none. */
export type FromJudge =
  | { readonly isReady: true }
  | { readonly judged: number; readonly answered: number; readonly found: readonly NewFinding[] }
  | { readonly result: TrafficResult }
  | { readonly fault: string };

/** Writes an exchange as a text. */
export function textOfItem(item: TrafficItem): string {
  return JSON.stringify(packed(item));
}

/** Writes exchanges that are texts as one text. */
export function batchOf(items: readonly string[]): string {
  return `[${items.join(",")}]`;
}

type Packed = Lost | readonly [method: string, url: string, headers: unknown, body: unknown, answer: unknown];

function packed(item: TrafficItem): Packed {
  if (isLost(item)) return item;
  const { request, response } = item;
  const answer = response && [response.status, response.headers, textOf(response.body), response.isDecoded];
  return [request.method, request.url, request.headers, textOf(request.body), answer];
}

/** A character for each byte. */
function textOf(body: Uint8Array | Lost | null): string | Lost | null {
  if (!(body instanceof Uint8Array)) return body;
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.length);
  return bytes.toString("latin1");
}

/** Reads what `batchOf` has written. */
export function itemsOf(batch: string): readonly TrafficItem[] {
  return (JSON.parse(batch) as readonly Packed[]).map((one): TrafficItem => {
    if (isLost(one)) return one;
    const [method, url, headers, body, answer] = one as readonly [
      string,
      string,
      TrafficResponse["headers"],
      ...unknown[],
    ];
    return { request: { method, url, headers, body: bytesOf(body) }, response: answerOf(answer) };
  });
}

function answerOf(answer: unknown): TrafficResponse | null {
  if (answer === null) return null;
  const [status, headers, body, isDecoded] = answer as [number, TrafficResponse["headers"], unknown, boolean];
  return { status, headers, body: bytesOf(body) ?? new Uint8Array(), isDecoded };
}

function bytesOf(body: unknown): Uint8Array | Lost | null {
  return typeof body === "string" ? Buffer.from(body, "latin1") : (body as Lost | null);
}

const leftOut: Lost = { lost: "the traffic was faster than the judging" };

/** Judges what arrives at a port, until it is asked for the result. */
export async function judgeAt(port: Channel<FromJudge>, wishes: ProxyWishes): Promise<void> {
  const opened = openShippedTraffic(wishes).then((traffic) => ({
    traffic,
    recording: traffic.open("the proxy", "proxy", true),
  }));
  const answer = async (message: ToJudge): Promise<FromJudge> => {
    const { traffic, recording } = await opened;
    if ("end" in message) return { result: traffic.result() };
    const items = itemsOf(message.batch);
    for (let k = 0; k < message.leftOut; k += 1) recording.add(leftOut);
    const answered = items.filter((item) => !isLost(item) && item.response !== null).length;
    return { judged: items.length, answered, found: items.flatMap((item) => [...addSafely(recording, item)]) };
  };
  port.on("message", (message) => {
    void answer(message as ToJudge)
      .catch(faultOf)
      .then((said) => port.post(said));
  });
  port.post(await opened.then((): FromJudge => ({ isReady: true }), faultOf));
}

function faultOf(error: unknown): FromJudge {
  return { fault: error instanceof Error ? error.message : String(error) };
}
