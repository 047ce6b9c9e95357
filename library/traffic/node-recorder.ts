/** Records the exchanges of a listener of `node:http`, without a change to its requests and responses. */
import { type IncomingMessage, type ServerResponse, validateHeaderName } from "node:http";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import { type HeaderFields, pairsOf } from "../../http/message.ts";
import type { Lost, TrafficExchange, TrafficRequest } from "../../traffic/recorded-traffic.ts";
import type { FetchHandler } from "../loopback.ts";

interface Passing {
  readonly add: (chunk: unknown, encoding?: unknown) => void;
  readonly bytes: () => Uint8Array | Lost;
}

/** @param most the most bytes of a body to keep until it is judged */
function openPassing(most: number): Passing {
  let [parts, size]: [Uint8Array[], number] = [[], 0];
  return {
    add: (chunk, encoding) => {
      const bytes = bytesIn(chunk, encoding);
      size += bytes.length;
      if (size > most) parts = [];
      // A copy, because the owner may reuse the buffer.
      else parts.push(Uint8Array.from(bytes));
    },
    bytes: () => (size > most ? { lost: `the body has more than ${most} bytes, the limit` } : Buffer.concat(parts)),
  };
}

/** Milliseconds since 1970, more exact than those of `Date`. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function bytesIn(chunk: unknown, encoding: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== "string") return new Uint8Array();
  return Buffer.from(chunk, Buffer.isEncoding(String(encoding)) ? (encoding as BufferEncoding) : "utf8");
}

interface TapOptions {
  /** The original path and query, if the listener gets changed ones. */
  readonly target?: string;
  /** The most bytes of a body to keep until it is judged. */
  readonly most?: number;
}

/** Calls back after the response was sent. @returns a function that returns the request as far as it was read */
export function tapNode(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  seen: (exchange: TrafficExchange) => void,
  { target = request.url ?? "", most = DEFAULT_LIMITS.bodyBytes }: TapOptions = {},
): () => TrafficRequest {
  const { method = "", rawHeaders } = request;
  const start = now();
  const headers = pairsOf(rawHeaders);
  const body = tapRequest(request, most);
  const answer = tapResponse(response, most);
  const sent = (): TrafficRequest => ({ method, url: target, headers, body: body() });
  response.once("finish", () => {
    const isBodiless = method === "HEAD" || response.statusCode === 204 || response.statusCode === 304;
    seen({
      request: sent(),
      response: {
        status: response.statusCode,
        headers: headersThatLeft(response),
        body: isBodiless ? new Uint8Array() : answer(),
        isDecoded: false,
      },
      span: { start, end: now() },
    });
  });
  return sent;
}

/** Copies the bytes that the parser pushes into a request. A body that the listener does not read may be incomplete. */
function tapRequest(request: IncomingMessage, most: number): () => Uint8Array | null | Lost {
  const passing = openPassing(most);
  let hasEnded = false;
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk === null) hasEnded = true;
    else passing.add(chunk, encoding);
    return push(chunk, encoding);
  };
  return () => (hasEnded ? passing.bytes() : { lost: "the body of the request was not read to its end" });
}

function tapResponse(response: ServerResponse, most: number): () => Uint8Array | Lost {
  const passing = openPassing(most);
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  let isEnding = false;
  response.write = (...given: unknown[]): boolean => {
    // `end` may call `write`.
    if (!isEnding) passing.add(given[0], given[1]);
    return write(...given);
  };
  response.end = (...given: unknown[]): ServerResponse => {
    if (!isEnding) passing.add(given[0], given[1]);
    isEnding = true;
    return end(...given);
  };
  return passing.bytes;
}

/** The header fields as written on the wire; if these are unknown, the fields that were set. */
function headersThatLeft(response: ServerResponse): HeaderFields {
  const head: unknown = Reflect.get(response, "_header");
  if (typeof head !== "string") {
    return Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as const),
    );
  }
  return head
    .split("\r\n")
    .slice(1)
    .flatMap((line) => {
      const at = line.indexOf(":");
      return at > 0 && isName(line.slice(0, at)) ? [[line.slice(0, at), line.slice(at + 1).trim()] as const] : [];
    });
}

function isName(text: string): boolean {
  try {
    validateHeaderName(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns a handler that answers like the given one. @param seen called with each exchange, which may still be read */
export function tapFetch(handler: FetchHandler, seen: (exchange: Promise<TrafficExchange>) => void): FetchHandler {
  return async (request) => {
    const { method, url, headers } = request;
    const start = now();
    const sent = request.body === null ? Promise.resolve(null) : bytesOf(request.clone().body);
    const answer = await handler(request);
    const { status } = answer;
    const received = bytesOf(answer.body === null ? null : answer.clone().body);
    const span = { start, end: now() };
    const exchange = async (): Promise<TrafficExchange> => ({
      span,
      request: { method, url: targetOf(url), headers: fieldsOf(headers), body: await sent },
      response: { status, headers: fieldsOf(answer.headers), body: await received, isDecoded: false },
    });
    seen(exchange());
    return answer;
  };
}

/** The path and the query. The origin is left out: the port can change with each request to the same handler. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function fieldsOf(headers: Headers): HeaderFields {
  const fields: Array<readonly [string, string]> = [];
  headers.forEach((value, name) => fields.push([name, value]));
  return fields;
}

/** Reads a copy of a body, to an error or to its end. */
async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | Lost> {
  if (body === null) return new Uint8Array();
  const passing = openPassing(DEFAULT_LIMITS.bodyBytes);
  try {
    for await (const part of body) passing.add(part);
  } catch {
    return { lost: "the body broke off" };
  }
  return passing.bytes();
}
