/**
 * Behaviours that are asked without sockets: a request goes to the steps of the provider as it would leave, and the answer
 * comes back as it would be read. Everything else of a run is as it is for users.
 */
import { setImmediate } from "node:timers/promises";
import type { Connection } from "../../http/connection.ts";
import type { HeaderFields, WireRequest, WireResponse } from "../../http/message.ts";
import { ClosedUnderError, WireError } from "../../http/message.ts";
import type { Behaviour, ConnectionHistory, Memory, ProviderAnswer, Request } from "../behaviour.ts";
import { correct } from "../correct.ts";
import { type StartedProvider, answered, emptyMemory } from "../test-provider.ts";
import { replaced } from "./replaced-connection.ts";

/** A provider in memory. It is found by its URL, whose host nobody can reach. */
export interface InMemory {
  readonly url: string;
  readonly behaviour: Behaviour;
  readonly token: string;
  readonly basePath: string;
  readonly memory: Memory;
}

const providers = new Map<string, InMemory>();
let count = 0;

/** Whether a behaviour does nothing with the connection itself, so that nothing is lost where there is none. */
export function needsNoSocket({ takeOver, expect, send }: Behaviour): boolean {
  return takeOver === correct.takeOver && expect === correct.expect && send === correct.send;
}

/** Opens a provider with an empty store. Once it is disposed of, it refuses connections. */
export function openInMemory(behaviour: Behaviour, token: string, basePath = ""): InMemory & Disposable {
  count += 1;
  const origin = `http://provider-${count}.invalid`;
  const provider: InMemory = { url: `${origin}${basePath}`, behaviour, token, basePath, memory: emptyMemory() };
  providers.set(origin, provider);
  replaced.set(origin, openConnection);
  return { ...provider, [Symbol.dispose]: () => void providers.delete(origin) };
}

/**
 * In place of `startProvider`, for tests that are about no connection: a run takes a third of the time.
 * @throws {Error} when the behaviour needs a socket
 */
export function startInMemory(behaviour: Behaviour, { token }: { readonly token: string }): StartedProvider {
  if (!needsNoSocket(behaviour)) throw new Error("The behaviour needs a socket");
  const opened = openInMemory(behaviour, token);
  const stop = (): Promise<void> => Promise.resolve(opened[Symbol.dispose]());
  return { url: opened.url, token, stop, [Symbol.asyncDispose]: stop };
}

/** In place of `openConnection` of `http/`. */
export function openConnection({ baseUrl }: { readonly baseUrl: string }): Connection {
  const provider = providers.get(new URL(baseUrl).origin);
  if (provider === undefined) throw new Error(`There is no provider ${baseUrl}`);
  let connection: ConnectionHistory = { requests: 0, refusals: 0 };
  return {
    carried: () => connection.requests,
    close: () => Promise.resolve(),
    send: async (wire) => {
      // As a socket does, so that what else waits in this process is not kept waiting by a run.
      await setImmediate();
      if (!providers.has(new URL(baseUrl).origin)) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      const isAlone = hasOwnConnection(wire);
      const isReused = !isAlone && connection.requests > 0;
      const history = isAlone ? { requests: 0, refusals: 0 } : connection;
      provider.memory.inFlight += 1;
      const answer = await answered(provider.behaviour, requestOf(wire, provider, history));
      provider.memory.inFlight -= 1;
      if (answer === "never") throw new WireError("TIMED_OUT", "the answer was not complete in time");
      if (answer === undefined || isLast(wire, answer)) connection = { requests: 0, refusals: 0 };
      if (answer === undefined) throw closedError(isReused);
      return { ...responseOf(answer, wire), ...(isReused ? { isReused } : {}) };
    },
  };
}

function closedError(isReused: boolean): Error {
  const error = Object.assign(new Error("closed"), { code: "ECONNRESET" });
  return isReused ? new ClosedUnderError(error) : error;
}

/** Whether the connection is closed after the answer, because one of the two says so (RFC 9112 section 9.6). */
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

/** The same bytes, which no behaviour writes to: a copy of a mebibyte takes as long as ten requests. */
function bytesOf(body: WireRequest["body"]): Buffer {
  return body === null ? Buffer.alloc(0) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function hasOwnConnection({ framing, oddChunks, noConnection }: WireRequest): boolean {
  return framing === "expect-continue" || framing === "none" || oddChunks === true || noConnection === true;
}

/** What the client of the suite says of the connection, where the request says nothing. */
function connectionOf({ headers, isLast: closes, noConnection }: WireRequest): HeaderFields {
  if (noConnection === true || headers.some(([name]) => name.toLowerCase() === "connection")) return [];
  return [["Connection", closes === true ? "close" : "keep-alive"]];
}

function framingOf({ framing, body, oddChunks }: WireRequest): HeaderFields {
  if (framing === "none" || body === null) return [];
  const coding = oddChunks === true ? "Chunked" : "chunked";
  return framing === "chunked" ? [["Transfer-Encoding", coding]] : [["Content-Length", String(body.length)]];
}

function responseOf({ status, headers, body }: ProviderAnswer, { method }: WireRequest): WireResponse {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((one) => [name, one] as const),
  );
  const bytes = method === "HEAD" || status === 204 ? new Uint8Array() : Buffer.from(body);
  const length = ["Content-Length", String(bytes.length)] as const;
  return { status, headers: [...fields, length], body: bytes, truncated: false, firstByteAt: performance.now() };
}
