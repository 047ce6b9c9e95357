/** One planned request becomes one exchange. Faults of the connection become "no answer", never an exception. */
import type { Exchange } from "../../reports/result.ts";
import { type Answer, readAnswer } from "./answer.ts";
import type { PlannedRequest } from "./check.ts";
import { type NoAnswer, noAnswerOf } from "./no-answer.ts";
import type { Provider } from "./provider.ts";
import type { Pace } from "./pace.ts";
import { recordRequest, recordResponse } from "./record.ts";
import type { Redact } from "../../reports/redact.ts";
import { INVALID_TOKEN, TOKEN } from "./requests.ts";
import type { Lane, WireRequest, WireResponse } from "./wire.ts";

/** What sending needs beside the request. */
export interface Sending {
  readonly provider: Provider;
  /** The token of the moment. */
  readonly token: () => string;
  readonly redact: Redact;
  /** Aborted when the run ends. */
  readonly ended: AbortSignal;
  readonly pace: Pace;
  /** Of the run, on the clock of `performance.now()`. */
  readonly startedAt: number;
}

/** Sends a request on a lane and records the exchange. */
export async function send(
  request: PlannedRequest,
  lane: Lane,
  sending: Sending,
): Promise<{ readonly exchange: Exchange; readonly answer: Answer | null }> {
  const { provider } = sending;
  await sending.pace.wait(sending.ended);
  const startedAt = performance.now();
  const wire = toWire(request, provider, sending.token());
  const wasUsed = lane.carried() > 0;
  let outcome = await attempt(wire, lane, sending);
  let attempts: 1 | 2 = 1;
  // A server may close a kept-alive connection at any time (RFC 9112 section 9.3.1), also just as it is used again.
  if ("kind" in outcome && outcome.kind === "connection-closed" && wasUsed) {
    await sending.pace.wait(sending.ended);
    outcome = await attempt(wire, lane, sending);
    attempts = 2;
  }
  const totalMs = performance.now() - startedAt;
  const common = { request: recordRequest(request, provider.baseUrl, provider.limits.keptBytes), attempts };
  const startedMs = round(startedAt - sending.startedAt);
  if ("kind" in outcome) {
    const timing = { startedMs, firstByteMs: null, totalMs: round(totalMs) };
    return {
      exchange: { ...common, response: null, noAnswer: outcome, timing, truncated: false, redacted: [] },
      answer: null,
    };
  }
  const { response, redacted } = recordResponse(outcome, provider.limits, sending.redact);
  const timing = { startedMs, firstByteMs: round(outcome.firstByteAt - startedAt), totalMs: round(totalMs) };
  return {
    exchange: { ...common, response, timing, truncated: outcome.truncated, redacted },
    answer: readAnswer(outcome.status, outcome.headers, outcome.body, { bytes: provider.limits.bodyBytes }),
  };
}

async function attempt(wire: WireRequest, lane: Lane, { provider, ended }: Sending): Promise<WireResponse | NoAnswer> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, provider.limits.requestMs);
  ended.addEventListener("abort", abort, { once: true });
  try {
    ended.throwIfAborted();
    return await lane.send(wire, controller.signal);
  } catch (error) {
    return noAnswerOf(error, ended.aborted ? "run" : controller.signal.aborted ? "request" : null);
  } finally {
    clearTimeout(timer);
    ended.removeEventListener("abort", abort);
  }
}

function toWire(request: PlannedRequest, { baseUrl, invalidToken }: Provider, token: string): WireRequest {
  const { method, body, framing } = request;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, "");
  const withTokens = (value: string): string =>
    value.replace(TOKEN, () => token).replace(INVALID_TOKEN, () => invalidToken ?? "");
  const headers = request.headers.map(([name, value]) => [name, withTokens(value)] as const);
  return { method, target: `${prefix}${request.path}`, headers, body, framing };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
