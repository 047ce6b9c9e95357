/** Looks on while a web-standard handler answers: it gets its request and gives its answer as without. */
import type { HeaderFields } from "../../http/message.ts";
import { DEFAULT_LIMITS } from "../../http/provider.ts";
import type { Lost, TrafficExchange } from "../../traffic/recorded-traffic.ts";
import type { FetchHandler } from "../fetch-bridge.ts";

/** Bytes of a body that are kept until it is judged. */
const MOST = DEFAULT_LIMITS.bodyBytes;

/** A handler that answers as the given one does, and the exchanges that are still being read. */
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

/** A port may be another for each request, and the handler is the same. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function fieldsOf(headers: Headers): HeaderFields {
  const fields: Array<readonly [string, string]> = [];
  headers.forEach((value, name) => fields.push([name, value]));
  return fields;
}

/** The bytes of a copy. One that fails, or that is longer than the limit, is not read on. */
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
