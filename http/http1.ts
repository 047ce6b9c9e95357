/** Sends a request over a connection of undici, and reads the answer up to the limit. */
import { Readable } from "node:stream";
import * as timers from "node:timers/promises";
import type { Dispatcher } from "undici";
import type Client from "undici/lib/dispatcher/client.js";
import {
  endedWith408,
  fieldsOf,
  type HeaderFields,
  IncompleteAnswerError,
  pairsOf,
  type PartialResponse,
  REQUEST_TIMEOUT,
  WireError,
  type WireRequest,
  type WireResponse,
} from "./message.ts";
import type { Limits } from "./provider.ts";
import { gather } from "./streams.ts";

// Where a body is split, and how its chunks are written (RFC 9112 section 7.1).

/**
 * Two halves. If the body has a character of several bytes, one is split, so that a server that decodes each half is
 * detected.
 */
export function halvesOf(body: Uint8Array): readonly [Uint8Array, Uint8Array] {
  const half = Math.ceil(body.length / 2);
  const inside = (byte: number): boolean => byte >= 0x80 && byte < 0xc0;
  const after = body.findIndex((byte, at) => at >= half && inside(byte));
  const at = after === -1 ? body.findLastIndex(inside) : after;
  const place = at === -1 ? half : at;
  return [body.subarray(0, place), body.subarray(place)];
}

/** A size that contains a letter in hexadecimal. */
const FIRST_SIZE = 11;

/**
 * A body in two chunks that use everything that RFC 9112 allows: sizes in capitals and with leading zeros, extensions,
 * and a trailer section.
 */
export function oddChunks(body: Uint8Array): Uint8Array {
  const chunk = (part: Uint8Array, extension: string): Buffer => {
    const size = part.length.toString(16).toUpperCase().padStart(4, "0");
    return Buffer.concat([Buffer.from(`${size};${extension}\r\n`), part, Buffer.from("\r\n")]);
  };
  const parts = [body.subarray(0, FIRST_SIZE), body.subarray(FIRST_SIZE)].filter((part) => part.length > 0);
  const extensions = ["part=1", 'part="2; last"'];
  const chunks = parts.map((part, place) => chunk(part, extensions[place] ?? "part"));
  return Buffer.concat([...chunks, Buffer.from("000;end\r\nX-Checksum: none\r\n\r\n")]);
}

/** Limits for one request and its answer. Times in milliseconds, sizes in bytes. */
export interface ExchangeLimits extends Pick<Limits, "bodyBytes" | "requestMs"> {
  /** Aborted when the run has ended. */
  readonly ended: AbortSignal;
  /** Whether the connection has carried an answer before. */
  readonly isUsed: () => boolean;
}

/** The error for an answer that exceeds the time limit. */
export function late(): WireError {
  return new WireError("TIMED_OUT", "the answer was not complete in time");
}

/**
 * Sends a request. `request` of undici would create a stream for each answer, which is not needed here. A body that is
 * longer than the limit is truncated, and the connection is closed.
 * @throws {Error} (the promise rejects) when there is no answer, the run has ended, or the time limit is exceeded
 * (`late`)
 * @throws {IncompleteAnswerError} when one of these ended an answer whose header had arrived
 */
export function dispatch(
  client: Client,
  request: WireRequest,
  { bodyBytes, requestMs, ended, isUsed }: ExchangeLimits,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let started: Dispatcher.DispatchController | undefined;
    let givenUp: Error | undefined;
    const giveUp = (error: Error): void => {
      givenUp = error;
      fail(error);
      started?.abort(error);
    };
    const timer = setTimeout(() => giveUp(late()), requestMs);
    const abort = (): void => giveUp(aborted);
    const over = (): void => {
      clearTimeout(timer);
      ended.removeEventListener("abort", abort);
    };
    const { handler, arrived } = readerOf(bodyBytes, isUsed, {
      response: (response) => (over(), resolve(response)),
      error: (error) => fail(error),
    });
    // undici does not abort a request while its connection is being opened, so the promise is rejected at once.
    const fail = (error: unknown): void => {
      over();
      const part = arrived();
      reject(part === null ? error : new IncompleteAnswerError(part, error));
    };
    ended.addEventListener("abort", abort, { once: true });
    client.dispatch(optionsOf(request), {
      ...handler,
      onRequestStart: (controller) => {
        started = controller;
        if (givenUp !== undefined) controller.abort(givenUp);
      },
    });
  });
}

const aborted = new Error("aborted");

function optionsOf(request: WireRequest): Dispatcher.DispatchOptions {
  return {
    method: request.method,
    path: request.target,
    headers: [...request.headers, ...lengthOf(request)].flat(),
    ...(request.isLast === true ? { reset: true } : {}),
    body: bodyOf(request),
  };
}

function lengthOf({ framing, body }: WireRequest): HeaderFields {
  return framing === "in-pieces" && body !== null ? [["Content-Length", String(body.length)]] : [];
}

function bodyOf({ framing, body }: WireRequest): Uint8Array | Readable | null {
  if (body === null || (framing !== "chunked" && framing !== "in-pieces")) return body;
  // Without a Content-Length undici sends an iterable in chunks.
  return Readable.from(halves(body, framing === "in-pieces" ? PAUSE_MS : 0));
}

/** Long enough for the first half to be read before the second one is sent. */
const PAUSE_MS = 20;

/** Two halves, so that a server that reads only the first one is detected. */
async function* halves(body: Uint8Array, pauseMs: number): AsyncGenerator<Uint8Array> {
  const [first, second] = halvesOf(body);
  yield first;
  if (pauseMs > 0) await pauseFor(pauseMs);
  yield second;
}

/** Waits, and lets a server in the same process read: on a busy machine the time may pass before the server reads. */
async function pauseFor(milliseconds: number): Promise<void> {
  await timers.setTimeout(milliseconds);
  for (let turn = 0; turn < 3; turn += 1) await timers.setImmediate();
}

interface AnswerListener {
  readonly response: (response: WireResponse) => void;
  readonly error: (error: unknown) => void;
}

interface AnswerReader {
  readonly handler: Dispatcher.DispatchHandler;
  /** The answer as far as it was read, if its header was read and it is not complete. */
  readonly arrived: () => PartialResponse | null;
}

/** Assembles an answer from the parts that undici reads, and calls the listener once. */
function readerOf(bodyLimit: number, isUsed: () => boolean, listener: AnswerListener): AnswerReader {
  const gathered = gather(bodyLimit);
  let head: Omit<WireResponse, "body" | "truncated"> | undefined;
  let reason = "";
  const finish = (truncated: boolean, trailers: HeaderFields): void => {
    if (head === undefined) return;
    const seldomRead = { reason, trailers, interim: "" };
    listener.response({ ...head, body: gathered.bytes(), truncated, seldomRead });
    head = undefined;
  };
  const arrived = (): PartialResponse | null => (head === undefined ? null : { ...head, body: gathered.bytes() });
  const handler: Dispatcher.DispatchHandler = {
    onResponseStart: (controller, status, _headers, statusMessage) => {
      // Interim answers (RFC 9110 section 15.2) are not needed here.
      if (status < 200) return;
      // Aborted at once, because the next request needs a new connection even if this one is left open.
      if (status === REQUEST_TIMEOUT && isUsed()) return controller.abort(endedWith408());
      const firstByteAt = performance.now();
      reason = statusMessage ?? "";
      try {
        head = { status, headers: fieldsOf(textOf(controller.rawHeaders)), firstByteAt };
      } catch (error) {
        listener.error(error);
        leave(controller);
      }
    },
    onResponseData: (controller, chunk) => {
      if (head === undefined) return;
      if (!gathered.add(chunk)) return;
      finish(true, []);
      leave(controller);
    },
    onResponseEnd: ({ rawTrailers }) => finish(false, pairsOf(textOf(rawTrailers))),
    onResponseError: (_controller, error) =>
      listener.error(head === undefined && isLengthFault(error) ? headFault : error),
  };
  return { handler, arrived };
}

/** undici reports a header section that it cannot parse as a body whose length differs from Content-Length. */
const headFault = new WireError(
  "BROKEN",
  "what came back is not HTTP (its header cannot be read; a Content-Length that is not one number is such a fault)",
);

function isLengthFault(error: Error): boolean {
  return Reflect.get(error, "code") === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
}

/** Closes the connection after undici has processed what it has read. */
function leave(controller: Dispatcher.DispatchController): void {
  queueMicrotask(() => controller.abort(aborted));
}

/** Names and values, alternating. undici gives them as bytes, which are decoded as Latin-1. */
function textOf(raw: Dispatcher.DispatchController["rawHeaders"]): readonly string[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
}
