/** Records the exchanges of a web-standard handler, without a change to its requests and responses. */
import type { HeaderFields } from "../../http/message.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { Lost, TrafficExchange } from "../../traffic/recorded-traffic.ts";
import type { FetchHandler } from "../fetch-bridge.ts";

/** The most bytes of a body to keep until it is judged. */
const MOST = DEFAULT_LIMITS.bodyBytes;

/** Returns a handler that answers like the given one. @param seen called with each exchange, which may still be read */
export function tapFetch(handler: FetchHandler, seen: (exchange: Promise<TrafficExchange>) => void): FetchHandler {
  return async (request) => {
    const { method, url, headers } = request;
    const sent = request.body === null ? Promise.resolve(null) : bytesOf(request.clone().body);
    const answer = await handler(request);
    const { status } = answer;
    const received = bytesOf(answer.body === null ? null : answer.clone().body);
    const exchange = async (): Promise<TrafficExchange> => ({
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

/** Reads a copy of a body. Stops at an error, or at the limit. */
async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array | Lost> {
  if (body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      size += part.length;
      if (size > MOST) return { lost: `the body has more than ${MOST} bytes, the limit` };
      parts.push(part);
    }
  } catch {
    return { lost: "the body broke off" };
  }
  return Buffer.concat(parts);
}
