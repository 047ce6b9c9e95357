/** One request on a connection of undici's, and its answer as far as the limit lets it be read. */
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import type Client from "undici/lib/dispatcher/client.js";
import { WireError, type WireRequest, type WireResponse, fieldsOf } from "./message.ts";
import type { Limits } from "./provider.ts";

/** How much of an answer is waited for: times in milliseconds, sizes in bytes. */
export interface ExchangeLimits extends Pick<Limits, "bodyBytes" | "requestMs"> {
  /** Aborted when the run is over. */
  readonly ended: AbortSignal;
}

/** The time for one request is over. */
export function late(): WireError {
  return new WireError("TIMED_OUT", "the answer was not complete in time");
}

/**
 * Sends a request. undici's own `request` makes a stream of each answer; one that is read whole needs none. A body
 * beyond the limit is cut there, and its connection closed: the rest is never read.
 * @throws {Error} (the promise rejects) when there is no answer, the run is over, or the time is: then it is `late`
 */
export function dispatch(
  client: Client,
  request: WireRequest,
  { bodyBytes, requestMs, ended }: ExchangeLimits,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    let started: Dispatcher.DispatchController | undefined;
    let givenUp: Error | undefined;
    const giveUp = (error: Error): void => {
      givenUp = error;
      over();
      started?.abort(error);
      // undici leaves a request alone, aborted or not, while its connection is being opened.
      reject(error);
    };
    const timer = setTimeout(() => giveUp(late()), requestMs);
    const abort = (): void => giveUp(aborted);
    const over = (): void => {
      clearTimeout(timer);
      ended.removeEventListener("abort", abort);
    };
    const reader = readerOf(bodyBytes, {
      response: (response) => (over(), resolve(response)),
      error: (error) => (over(), reject(error)),
    });
    ended.addEventListener("abort", abort, { once: true });
    client.dispatch(optionsOf(request), {
      ...reader,
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
    headers: request.headers.flat(),
    // An iterable has no length to announce, so that undici frames it in chunks.
    body: request.framing === "chunked" && request.body !== null ? Readable.from(chunks(request.body)) : request.body,
  };
}

/** Two chunks, so that a reader that stops after the first is noticed. */
async function* chunks(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const half = Math.ceil(body.length / 2);
  yield body.subarray(0, half);
  yield body.subarray(half);
}

interface AnswerListener {
  readonly response: (response: WireResponse) => void;
  readonly error: (error: unknown) => void;
}

/** Puts an answer together from what undici reads, and tells of it once. */
function readerOf(bodyLimit: number, told: AnswerListener): Dispatcher.DispatchHandler {
  const parts: Uint8Array[] = [];
  let size = 0;
  let head: Omit<WireResponse, "body" | "truncated"> | undefined;
  const finish = (truncated: boolean): void => {
    const [only] = parts;
    if (head === undefined) return;
    told.response({ ...head, body: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts), truncated });
    head = undefined;
  };
  return {
    onResponseStart: (controller, status) => {
      // Answers before the last one (RFC 9110 section 15.2) say nothing here.
      if (status < 200) return;
      const firstByteAt = performance.now();
      try {
        head = { status, headers: fieldsOf(textOf(controller.rawHeaders)), firstByteAt };
      } catch (error) {
        told.error(error);
        leave(controller);
      }
    },
    onResponseData: (controller, chunk) => {
      if (head === undefined) return;
      parts.push(size + chunk.length > bodyLimit ? chunk.subarray(0, bodyLimit - size) : chunk);
      size += chunk.length;
      if (size <= bodyLimit) return;
      finish(true);
      leave(controller);
    },
    onResponseEnd: () => finish(false),
    onResponseError: (_controller, error) => told.error(head === undefined && isLengthFault(error) ? headFault : error),
  };
}

/** Where a header that has a length cannot be parsed, undici says that the body, which has not begun, has another. */
const headFault = new WireError(
  "BROKEN",
  "what came back is not HTTP (its header cannot be read; a Content-Length that is not one number is such a fault)",
);

function isLengthFault(error: Error): boolean {
  return Reflect.get(error, "code") === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
}

/** Closes the connection, but not while undici is in the middle of what it has read. */
function leave(controller: Dispatcher.DispatchController): void {
  queueMicrotask(() => controller.abort(aborted));
}

/** Names and values in turn; undici gives them as bytes, in which every byte is a letter. */
function textOf(raw: Dispatcher.DispatchController["rawHeaders"]): readonly string[] {
  if (!Array.isArray(raw)) return [];
  return raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
}
