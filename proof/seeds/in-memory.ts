/**
 * Asks behaviours without sockets: the steps of the provider get a request as it would be sent, and the run gets the
 * answer as it would be read. Everything else in a run is the same as for users.
 */
import { setImmediate } from "node:timers/promises";
import type { Connection } from "../../http/connection.ts";
import type { HeaderFields, WireRequest, WireResponse } from "../../http/message.ts";
import {
  ClosedUnderError,
  REQUEST_TIMEOUT,
  WireError,
  endedWith408,
  isChunked,
  lacksConnection,
} from "../../http/message.ts";
import type { Behaviour, ConnectionHistory, Memory, ProviderAnswer, Request } from "../behaviour.ts";
import { correct } from "../correct.ts";
import { type StartedProvider, answered, emptyMemory } from "../test-provider.ts";
import { replaced } from "./replaced-connection.ts";

/** A provider in memory, found by its URL. Nothing can reach the host of that URL. */
export interface InMemory {
  readonly url: string;
  readonly behaviour: Behaviour;
  readonly token: string;
  readonly basePath: string;
  readonly memory: Memory;
}

const providers = new Map<string, InMemory>();
let count = 0;

/** Whether a behaviour does nothing with the connection itself, so that it loses nothing without one. */
export function needsNoSocket({ takeOver, expect, send }: Behaviour): boolean {
  return takeOver === correct.takeOver && expect === correct.expect && send === correct.send;
}

/** Opens a provider with an empty store. After disposal, it refuses connections. */
export function openInMemory(behaviour: Behaviour, token: string, basePath = ""): InMemory & Disposable {
  count += 1;
  const origin = `http://provider-${count}.invalid`;
  const provider: InMemory = { url: `${origin}${basePath}`, behaviour, token, basePath, memory: emptyMemory() };
  providers.set(origin, provider);
  replaced.set(origin, openConnection);
  return { ...provider, [Symbol.dispose]: () => void providers.delete(origin) };
}

/**
 * Replaces `startProvider` in tests that do not concern connections: a run takes a third of the time.
 * @throws {Error} when the behaviour needs a socket
 */
export function startInMemory(behaviour: Behaviour, { token }: { readonly token: string }): StartedProvider {
  if (!needsNoSocket(behaviour)) throw new Error("The behaviour needs a socket");
  const opened = openInMemory(behaviour, token);
  const stop = (): Promise<void> => Promise.resolve(opened[Symbol.dispose]());
  return { url: opened.url, token, stop, [Symbol.asyncDispose]: stop };
}

/** Replaces `openConnection` of `http/`. */
export function openConnection({ baseUrl }: { readonly baseUrl: string }): Connection {
  const provider = providers.get(new URL(baseUrl).origin);
  if (provider === undefined) throw new Error(`There is no provider ${baseUrl}`);
  let connection: ConnectionHistory = { requests: 0, refusals: 0 };
  return {
    carried: () => connection.requests,
    close: () => Promise.resolve(),
    send: async (wire) => {
      // Yields as a socket does, so that a run does not block other work in this process.
      await setImmediate();
      if (!providers.has(new URL(baseUrl).origin)) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      const isAlone = hasOwnConnection(wire);
      const isReused = !isAlone && connection.requests > 0;
      const history = isAlone ? { requests: 0, refusals: 0 } : connection;
      provider.memory.inFlight += 1;
      const answer = await answered(provider.behaviour, requestOf(wire, provider, history));
      provider.memory.inFlight -= 1;
      if (answer === "never") throw new WireError("TIMED_OUT", "the answer was not complete in time");
      const isEnd = answer?.status === REQUEST_TIMEOUT && isReused;
      if (answer === undefined || isEnd || isLast(wire, answer)) connection = { requests: 0, refusals: 0 };
      if (isEnd) throw new ClosedUnderError(endedWith408());
      if (answer === undefined) throw closedError(isReused);
      return { ...responseOf(answer, wire), ...(isReused ? { isReused } : {}) };
    },
  };
}

function closedError(isReused: boolean): Error {
  const error = Object.assign(new Error("closed"), { code: "ECONNRESET" });
  return isReused ? new ClosedUnderError(error) : error;
}

/** Whether the connection closes after the answer, because the request or the answer says so (RFC 9112 section 9.6). */
function isLast(wire: WireRequest, answer: ProviderAnswer): boolean {
  const fields = [...wire.headers, ...Object.entries(answer.headers)];
  return (
    wire.isLast === true || fields.some(([name, value]) => name.toLowerCase() === "connection" && value === "close")
  );
}

function requestOf(wire: WireRequest, { basePath, token, memory }: InMemory, connection: ConnectionHistory): Request {
  const [path = "", ...query] = wire.target.split("?");
  const fields: HeaderFields = [
    ...wire.headers,
    ["Host", "provider.invalid"],
    ...connectionOf(wire),
    ...framingOf(wire),
  ];
  return {
    method: wire.method,
    path: path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "",
    query: query.length === 0 ? undefined : query.join("?"),
    headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    headerNames: fields.map(([name]) => name),
    body: bytesOf(wire.body),
    token,
    connection,
    memory,
  };
}

/**
 * The same bytes without a copy, because no behaviour writes to them: copying a mebibyte takes as long as ten requests.
 */
function bytesOf(body: WireRequest["body"]): Buffer {
  return body === null ? Buffer.alloc(0) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function hasOwnConnection(request: WireRequest): boolean {
  return ["expect-continue", "none", "odd-chunks"].includes(request.framing) || lacksConnection(request);
}

/** The `Connection` field that the client of the suite adds if the request has none. */
function connectionOf({ headers, isLast: closes, ...way }: WireRequest): HeaderFields {
  if (lacksConnection(way) || headers.some(([name]) => name.toLowerCase() === "connection")) return [];
  return [["Connection", closes === true ? "close" : "keep-alive"]];
}

function framingOf({ framing, body }: WireRequest): HeaderFields {
  if (framing === "none" || body === null) return [];
  if (!isChunked({ framing })) return [["Content-Length", String(body.length)]];
  return [["Transfer-Encoding", framing === "chunked" ? "chunked" : "Chunked"]];
}

function responseOf({ status, headers, body }: ProviderAnswer, { method }: WireRequest): WireResponse {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((one) => [name, one] as const),
  );
  const bytes = method === "HEAD" || status === 204 ? new Uint8Array() : Buffer.from(body);
  const length = ["Content-Length", String(bytes.length)] as const;
  return { status, headers: [...fields, length], body: bytes, truncated: false, firstByteAt: performance.now() };
}
