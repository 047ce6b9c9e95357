/** A proxy that judges the traffic beside passing it on, and returns a result at the end. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { TrafficResult } from "../../traffic/traffic-result.ts";
import type { NewFinding } from "../../traffic/traffic-state.ts";
import type { WirePairs } from "../../traffic/wire/wire-pairs.ts";
import { type Channel, channelOf } from "../channel.ts";
import { type FromJudge, type ProxyWishes, type ToJudge, judgeAt } from "./judging-end.ts";
import { type TrafficProxyOptions, openTrafficProxy } from "./traffic-proxy.ts";
import { type WireEvent, openWireBatch, sizeOfEvent } from "./wire-batch.ts";

/** The options of a proxy and of judging its traffic. */
export interface JudgedProxyOptions extends Omit<TrafficProxyOptions, "look"> {
  readonly wishes: Omit<ProxyWishes, "origin">;
  /** Called with each new finding. */
  readonly onFinding?: (found: NewFinding) => void;
  /** Called with the number of answered exchanges that were read since the last call. */
  readonly onJudged?: (count: number) => void;
}

/** An open proxy. */
export interface JudgedProxy {
  readonly url: string;
  /** Closes the proxy and all connections, and returns the result. @throws {Error} if the judging itself failed */
  readonly close: () => Promise<TrafficResult>;
}

/**
 * The most bytes that wait to be judged. A connection that exceeds them is not judged any more: the traffic comes
 * first.
 */
const MOST_WAITING = 32 * 1024 * 1024;

/** Opens a proxy. @throws {Error} the error of the system, when it cannot listen on the port */
export async function openJudgedProxy(options: JudgedProxyOptions): Promise<JudgedProxy> {
  const { wishes, onFinding, onJudged, onUnreached, ...ofProxy } = options;
  const judge = judgeOf({ ...wishes, origin: new URL(options.target).origin });
  const judging = openJudging(judge, ({ answered, found }) => {
    onJudged?.(answered);
    for (const one of found) onFinding?.(one);
  });
  const unreached = (why: string): void => {
    judging.unreached(why);
    onUnreached?.(why);
  };
  try {
    // Loading the judge while there is traffic would delay the traffic.
    await judging.ready;
    const { url, close } = await openTrafficProxy({ ...ofProxy, look: judging.look, onUnreached: unreached });
    return {
      url,
      close: async () => {
        await close();
        return judging.end();
      },
    };
  } catch (error) {
    await judging.stop();
    throw error;
  }
}

/** The end that judges traffic: a thread, or the thread of the traffic. */
export interface Judge {
  readonly port: Channel<ToJudge>;
  readonly stop: () => Promise<unknown>;
  /** The size of a batch in bytes. It is small in the thread of the traffic, which waits while a batch is read. */
  readonly atOnce: number;
  /** Calls `flush` once, after a delay. Everything that has passed until then is sent together. */
  readonly later: (flush: () => void) => void;
}

/**
 * The delay in milliseconds. A message costs more than a copy of the bytes, and judging many exchanges at once is
 * cheaper.
 */
const TOGETHER_MS = 200;

/** Starts a thread. Uses the same thread if the thread's file is missing: in a single executable, or before a build. */
function judgeOf(wishes: ProxyWishes): Judge {
  const file = new URL("./judging-thread.js", import.meta.url);
  if (file.protocol !== "file:" || !existsSync(file)) return judgeHere(wishes);
  const thread = new Worker(fileURLToPath(file), { workerData: wishes, execArgv: [] });
  const later: Judge["later"] = (flush) => void setTimeout(flush, TOGETHER_MS).unref();
  return { port: channelOf(thread), stop: () => thread.terminate(), atOnce: 512 * 1024, later };
}

function judgeHere(wishes: ProxyWishes): Judge {
  const { port1, port2 } = new MessageChannel();
  void judgeAt(channelOf(port2), wishes);
  const later: Judge["later"] = (flush) => void setImmediate(flush);
  return { port: channelOf(port1), stop: () => Promise.resolve(port1.close()), atOnce: 2 * 1024, later };
}

/** The sending of traffic to a judge. */
interface Judging {
  /** Resolves when the judge is loaded. */
  readonly ready: Promise<unknown>;
  /** Starts to copy another connection. */
  readonly look: () => WirePairs;
  /** Counts a connection that could not be passed on. */
  readonly unreached: (why: string) => void;
  /** @throws {Error} if the judging itself failed */
  readonly end: () => Promise<TrafficResult>;
  readonly stop: () => Promise<unknown>;
}

/** Sends copies of the traffic to a judge, up to a limit of waiting bytes. */
export function openJudging(
  { port, stop, atOnce, later }: Judge,
  onJudged: (said: Extract<FromJudge, { readonly readBytes: number }>) => void,
): Judging {
  const [ready, ended] = [openEnd<undefined>(), openEnd<TrafficResult>()];
  const fail = (why: string): void => [ready, ended].forEach((one) => one.fail(why));
  const sending = openSending({ port, atOnce, later });
  port.on("message", (message) => {
    const said = message as FromJudge;
    if ("isReady" in said) return ready.done(undefined);
    if ("fault" in said) return fail(said.fault);
    if ("result" in said) return ended.done(said.result);
    sending.wasRead(said.readBytes);
    onJudged(said);
  });
  port.on("error", (error: unknown) => fail(String(error)));
  port.on("exit", () => fail("its thread ended"));
  let connections = 0;
  return {
    ready: ready.result,
    look: () => lookingAt((connections += 1), sending.add),
    unreached: (why) => void sending.add({ kind: "unreached", connection: 0, bytes: Buffer.from(why) }),
    end: async () => {
      sending.flush();
      port.post({ end: true });
      return ended.result.finally(stop);
    },
    stop,
  };
}

const NOTHING = new Uint8Array();

/** Sends the events of a connection, until one exceeds the limit: the events after it cannot be read without it. */
function lookingAt(connection: number, add: (event: WireEvent) => boolean): WirePairs {
  let isGivenUp = false;
  const send = (kind: WireEvent["kind"], bytes: Uint8Array = NOTHING): void => {
    if (isGivenUp) return;
    isGivenUp = !add({ kind, connection, bytes });
    if (isGivenUp) add({ kind: "given-up", connection, bytes: NOTHING });
  };
  return {
    fromClient: (chunk) => send("client", chunk),
    fromServer: (chunk) => send("server", chunk),
    serverEnded: () => send("server-ended"),
    closed: () => send("closed"),
  };
}

/** Collects events, and posts them together after a delay. */
function openSending({ port, atOnce, later }: Pick<Judge, "port" | "atOnce" | "later">): {
  /** Adds an event. Returns false if the limit refuses it; only events with bytes of the client or server count. */
  readonly add: (event: WireEvent) => boolean;
  readonly wasRead: (bytes: number) => void;
  readonly flush: () => void;
} {
  let [waiting, isDue] = [0, false];
  const { add, flush } = openWireBatch(atOnce, (batch) => port.post({ batch }, [batch.buffer]));
  const flushDue = (): void => {
    isDue = false;
    flush();
  };
  return {
    add: (event) => {
      const size = sizeOfEvent(event);
      const isSent = event.kind === "client" || event.kind === "server";
      if (isSent && waiting + size > MOST_WAITING) return false;
      waiting += size;
      add(event);
      if (!isDue) later(flushDue);
      isDue = true;
      return true;
    },
    wasRead: (bytes) => void (waiting -= bytes),
    flush,
  };
}

/** A pending message of a judge. A failure rejects its promise, and does not disturb the traffic. */
function openEnd<T>(): {
  readonly result: Promise<T>;
  readonly done: (result: T) => void;
  readonly fail: (why: string) => void;
} {
  let [done, reject]: [(result: T) => void, (error: Error) => void] = [() => undefined, () => undefined];
  const result = new Promise<T>((...settle) => ([done, reject] = settle));
  result.catch(() => undefined);
  return { result, done, fail: (why) => reject(new Error(`The judging of the traffic failed: ${why}`)) };
}
