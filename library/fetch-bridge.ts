/** Serves a web-standard handler with `node:http`: the handler gets a `Request` and returns a `Response`. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

/** A web-standard handler. */
export type FetchHandler = (request: Request) => Response | PromiseLike<Response>;

/** Sends the response of the handler, or 500 if it throws or returns something else. Never rejects. */
export async function answerFetch(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const ending = new AbortController();
  outgoing.once("close", () => ending.abort());
  try {
    const request = await requestOf(incoming, ending.signal);
    await send(await handler(request), incoming, outgoing);
  } catch (error) {
    answerFault(outgoing, error);
  }
}

/** Handles an error of the application as servers do: 500, or a closed connection after the header was sent. */
export function answerFault(outgoing: ServerResponse, error: unknown): void {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" }).end(String(error));
}

/** Whether a value is a `Response` of any realm or library. */
export function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === "[object Response]";
}

/** Reads the body first: bytes that a handler leaves unread would block the next request on the connection. */
async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers, rawHeaders } = incoming;
  const fields: Array<[string, string]> = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) fields.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  const bytes = await buffer(incoming);
  // In the Fetch standard, a `Request` with one of these methods has no body.
  const isBodiless = method === "GET" || method === "HEAD";
  const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
  const body = isBodiless || !isFramed ? null : bytes;
  return new Request(addressOf(url, headers.host), { method, headers: fields, body, signal });
}

/** The address that the client asked for. */
function addressOf(target: string, host = "127.0.0.1"): string {
  const address = `http://${host}${target}`;
  return URL.canParse(address) ? address : new URL(target, "http://127.0.0.1").href;
}

async function send(answer: unknown, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (!isResponse(answer)) {
    throw new TypeError(`The handler returned ${answer === null ? "null" : typeof answer}, and no Response`);
  }
  const { status, statusText, headers, body } = answer;
  outgoing.statusCode = status;
  if (statusText !== "") outgoing.statusMessage = statusText;
  headers.forEach((value, name) => outgoing.appendHeader(name, value));
  if (body === null || incoming.method === "HEAD") {
    await body?.cancel();
    outgoing.end();
  } else {
    await pipeline(Readable.fromWeb(body), outgoing);
  }
}
