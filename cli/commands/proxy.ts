/** `proxy`: passes live traffic through and judges it, until an interrupt or the end of its time. */
import { once, setMaxListeners } from "node:events";
import * as http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Duplex, pipeline } from "node:stream";
import {
  type Connect,
  type Transport,
  connectTo,
  openSocket,
  proxyHeaders,
  requestTarget,
} from "../../http/connect.ts";
import { framingFields, passThrough } from "../../http/http1-guard.ts";
import { pairsOf } from "../../http/message.ts";
import { noAnswerOf } from "../../http/no-answer.ts";
import { BaseUrlError, DEFAULT_LIMITS, parseBaseUrl } from "../../http/provider.ts";
import { tapNode } from "../../library/traffic-recorder.ts";
import { count, excerpt } from "../../result/safe-text.ts";
import { defined } from "../../spec/defined.ts";
import { type TrafficWishes, openShippedTraffic } from "../../traffic/judge-recordings.ts";
import { type TrafficItem, isLost } from "../../traffic/recorded-traffic.ts";
import { type Recording, addSafely } from "../../traffic/traffic-judge.ts";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import { inputsOf } from "../files/write-reports.ts";
import { asUsage, interruptOrEnd, type Io, UsageError } from "../io.ts";
import type { OptionsOf } from "../options/option-table.ts";
import { givenTransport } from "../options/transport-options.ts";
import { planTrafficReports, reportTraffic, wishesOf } from "./judge-traffic.ts";

/** Runs `proxy`. @returns 0 for clean traffic, 1 for broken traffic, 3 if too little could be judged */
export async function proxy(options: OptionsOf<"proxy">, io: Io): Promise<number> {
  const plan = planTrafficReports(options.report, inputsOf(options));
  const target = asUsage(BaseUrlError, () => parseBaseUrl(options.target));
  const milliseconds = options.for === undefined ? null : durationOf(options.for);
  const { ca, insecure, host, port } = options;
  const transport = givenTransport(target, { ...defined({ ca }), insecure, http2: false });
  let passed = 0;
  const unreached = new Set<string>();
  const ended = interruptOrEnd(io, milliseconds);
  const asked = {
    target,
    transport,
    host,
    port,
    wishes: wishesOf(options, [target]),
    onJudged: () => (passed += 1),
    onFinding: (found: NewFinding) => io.err(findingLine(found)),
    onUnreached: (why: string) => {
      if (!unreached.has(why)) io.err(`${target} cannot be reached: ${why}\n`);
      unreached.add(why);
    },
  };
  const sentence = ({ message }: Error): string => `The proxy cannot listen on ${host}, port ${port}: ${message}`;
  const open = await asUsage(Error, () => openJudgedProxy(asked), sentence);
  // Paths stay as they are, so clients send to the path of the target.
  const path = new URL(target).pathname.replace(/\/$/, "");
  io.err(`Listening on ${open.url}${path}, passing through to ${target}\n`);
  await ended;
  const result = await open.close();
  io.err(`${count(passed, "exchange")} passed\n`);
  await reportTraffic(result, plan, io);
  return result.exitCode;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The longest time that a timer can wait: 24 days. */
const MOST_HOURS = 576;

function durationOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,7})([smh])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit] ?? 0);
  if (milliseconds > 0 && milliseconds <= MOST_HOURS * 3_600_000) return milliseconds;
  const isLong = milliseconds > 0;
  const why = isLong ? `is longer than ${MOST_HOURS}h, which is the limit` : "is not a duration";
  throw new UsageError(`--for ${JSON.stringify(text)} ${why}; give a whole number with s, m or h, such as 10m`);
}

function findingLine({ side, id, level, sender, place, findings }: NewFinding): string {
  const [first] = findings;
  const what = `${first?.where === "" ? "the body" : (first?.where ?? "")}: expected ${first?.expected ?? ""}, seen ${first?.seen ?? ""}`;
  return `${side} ${level} ${id}, exchange ${place} of ${excerpt(sender, 60)}: ${excerpt(what, 300)}\n`;
}

// A proxy that passes requests on to a server, and records each exchange to be judged after it was answered.

export interface TrafficProxyOptions {
  /** The base URL of the server. */
  readonly target: string;
  readonly transport: Transport;
  readonly host: string;
  readonly port: number;
  /** Called with each exchange after it was answered, and with the reason for each request that was not passed on. */
  readonly seen: (item: TrafficItem) => void;
  /** Called if the server cannot be reached, with the reason: words that follow "because". */
  readonly onUnreached?: (why: string) => void;
}

export interface TrafficProxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** The most bytes of a body to keep until it is judged. */
const MOST_OF_BODY = 256 * 1024;

/** The connections that the system holds until they are taken. More are opened a second later, or closed unanswered. */
const MOST_OPENING = 4096;

/** Opens a proxy. @throws {Error} the error of the system, when it cannot listen on the port */
export async function openProxy(asked: TrafficProxyOptions): Promise<TrafficProxy> {
  const { target, transport, host, port, ...options } = asked;
  const { connectMs, headerBytes } = DEFAULT_LIMITS;
  const ending = new AbortController();
  // One listener for each open socket, which is no leak.
  setMaxListeners(0, ending.signal);
  const connect = connectTo(transport, { connectMs, headerBytes, signal: ending.signal });
  const { origin } = new URL(target);
  const agents = new WeakMap<Socket, ServerAgent>();
  const responses = new Set<http.ServerResponse>();
  const passage = { ...options, origin, transport, ending: ending.signal };
  const limits = { maxHeaderSize: headerBytes, requestTimeout: 0, keepAliveTimeout: 60_000 };
  const server = http.createServer({ ...limits, noDelay: true }, (request, response) => {
    responses.add(response);
    passOn(request, response, { ...passage, agent: agents.get(request.socket) });
    response.once("close", () => responses.delete(response));
  });
  server.on("connection", (client: Socket) => {
    const agent = new ServerAgent(connect, origin, ending.signal);
    agents.set(client, agent);
    client.once("close", () => agent.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, backlog: MOST_OPENING }, resolve);
  });
  const { port: open } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = [
      new Promise((resolve) => server.close(resolve)),
      ...[...responses].map((one) => once(one, "close")),
    ];
    ending.abort();
    server.closeAllConnections();
    await Promise.all(closed);
  };
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${open}`, close };
}

/** Opens connections of one client to the server: one at a time, as the client did. */
class ServerAgent extends http.Agent {
  readonly #open: () => Promise<Socket>;
  readonly #fields = framingFields();

  constructor(connect: Connect, origin: string, signal: AbortSignal) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#open = () => openSocket(connect, origin, signal);
  }

  override createConnection(
    _: http.ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void = () => undefined,
  ): undefined {
    this.#open().then(
      (socket) => {
        passThrough(socket, this.#fields);
        callback(null, socket);
      },
      (error: unknown) => Reflect.apply(callback, undefined, [error]),
    );
  }

  /** The next bytes of the server are the start of an answer. */
  readonly expect = (): void => this.#fields.expect();
}

interface Passage extends Pick<TrafficProxyOptions, "transport" | "seen" | "onUnreached"> {
  readonly agent: ServerAgent | undefined;
  readonly origin: string;
  readonly ending: AbortSignal;
}

/**
 * Passes a request and its answer on as they are, except `Upgrade`: the proxy does not switch protocols. Without an
 * answer of the server, the connection of the client is closed, as without a proxy.
 */
function passOn(request: http.IncomingMessage, response: http.ServerResponse, passage: Passage): void {
  const { agent, origin, transport, ending, seen } = passage;
  const url = request.url?.startsWith("/") === true ? `${origin}${request.url}` : (request.url ?? "");
  const sent = tapNode({ request, response }, seen, { target: url, most: MOST_OF_BODY });
  let fault: string | null = null;
  response.once("close", () => {
    if (response.writableFinished) return;
    seen(fault === null ? { request: sent(), response: null } : { lost: fault });
  });
  const end = (why: string | null): void => {
    fault ??= why;
    response.destroy();
  };
  const path = requestTarget(origin, request.url ?? "/", transport);
  // A server may be lenient, too: what a client would understand is passed on.
  const onward = http.request({ agent, method: request.method, path, setHost: false, insecureHTTPParser: true });
  onward.once("socket", () => agent?.expect());
  setFields(onward, [...pairsOf(request.rawHeaders), ...proxyHeaders(origin, transport)]);
  onward.once("error", (error) => {
    if (ending.aborted || response.headersSent || response.destroyed) return end(null);
    const why = noAnswerOf(error, null).detail;
    if (onward.socket === null) passage.onUnreached?.(why);
    end(onward.socket === null ? `the server could not be reached: ${why}` : `the server gave no answer: ${why}`);
  });
  onward.once("response", (answer) => {
    try {
      passAnswer(answer, response, () => end(null));
    } catch {
      end("the proxy could not pass the answer on");
    }
  });
  onward.on("information", ({ statusCode, headers }) => {
    if (statusCode === 103 && headers["link"] !== undefined) response.writeEarlyHints({ link: headers["link"] });
  });
  passTrailers(request, onward);
  pipeline(request, onward, () => undefined);
  response.once("close", () => onward.destroy());
}

/** Sets fields as they were written, and no others: a message without a length has none. */
function setFields(message: http.ClientRequest, fields: ReturnType<typeof pairsOf>): void {
  for (const name of ["connection", "content-length", "transfer-encoding"]) message.removeHeader(name);
  for (const [name, value] of fields) {
    if (name.toLowerCase() !== "upgrade") message.appendHeader(name, value);
  }
}

function passAnswer(answer: http.IncomingMessage, response: http.ServerResponse, onBreak: () => void): void {
  const { statusCode = 0, statusMessage = "", rawHeaders, headers } = answer;
  response.sendDate = false;
  response.removeHeader("connection");
  // An answer without a length ends with its connection.
  if (headers["transfer-encoding"] === undefined) response.removeHeader("transfer-encoding");
  response.writeHead(statusCode, statusMessage, rawHeaders);
  response.flushHeaders();
  passTrailers(answer, response);
  pipeline(answer, response, (error) => {
    if (error !== undefined && error !== null) onBreak();
  });
}

/** Before the pipeline ends the message. */
function passTrailers(from: http.IncomingMessage, to: http.OutgoingMessage): void {
  from.once("end", () => {
    if (from.rawTrailers.length > 0) to.addTrailers(pairsOf(from.rawTrailers) as [string, string][]);
  });
}

export interface JudgedProxyOptions extends Omit<TrafficProxyOptions, "seen"> {
  readonly wishes: Omit<TrafficWishes, "pactDrafts">;
  readonly onFinding?: (found: NewFinding) => void;
  /** Called for each answered exchange that was judged. */
  readonly onJudged?: () => void;
}

export interface JudgedProxy {
  readonly url: string;
  /** Closes the proxy and all connections, and returns the result. */
  readonly close: () => Promise<TrafficResult>;
}

/** Opens a proxy that judges what it passes on. @throws {Error} when it cannot listen on the port */
export async function openJudgedProxy(options: JudgedProxyOptions): Promise<JudgedProxy> {
  const { wishes, onFinding, onJudged, ...ofProxy } = options;
  const traffic = await openShippedTraffic(wishes);
  const queue = openQueue(traffic.open("the proxy", "proxy", true), (item, found) => {
    if (!isLost(item) && item.response !== null) onJudged?.();
    for (const one of found) onFinding?.(one);
  });
  const opened = await openProxy({ ...ofProxy, seen: queue.add });
  return {
    url: opened.url,
    close: async () => {
      await opened.close();
      queue.end();
      return traffic.result();
    },
  };
}

/** The most bytes of exchanges that wait to be judged. The traffic comes first: others are counted as not judged. */
const MOST_WAITING = 8 * 1024 * 1024;

/** A turn of the event loop that takes longer than this had much to pass on. Nothing is judged after it. */
const BUSY_MS = 1;

/** The memory of an exchange besides its bodies, in bytes. */
const BESIDE_BODIES = 4 * 1024;

/** Judges one exchange in each turn of the event loop with little to pass on. @param judged gets its new findings */
export function openQueue(
  recording: Recording,
  judged: (item: TrafficItem, found: readonly NewFinding[]) => void,
): { readonly add: (item: TrafficItem) => void; readonly end: () => void } {
  const waiting: TrafficItem[] = [];
  let bytes = 0;
  const next = (): boolean => {
    const item = waiting.shift();
    if (item === undefined) return false;
    bytes -= bytesOf(item);
    judged(item, addSafely(recording, item));
    return true;
  };
  let turnedAt = 0;
  const turn = (): void => {
    const now = performance.now();
    if (now - turnedAt < BUSY_MS) next();
    turnedAt = performance.now();
    if (waiting.length > 0) setImmediate(turn);
  };
  return {
    add: (item) => {
      const size = bytesOf(item);
      if (bytes + size > MOST_WAITING) {
        recording.add({ lost: "the traffic was faster than the judging" });
        return;
      }
      bytes += size;
      waiting.push(item);
      if (waiting.length === 1) setImmediate(turn);
    },
    end: () => {
      while (next());
    },
  };
}

function bytesOf(item: TrafficItem): number {
  if (isLost(item)) return 0;
  const bodies = [item.request.body, item.response?.body];
  return bodies.reduce((sum, body) => sum + (body instanceof Uint8Array ? body.length : 0), BESIDE_BODIES);
}
